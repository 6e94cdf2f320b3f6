import type { LocationNumbers } from './element.js';

/** A value for one field: null clears it. A Category without a namespace gets the source's. */
export type ReadingField =
  | { readonly type: 'Number'; readonly value: number | null }
  | { readonly type: 'String'; readonly value: string | null }
  | { readonly type: 'Category'; readonly value: string | null; readonly namespace?: string };

/** A source's report about one thing at one time, independent of its protocol; everything after the sources uses this form. */
export interface Reading extends LocationNumbers {
  /** The thing's id at the source; the source's namespace becomes its prefix. */
  readonly id: string;
  /** An id that the thing itself carries; sent unchanged, without a namespace. */
  readonly externalId?: string;
  /** Used only when the object is created. */
  readonly title?: string;
  readonly type?: string;
  /** Time of observation, in milliseconds since 1970, by the thing's or the source's clock. Absent: the time of receipt. */
  readonly observedAt?: number;
  /** WGS 84 degrees; altitude in metres above sea level. Local coordinates are never used here (see `Received.quarantined`). */
  readonly position?: { readonly lat: number; readonly lon: number; readonly alt?: number };
  readonly floor?: string | number;
  /** By field name. */
  readonly fields: Readonly<Record<string, ReadingField>>;
}
