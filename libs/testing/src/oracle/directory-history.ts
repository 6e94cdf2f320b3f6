/** Milliseconds on the monotonic clock of the run. */
export interface Interval {
  from: number;
  to: number;
}

/** One requested change of the directory, with the answer. */
export interface DirectoryOrder {
  /** Name of the action in the audit. */
  action: string;
  /** `<kind>:<id>` as in the audit; null for a token whose creation got no answer. */
  target: string | null;
  sentAt: number;
  answeredAt: number;
  /** HTTP status; null if no answer arrived. */
  status: number | null;
  /** Id of the request from the answer, which identifies the call in the audit. */
  requestId: string | null;
}

/** A call whose answer shows which state of the directory a gateway knows. */
export interface DirectoryProbe {
  gateway: string;
  /** Id of the caller's token. */
  tokenId: string;
  what: 'read' | 'write';
  workspace: string;
  sentAt: number;
  answeredAt: number;
  status: number | null;
  /** Last part of the problem's type. */
  problem: string | null;
}

export interface AuditedChange {
  action: string;
  target: string;
  subject: string;
  requestId: string;
  detail: Record<string, unknown> | null;
}

/** The directory's tables and published records. */
export interface HeldDirectory {
  tokens: { id: string; revoked: boolean }[];
  workspaces: { id: string; status: string; plan: string }[];
  plans: { name: string; limits: Record<string, unknown> }[];
  /** Oldest first. */
  audit: AuditedChange[];
  /** The newest record of each key of `directory.state`, without removed keys. */
  published: ReadonlyMap<string, Record<string, unknown>>;
}

export interface DirectoryHistory {
  /** Subject of these orders in the audit. */
  operator: string;
  orders: DirectoryOrder[];
  probes: DirectoryProbe[];
  held: HeldDirectory;
  /** Times in which gateways may have missed changes of the directory, because the broker was down or a gateway was suspended. */
  blind: Interval[];
  /** Times in which the services' clocks were wrong: a token created then may be not yet valid, or no longer. */
  clocksOff: Interval[];
}
