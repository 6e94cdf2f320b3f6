export interface Point {
  lat: number;
  lon: number;
}

const METRES_PER_DEGREE = 111_320;

/** A point some metres away; good to a per mille within some tens of kilometres, outside the polar regions. */
export function moved({ lat, lon }: Point, eastMetres: number, northMetres: number): Point {
  return { lat: lat + northMetres / METRES_PER_DEGREE, lon: lon + eastMetres / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)) };
}

/** From a to b, in metres to the east and to the north. */
export function offset(a: Point, b: Point): { east: number; north: number; distance: number } {
  const north = (b.lat - a.lat) * METRES_PER_DEGREE;
  const east = (b.lon - a.lon) * METRES_PER_DEGREE * Math.cos((a.lat * Math.PI) / 180);
  return { east, north, distance: Math.hypot(east, north) };
}

/** Degrees from north, clockwise. */
export function headingOf(east: number, north: number): number {
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}
