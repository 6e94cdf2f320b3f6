import type { Element } from '../reading/element.js';
import type { QuarantineReason } from '../reading/source.js';

/** A source's mapped messages, to be stored in one transaction. */
export interface Handover {
  readonly source: string;
  readonly elements: readonly Element[];
  readonly quarantined: readonly Quarantined[];
  /** The source's position after these messages. */
  readonly place?: unknown;
  /** Number of source messages; absent: the sum of elements and quarantined messages. For the counters only. */
  readonly received?: number;
  /** Waiting elements by object; each entry replaces everything held for that object before. */
  readonly held?: readonly HeldObject[];
  /** Number of elements omitted because newer ones contain all their information. */
  readonly merged?: number;
  /** Ids of quarantined messages that were mapped again to these elements; they leave quarantine. */
  readonly replaces?: readonly number[];
}

export interface Quarantined {
  readonly reason: QuarantineReason;
  readonly detail: string;
  readonly document: unknown;
  /** The source's own reading of it, so that it can be mapped again. */
  readonly reading?: unknown;
}

/** Elements of one object that shaping holds back; empty if there are none any more. */
export interface HeldObject {
  readonly externalId: string;
  readonly elements: readonly Element[];
}

/** `live`: handed over within the last seconds. `backlog`: older; sent with `Priority: u=7`, oldest first. */
export type Lane = 'live' | 'backlog';

/** An element as stored and sent. The JSON text never changes, because an `Idempotency-Key` identifies it. */
export interface StoredElement {
  readonly sequence: number;
  readonly source: string;
  /** Milliseconds since 1970, by the wall clock of the agent. */
  readonly received: number;
  readonly body: string;
}

/** Elements in one call, which have the same `Idempotency-Key` until their outcomes are known. */
export interface Call {
  readonly id: number;
  readonly key: string;
  readonly lane: Lane;
  /** When the call was stored, just before its first attempt, in milliseconds since the epoch. */
  readonly firstTried: number;
  /** In ascending order of their sequences. */
  readonly elements: readonly StoredElement[];
}

/** Why the gateway permanently refuses an element. */
export interface Rejection {
  /** Index of the element in the call, from 0. */
  readonly index: number;
  readonly code: string;
  readonly detail: string;
  /** JSON pointer into the element; absent: the whole element. */
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
  /** JSON text; null when the source could not read it. */
  readonly reading: string | null;
}
