import type { ReadModel } from '../reading/read-model.js';

/** Where a page ended, in the order of its search; only the search itself interprets it. */
export type SearchPosition = readonly (string | number)[];

export interface FoundObject {
  object: ReadModel;
  /** Metres, for a search by distance. */
  distance?: number;
}

/** The object as lists show it, with its distance to the centimetre. */
export function shownFound({ object, distance }: FoundObject): ReadModel & { distance?: number } {
  return distance === undefined ? object : { ...object, distance: Math.round(distance * 100) / 100 };
}

export interface FoundPage {
  found: FoundObject[];
  /** Undefined on the last page. */
  end?: SearchPosition;
  /** Whether there may be more matches than on all pages, because there was too much similar text to compare all of it. */
  incomplete?: true;
}
