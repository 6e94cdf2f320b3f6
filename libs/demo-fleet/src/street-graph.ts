/** Streets for cars. */
export interface StreetGraph {
  licence: string;
  /** Longitude and latitude; all other coordinates are relative to this in millionths of a degree. */
  origin: readonly [number, number];
  /**
   * Streets between two junctions: [from, to, two-way (1) or one-way (0), the points between them as x and y, each relative to the previous
   * one].
   */
  streets: readonly (readonly number[])[];
  /** Junctions as x and y. */
  junctions: readonly (readonly [number, number])[];
}
