/**
 * The messages between gateways and the directory over `POST /internal/quota` (decision 10). Counters of a life (one run of a
 * gateway) only have totals, so that a report may come twice or not at all; the directory believes a gateway about what it still
 * holds of a lease, because only that gateway can use it.
 */
export interface QuotaReport {
  /** UUID of this run of the gateway. */
  life: string;
  /** From 1, one higher each time; an older one than was seen is refused (409). */
  sequence: number;
  /** An answer was received in this life: if the directory no longer knows it, the gateway has to start a new one (409). */
  known: boolean;
  /** The gateway is stopping and holds no leases. */
  stopping: boolean;
  /** At most `MAX_ACCOUNTS`. */
  accounts: QuotaAccountReport[];
  /** Recent demand on rates, refused calls included, at most `MAX_DEMANDS`; null: not reported this time. */
  demands: RateDemand[] | null;
  /**
   * Its INSTANCE_ID, at most `MAX_GATEWAY_NAME`, and its clock as it sent this, milliseconds since the epoch; left out
   * by gateways of before.
   */
  gateway?: { name: string; clock: number };
  /** Of tokens with changed counts, at most `MAX_TOKEN_COUNTS`; left out by older gateways. */
  tokens?: TokenCountReport[];
}

export interface QuotaAccountReport {
  workspace: string;
  /** Calendar month in UTC, `2026-11`. */
  month: string;
  /** Calls of this life in the month. */
  used: number;
  /** Elements of this life in the month. */
  elements: number;
  /** The rest of the lease; the difference to the last answer was used or is given back. */
  left: number;
  /** Calls a second, over about a minute. */
  callsPerSecond: number;
  elementsPerSecond: number;
  /** Calls that wait for a grant. */
  waiting: number;
  /** False: idle, it wants no further lease. */
  wanted: boolean;
}

/** What one token did in a workspace in a month, as totals of this life. */
export interface TokenCountReport {
  workspace: string;
  /** Calendar month in UTC, `2026-11`. */
  month: string;
  /** Claim `sub`, cut to `MAX_COUNTED_SUBJECT`. */
  subject: string;
  /** That were let in. */
  calls: number;
  /** Of those calls. */
  elements: number;
  /** Calls that a limit of the plan has refused. */
  refused: number;
}

/** Of a workspace (`<workspace>`) or of one of its tokens (`<workspace>/<token id>`). */
export interface RateDemand {
  key: string;
  callsPerSecond: number;
  elementsPerSecond: number;
}

export interface QuotaAnswer {
  /** Milliseconds since the epoch by the directory's clock: months begin by it on every gateway. */
  now: number;
  /** Gateways that have reported in the last seconds, the asking one included. */
  gateways: number;
  /** When the next report is wanted, in milliseconds. */
  nextInMs: number;
  accounts: QuotaGrant[];
  /** Parts of the plan's rates that this gateway may use, 0…1, by key: of calls, of elements. */
  shares: Record<string, [calls: number, elements: number]>;
}

export interface QuotaGrant {
  workspace: string;
  month: string;
  /** Calls to add to the lease. */
  granted: number;
  /** The most that may be kept; others need the rest. */
  keep: number | null;
  /** Of the plan; null: not limited. */
  limit: number | null;
  /** Used by all gateways in the month, as reported so far, with what is unaccounted. */
  used: number;
  /** Held by gateways that live, this one's part included. */
  leased: number;
}

/** Together they fit into a body that the directory takes. */
export const MAX_ACCOUNTS = 600;
export const MAX_DEMANDS = 750;
export const MAX_TOKEN_COUNTS = 200;
/** Characters. */
export const MAX_COUNTED_SUBJECT = 256;
export const MAX_GATEWAY_NAME = 128;
