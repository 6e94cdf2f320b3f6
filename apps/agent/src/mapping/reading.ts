import type { LocationNumbers } from './element.js';

/** A value for one field: null clears it. A Category without a namespace takes the source's own. */
export type ReadingField =
  | { readonly type: 'Number'; readonly value: number | null }
  | { readonly type: 'String'; readonly value: string | null }
  | { readonly type: 'Category'; readonly value: string | null; readonly namespace?: string };

/** What a source says of one thing at one moment, whatever it spoke: the one form that everything after the sources knows. */
export interface Reading extends LocationNumbers {
  /** The thing's id at the source; the source's namespace is put before it. */
  readonly id: string;
  /** An id that the thing itself carries; sent as it is, without a namespace. */
  readonly externalId?: string;
  /** Used when the object is created, not after (specification 2.2). */
  readonly title?: string;
  readonly type?: string;
  /** When it was so, in milliseconds since 1970, by the thing's or the source's clock. Absent: when it was received. */
  readonly observedAt?: number;
  /** WGS 84 degrees; altitude in metres above sea level. Local coordinates never come here (see `Received.quarantined`). */
  readonly position?: { readonly lat: number; readonly lon: number; readonly alt?: number };
  readonly floor?: string | number;
  /** By name of the field. */
  readonly fields: Readonly<Record<string, ReadingField>>;
}
