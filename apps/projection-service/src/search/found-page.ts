import type { ReadModel } from '../reading/read-model.js';

/** Where a page ended, in the order of its search; opaque to others. */
export type SearchPosition = readonly (string | number)[];

export interface FoundObject {
  object: ReadModel;
  /** Metres, for a search by distance. */
  distance?: number;
}

export interface FoundPage {
  found: FoundObject[];
  /** Undefined: that was all. */
  end?: SearchPosition;
  /** There may be more matches than all pages show: too much text was similar to compare all of it. */
  incomplete?: true;
}
