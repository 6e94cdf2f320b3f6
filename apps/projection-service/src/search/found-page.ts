import type { ReadModel } from '../reading/read-model.js';

/** Where a page ended, in the order of its search; only the search itself interprets it. */
export type SearchPosition = readonly (string | number)[];

export interface FoundObject {
  object: ReadModel;
  /** Metres, for a search by distance. */
  distance?: number;
}

export interface FoundPage {
  found: FoundObject[];
  /** Undefined on the last page. */
  end?: SearchPosition;
  /** Whether there may be more matches than on all pages, because there was too much similar text to compare all of it. */
  incomplete?: true;
}
