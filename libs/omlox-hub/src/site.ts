import proj4, { type Converter } from 'proj4';

/** A zone of the simulated hub, with the location of its plan on the ground. */
export interface SiteZone {
  readonly id: string;
  readonly name: string;
  readonly foreignId?: string;
  readonly floor?: number;
  /** Location of x = 0, y = 0. */
  readonly origin: { readonly lat: number; readonly lon: number };
  /** Degrees by which the plan's x axis is turned from east to north. */
  readonly turned: number;
  /** The y axis points down, as in pictures. */
  readonly mirrored?: boolean;
  /** Points of the plan (metres) that are used as ground control points. */
  readonly controlPoints: readonly (readonly [number, number])[];
}

/** Converts a zone's plan to degrees, by proj4's azimuthal equidistant projection. */
export function planToDegrees(zone: SiteZone, [x, y]: readonly [number, number]): { lat: number; lon: number } {
  const down = zone.mirrored ? -y : y;
  const angle = (zone.turned * Math.PI) / 180;
  const [lon, lat] = converterOf(zone).forward([
    x * Math.cos(angle) - down * Math.sin(angle),
    x * Math.sin(angle) + down * Math.cos(angle),
  ]);
  return { lat, lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon };
}

/** As in a hub's answers: alternating `[lon, lat], [x, y]`. */
export function controlPointsOf(zone: SiteZone): number[][] {
  return zone.controlPoints.flatMap((point) => {
    const { lat, lon } = planToDegrees(zone, point);
    return [[lon, lat], [...point]];
  });
}

const converters = new WeakMap<SiteZone, Converter>();

function converterOf(zone: SiteZone): Converter {
  const known = converters.get(zone);
  if (known) return known;
  const converter = proj4(`+proj=aeqd +lat_0=${zone.origin.lat} +lon_0=${zone.origin.lon} +datum=WGS84 +units=m +no_defs`, 'EPSG:4326');
  converters.set(zone, converter);
  return converter;
}
