import type { Update } from '../../scan-queue/update.js';

/** Where something is, as somebody has said it. */
export interface Place {
  lat: number;
  lon: number;
  /** Metres above sea level. */
  alt?: number;
  /** Radius in metres; only what a device has measured has one. */
  accuracy?: number;
  floor?: string | number;
}

export type PlaceFault = 'denied' | 'unavailable' | 'insecure';

const PATIENCE_MS = 15_000;
const FRESH_MS = 5000;

/** The position of the device, as exactly as it has it. */
export function devicePlace(): Promise<Place | { fault: PlaceFault }> {
  if (!isSecureContext || !('geolocation' in navigator)) return Promise.resolve({ fault: 'insecure' });
  return new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, altitude, accuracy } }) =>
        resolve({ lat: latitude, lon: longitude, alt: altitude ?? undefined, accuracy: Math.round(accuracy * 10) / 10 }),
      ({ code }) => resolve({ fault: code === GeolocationPositionError.PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: FRESH_MS },
    ),
  );
}

/** Whether the device gives its position without asking. */
export async function placeIsAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

/** The part of an update that says so. */
export function locationOf({ lat, lon, alt, accuracy, floor }: Place): NonNullable<Update['locationUpdate']> {
  return {
    newPosition: { lat, lon, ...(alt === undefined ? {} : { alt }) },
    ...(accuracy === undefined ? {} : { accuracy }),
    ...(floor === undefined ? {} : { floor }),
  };
}

/** Reads what somebody typed, with a comma for the decimals, too; undefined: none, or outside of the world. */
export function degreesOf(text: string, most: 90 | 180): number | undefined {
  const cleaned = text.trim().replace(',', '.').replace('−', '-').replace(/°$/, '');
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(cleaned) ? Number(cleaned) : Number.NaN;
  return Math.abs(value) <= most ? value : undefined;
}
