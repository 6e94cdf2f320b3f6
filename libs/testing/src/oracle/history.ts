/**
 * What the oracle judges: a whole history, in the oracle's own words. Nothing here comes from the rules or the
 * contracts of the product, so that a mistake there cannot hide here (specification 2 and 7; design 2 to 6).
 * Times are RFC 3339 UTC with milliseconds, revisions count from 1.
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
  /** initialExternalObject of an update, or the descriptive values of an edit. */
  set?: Record<string, unknown>;
  ifRevision?: number;
  /** Of a hold. */
  reason?: string;
}

/** The answer that the client got for one element. */
export type ElementAnswer =
  | { told: 'applied'; status: string; revision: number; stale: boolean }
  | { told: 'rejected'; code: string }
  /** 202, and nothing more was learned: it must have been decided, once. */
  | { told: 'accepted' }
  /** No answer, or one that leaves it open (5xx, cut connection): at most once. */
  | { told: 'unknown' }
  /** The whole call was refused (4xx problem): never applied. */
  | { told: 'refused' };

export interface Call {
  /** Names the call in findings. */
  name: string;
  workspace: string;
  idempotencyKey?: string;
  /** The bare uuid when an answer named it. */
  operationId?: string;
  /** The operation's id as answers and URLs write it. */
  publicOperationId?: string;
  /** Milliseconds on one monotonic clock. */
  sentAt: number;
  answeredAt: number;
  /** HTTP status; null when no answer came. */
  status: number | null;
  commands: SentCommand[];
  /** As many as there are commands, in their order. */
  answers: ElementAnswer[];
}

/** A record of object.events, as read raw. */
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
  /** Of an erasure: the id has no owner any more. */
  idReleased?: true;
}

export interface HeldField {
  type: string;
  value: unknown;
  observedAt: string;
}

/** A full state of an object, wherever it was read. Cleared fields have value null or are left out. */
export interface HeldObject {
  externalId: string;
  workspace: string;
  revision: number;
  position: SentPosition & { observedAt: string };
  fields: Record<string, HeldField>;
  descriptive: Record<string, unknown>;
  archived: boolean;
  /** Why it may not be erased, by whom and since when. */
  hold?: { reason: string; by: string; since: string };
  /** Only owner and revision are left; position, fields and all else mean nothing. */
  erased?: true;
  /** Of an erased one: the next workspace that creates it owns its id. */
  idReleased?: true;
}

/** A change as a reader gets it from the polling feed or the history: the whole line, whatever it holds. */
export interface ServedChange {
  externalId: string;
  revision: number;
  [member: string]: unknown;
}

/** Newest states by externalId, as read from one place; `place` names it in findings. */
export interface StateReading {
  place: string;
  objects: ReadonlyMap<string, HeldObject>;
  /** True: the place holds cleared fields as tombstones, and they are compared as well. */
  tombstones: boolean;
  /** True: the place remembers erased objects as erased; otherwise they must be gone from it. */
  erasures: boolean;
  /** True: the place shows legal holds. The list of objects does not; they have a list of their own. */
  holds: boolean;
  /** True: the place knows which ids of erased objects were released. */
  releases?: boolean;
}

/** A row of the projection's history: its key, and the line that is served. */
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
  /** The feed of each workspace, from the earliest cursor, pages joined. */
  feeds: ReadonlyMap<string, ServedChange[]>;
}

export interface Finding {
  rule: string;
  detail: string;
}
