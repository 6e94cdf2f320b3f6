import type { Update } from '../../scan-queue/update.js';

/** A position that somebody gave. */
export interface Place {
  lat: number;
  lon: number;
  /** Metres above sea level. */
  alt?: number;
  /** Radius in metres; only measured positions have one. */
  accuracy?: number;
  floor?: string | number;
}

export type PlaceFault = 'denied' | 'unavailable' | 'insecure';

const TIMEOUT_MS = 15_000;
const FRESH_MS = 5000;

/** The device's most accurate position. */
export function devicePlace(): Promise<Place | { fault: PlaceFault }> {
  if (!isSecureContext || !('geolocation' in navigator)) return Promise.resolve({ fault: 'insecure' });
  return new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, altitude, accuracy } }) =>
        resolve({ lat: latitude, lon: longitude, alt: altitude ?? undefined, accuracy: Math.round(accuracy * 10) / 10 }),
      ({ code }) => resolve({ fault: code === GeolocationPositionError.PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: FRESH_MS },
    ),
  );
}

/** Whether the position of the device is available without asking the person. */
export async function placeIsAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

/** The part of an update with this position. */
export function locationOf({ lat, lon, alt, accuracy, floor }: Place): NonNullable<Update['locationUpdate']> {
  return {
    newPosition: { lat, lon, ...(alt === undefined ? {} : { alt }) },
    ...(accuracy === undefined ? {} : { accuracy }),
    ...(floor === undefined ? {} : { floor }),
  };
}

/** Parses typed degrees, also with a decimal comma; undefined if the text is not a number or out of range. */
export function degreesOf(text: string, max: 90 | 180): number | undefined {
  const cleaned = text.trim().replace(',', '.').replace('−', '-').replace(/°$/, '');
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(cleaned) ? Number(cleaned) : Number.NaN;
  return Math.abs(value) <= max ? value : undefined;
}
