import type { Element } from '../mapping/element.js';
import type { QuarantineReason } from '../sources/source.js';

/** What a source handed over, mapped: to be kept in one transaction. */
export interface Handover {
  readonly source: string;
  readonly elements: readonly Element[];
  readonly quarantined: readonly Quarantined[];
  /** Where the source stands after these. */
  readonly place?: unknown;
  /** Messages that these were made of; absent: as many as there are elements and quarantined. For the counters only. */
  readonly received?: number;
  /** What waits for its time, object by object: each takes the place of all that was held of the object before. */
  readonly held?: readonly HeldObject[];
  /** Elements that say nothing which a newer one does not say, and were left out. */
  readonly merged?: number;
  /** Ids of messages that were kept apart and that these elements were made of anew: they are kept apart no longer. */
  readonly replaces?: readonly number[];
}

export interface Quarantined {
  readonly reason: QuarantineReason;
  readonly detail: string;
  readonly document: unknown;
  /** What the source's own rules made of it, so that it can be mapped anew. */
  readonly reading?: unknown;
}

/** Elements of one object that shaping keeps back. Empty: none any more. */
export interface HeldObject {
  readonly externalId: string;
  readonly elements: readonly Element[];
}

/** `live`: handed over within the last seconds. `backlog`: before; sent with `Priority: u=7`, oldest first. */
export type Lane = 'live' | 'backlog';

/** An element as it is stored and sent: the JSON text does not change any more, as an `Idempotency-Key` stands for it. */
export interface StoredElement {
  readonly sequence: number;
  readonly source: string;
  /** Milliseconds since 1970, by the wall clock of the agent. */
  readonly received: number;
  readonly body: string;
}

/** Elements that go in one call, always under the same `Idempotency-Key` until it is known what became of them. */
export interface Call {
  readonly id: number;
  readonly key: string;
  readonly lane: Lane;
  /** When it was written down, just before its first try, in milliseconds since 1970. */
  readonly firstTried: number;
  /** In ascending order of their sequences. */
  readonly elements: readonly StoredElement[];
}

/** Why the gateway will never take an element. */
export interface Rejection {
  /** Of the element in the call, from 0. */
  readonly index: number;
  readonly code: string;
  readonly detail: string;
  /** JSON pointer into the element; absent: of the element as a whole. */
  readonly pointer?: string;
}

export interface RefusedElement {
  readonly id: number;
  readonly source: string;
  readonly at: number;
  readonly code: string;
  readonly detail: string;
  readonly pointer: string | null;
  readonly body: string;
}

export interface KeptMessage {
  readonly id: number;
  readonly source: string;
  readonly at: number;
  readonly reason: string;
  readonly detail: string;
  /** JSON text, cut after 16 KiB. */
  readonly document: string;
  /** JSON text; null where the source read nothing of it. */
  readonly reading: string | null;
}
