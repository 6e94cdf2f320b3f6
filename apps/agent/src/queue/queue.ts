import type { Element } from '../mapping/element.js';
import type { QuarantineReason } from '../sources/source.js';

/** What a source handed over, mapped: to be kept in one transaction. */
export interface Handover {
  readonly source: string;
  readonly elements: readonly Element[];
  readonly quarantined: readonly { readonly reason: QuarantineReason; readonly detail: string; readonly document: unknown }[];
  /** Where the source stands after these. */
  readonly place?: unknown;
}

/** Elements that go in one call, always under the same `Idempotency-Key` until it is known what became of them. */
export interface Call {
  readonly key: string;
  readonly lane: 'live' | 'backlog';
  readonly elements: readonly Element[];
}
