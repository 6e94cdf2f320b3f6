/**
 * The messages between gateways and the directory in `POST /internal/quota` (decision 10). Counters are totals of a life (one run of a
 * gateway), so a report may arrive twice or not at all. The directory believes a gateway's figure for the rest of a lease, because only
 * that gateway can use it.
 */
export interface QuotaReport {
  /** UUID of this run of the gateway. */
  life: string;
  /** From 1, one higher each time; a lower one than the directory has seen is refused (409). */
  sequence: number;
  /**
   * True if the gateway has received an answer in this life. If the directory no longer knows the life, the gateway has to start a new one
   * (409).
   */
  known: boolean;
  /** The gateway is stopping and holds no leases. */
  stopping: boolean;
  /** At most `MAX_ACCOUNTS`. */
  accounts: QuotaAccountReport[];
  /** Recent demand for rates, including refused calls, at most `MAX_DEMANDS`; null: not reported this time. */
  demands: RateDemand[] | null;
  /**
   * The gateway's INSTANCE_ID, at most `MAX_GATEWAY_NAME`, and its clock when it sent the report, milliseconds since the epoch. Earlier
   * versions omit it.
   */
  gateway?: { name: string; clock: number };
  /** Counts of tokens that have changed, at most `MAX_TOKEN_COUNTS`. Earlier versions omit it. */
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
  /** The rest of the lease; the difference to the last answer was used or is returned. */
  left: number;
  /** Calls per second, averaged over about a minute. */
  callsPerSecond: number;
  elementsPerSecond: number;
  /** Calls that wait for a grant. */
  waiting: number;
  /** False if the gateway is idle and needs no further lease. */
  wanted: boolean;
}

/** Calls and elements of one token in a workspace in a month, as totals of this life. */
export interface TokenCountReport {
  workspace: string;
  /** Calendar month in UTC, `2026-11`. */
  month: string;
  /** Claim `sub`, cut to `MAX_COUNTED_SUBJECT`. */
  subject: string;
  /** Accepted calls. */
  calls: number;
  /** Elements in those calls. */
  elements: number;
  /** Calls refused because of a limit of the plan. */
  refused: number;
}

/** Demand of a workspace (`<workspace>`) or of one of its tokens (`<workspace>/<token id>`). */
export interface RateDemand {
  key: string;
  callsPerSecond: number;
  elementsPerSecond: number;
}

export interface QuotaAnswer {
  /** Milliseconds since the epoch by the directory's clock, which decides on all gateways when a month begins. */
  now: number;
  /** Gateways that have reported in the last seconds, including this one. */
  gateways: number;
  /** Milliseconds until the next report is due. */
  nextInMs: number;
  accounts: QuotaGrant[];
  /** The gateway's shares of the plan's rates, 0…1, by key. */
  shares: Record<string, [calls: number, elements: number]>;
}

export interface QuotaGrant {
  workspace: string;
  month: string;
  /** Calls to add to the lease. */
  granted: number;
  /** The most that the gateway may keep, since other gateways need the rest; null: no limit. */
  keep: number | null;
  /** The plan's limit; null: not limited. */
  limit: number | null;
  /** Calls of all gateways in the month as reported so far, including leases of lost gateways. */
  used: number;
  /** Leased to running gateways, including this one. */
  leased: number;
}

/** Together, these limits keep a report within the body size that the directory accepts. */
export const MAX_ACCOUNTS = 600;
export const MAX_DEMANDS = 750;
export const MAX_TOKEN_COUNTS = 200;
/** Characters. */
export const MAX_COUNTED_SUBJECT = 256;
export const MAX_GATEWAY_NAME = 128;
