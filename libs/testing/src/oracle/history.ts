/**
 * The history that the oracle judges. Its types do not come from the rules or contracts of the product, so that a mistake there is
 * detected here. Times are RFC 3339 in UTC with milliseconds; revisions count from 1.
 */
export type CommandKind = 'update' | 'edit' | 'archive' | 'restore' | 'hold' | 'release' | 'erase' | 'release-id';

/** With any other detail, such as `speed`: details are compared as they were sent. */
export interface SentPosition {
  lat: number;
  lon: number;
  alt?: number;
  accuracy?: number;
  floor?: string | number;
}

export interface SentField {
  field: string;
  type: string;
  /** null clears the field. */
  value: unknown;
}

/** One element as the client sent it. */
export interface SentCommand {
  index: number;
  externalId: string;
  kind: CommandKind;
  observedAt?: string;
  position?: SentPosition;
  fields?: SentField[];
  /** The initialExternalObject of an update, or the descriptive values of an edit. */
  set?: Record<string, unknown>;
  ifRevision?: number;
  /** Reason for a hold. */
  reason?: string;
}

/** The client's answer for one element. */
export type ElementAnswer =
  | { outcome: 'applied'; status: string; revision: number; stale: boolean }
  | { outcome: 'rejected'; code: string }
  /** 202 without a later outcome: it must have been decided, exactly once. */
  | { outcome: 'accepted' }
  /** No answer, or one that leaves the outcome open (5xx, cut connection): applied at most once. */
  | { outcome: 'unknown' }
  /** The whole call was refused (4xx problem): never applied. */
  | { outcome: 'refused' };

export interface Call {
  /** Name of the call in findings. */
  name: string;
  workspace: string;
  idempotencyKey?: string;
  /** The UUID of the operation, if an answer contained it. */
  operationId?: string;
  /** The operation's id in answers and URLs. */
  publicOperationId?: string;
  /** Milliseconds on a monotonic clock that all calls share. */
  sentAt: number;
  answeredAt: number;
  /** HTTP status; null if no answer arrived. */
  status: number | null;
  commands: SentCommand[];
  /** One answer per command, in the same order. */
  answers: ElementAnswer[];
}

/** A raw record of object.events. */
export interface EventRecord {
  partition: number;
  offset: number;
  key: string | null;
  type: string;
  externalId: string;
  workspace: string;
  revision: number;
  operationId: string;
  index: number;
  observedAt: string;
  receivedAt: string;
  stale: boolean;
  position?: SentPosition;
  fields?: Record<string, { type: string; value: unknown }>;
  set?: Record<string, unknown>;
  subject?: string;
  hold?: { reason: string };
  /** For an erasure: the id no longer has an owner. */
  idReleased?: true;
}

export interface HeldField {
  type: string;
  value: unknown;
  observedAt: string;
}

/** A full state of an object, from any source. Cleared fields have the value null or are absent. */
export interface HeldObject {
  externalId: string;
  workspace: string;
  revision: number;
  position: SentPosition & { observedAt: string };
  fields: Record<string, HeldField>;
  descriptive: Record<string, unknown>;
  archived: boolean;
  /** The legal hold: its reason, who set it, and when. */
  hold?: { reason: string; by: string; since: string };
  /** The object is erased: only owner and revision are meaningful. */
  erased?: true;
  /** For an erased object: the next workspace that creates it owns its id. */
  idReleased?: true;
}

/** A change in the feed or the history, with all properties of its line. */
export interface ServedChange {
  externalId: string;
  revision: number;
  [member: string]: unknown;
}

/** Newest states from one source, by externalId; `place` is the name of the source in findings. */
export interface StateReading {
  place: string;
  objects: ReadonlyMap<string, HeldObject>;
  /** Whether the source has cleared fields as tombstones, which are then compared as well. */
  tombstones: boolean;
  /** Whether the source keeps erased objects as erased; otherwise they must be missing. */
  erasures: boolean;
  /** Whether the source includes legal holds. The list of objects does not, since holds have a separate list. */
  holds: boolean;
  /** Whether the source knows which ids of erased objects were released. */
  releases?: boolean;
}

/** A row of the projection's history: its key, and its line. */
export interface HistoryRow {
  externalId: string;
  revision: number;
  workspace: string;
  observedAt: string;
  receivedAt: string;
  change: ServedChange;
}

export interface History {
  calls: Call[];
  events: EventRecord[];
  /** object.state in log order; the last record of each id counts. */
  stateRecords: HeldObject[];
  readings: StateReading[];
  historyRows: HistoryRow[];
  /** The complete feed of each workspace, from the earliest cursor. */
  feeds: ReadonlyMap<string, ServedChange[]>;
}

export interface Finding {
  rule: string;
  detail: string;
}
