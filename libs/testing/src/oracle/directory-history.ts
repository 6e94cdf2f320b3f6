/** Milliseconds on the monotonic clock of the run. */
export interface Interval {
  from: number;
  to: number;
}

/** One requested change of the directory, with the answer. */
export interface DirectoryOrder {
  /** As the audit names it. */
  action: string;
  /** `<kind>:<id>` as in the audit; null for a token without an answer. */
  target: string | null;
  sentAt: number;
  answeredAt: number;
  /** HTTP status; null when no answer came. */
  status: number | null;
  /** Of the answer: the audit names the call by it. */
  requestId: string | null;
}

/** A call that shows what a gateway knows of the directory. */
export interface DirectoryProbe {
  gateway: string;
  /** Id of the token that it was made with. */
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

/** The directory's own tables, and what it has published. */
export interface HeldDirectory {
  tokens: { id: string; revoked: boolean }[];
  workspaces: { id: string; status: string; plan: string }[];
  plans: { name: string; limits: Record<string, unknown> }[];
  /** Oldest first. */
  audit: AuditedChange[];
  /** The newest record of each key of `directory.state`; what was removed is not here. */
  published: ReadonlyMap<string, Record<string, unknown>>;
}

export interface DirectoryHistory {
  /** Subject of the audit's lines that these orders made. */
  operator: string;
  orders: DirectoryOrder[];
  probes: DirectoryProbe[];
  held: HeldDirectory;
  /** When gateways may have missed changes of the directory: the broker was away, or one of them stood still. */
  blind: Interval[];
  /** When the services' clocks were wrong: a token made then may not be valid yet, or no longer be valid. */
  clocksOff: Interval[];
}
