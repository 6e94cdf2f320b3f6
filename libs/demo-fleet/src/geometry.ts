export interface Point {
  lat: number;
  lon: number;
}

const METRES_PER_DEGREE = 111_320;

/** A point some metres away; accurate to a thousandth within some tens of kilometres, except in polar regions. */
export function moved({ lat, lon }: Point, eastMetres: number, northMetres: number): Point {
  return { lat: lat + northMetres / METRES_PER_DEGREE, lon: lon + eastMetres / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)) };
}

/** The way from a to b, in metres to the east and to the north. */
export function offset(a: Point, b: Point): { east: number; north: number; distance: number } {
  const north = (b.lat - a.lat) * METRES_PER_DEGREE;
  const east = (b.lon - a.lon) * METRES_PER_DEGREE * Math.cos((a.lat * Math.PI) / 180);
  return { east, north, distance: Math.hypot(east, north) };
}

/** Degrees clockwise from north. */
export function headingOf(east: number, north: number): number {
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}
