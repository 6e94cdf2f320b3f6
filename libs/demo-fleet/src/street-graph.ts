/** Streets that cars drive on. */
export interface StreetGraph {
  licence: string;
  /** Longitude, latitude; everything else is in millionths of a degree from here. */
  origin: readonly [number, number];
  /** Streets between two junctions: [from, to, both ways (1) or not (0), the points between them as x and y, each from the one before]. */
  streets: readonly (readonly number[])[];
  /** Junctions, x and y. */
  junctions: readonly (readonly [number, number])[];
}
