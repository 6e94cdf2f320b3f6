import proj4 from 'proj4';

/** A zone of the double: where its plan lies on the ground. */
export interface SiteZone {
  readonly id: string;
  readonly name: string;
  readonly foreignId?: string;
  readonly floor?: number;
  /** Where x = 0, y = 0 is. */
  readonly origin: { readonly lat: number; readonly lon: number };
  /** Degrees that the plan's x axis is turned from east to north. */
  readonly turned: number;
  /** The y axis points down, as in pictures. */
  readonly mirrored?: boolean;
  /** Plan points (metres) that are given as ground control points. */
  readonly controlPoints: readonly (readonly [number, number])[];
}

/** From a zone's plan to degrees, by proj4's azimuthal equidistant projection. */
export function planToDegrees(zone: SiteZone, [x, y]: readonly [number, number]): { lat: number; lon: number } {
  const down = zone.mirrored ? -y : y;
  const angle = (zone.turned * Math.PI) / 180;
  const [lon, lat] = proj4(projectionOf(zone), 'EPSG:4326', [x * Math.cos(angle) - down * Math.sin(angle), x * Math.sin(angle) + down * Math.cos(angle)]) as [number, number];
  return { lat, lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon };
}

/** As a hub gives them: `[lon, lat], [x, y]` in turn. */
export function controlPointsOf(zone: SiteZone): number[][] {
  return zone.controlPoints.flatMap((point) => {
    const { lat, lon } = planToDegrees(zone, point);
    return [[lon, lat], [...point]];
  });
}

function projectionOf({ origin }: SiteZone): string {
  return `+proj=aeqd +lat_0=${origin.lat} +lon_0=${origin.lon} +datum=WGS84 +units=m +no_defs`;
}
