import type { ReadModel } from '../reading/read-model.js';

/** Where a page ended, in the order of its search; opaque outside of it. */
export type SearchPosition = readonly (string | number)[];

export interface FoundObject {
  object: ReadModel;
  /** Metres, of a search by distance. */
  distance?: number;
}

export interface FoundPage {
  found: FoundObject[];
  /** Undefined: that was all. */
  end?: SearchPosition;
  /** There may be more that fits than all pages show: so much is alike that not all of it was compared. */
  incomplete?: true;
}
