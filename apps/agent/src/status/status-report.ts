/**
 * The contents of the status page and of `/status`. Times are RFC 3339; counts start with the creation of the queue's folder, rates cover
 * the last minute.
 */
export interface StatusReport {
  readonly version: string;
  /** The newest version from the version check, if it is newer. */
  readonly newerVersion?: string;
  readonly startedAt: string;
  readonly now: string;
  /** Everything works: sources are connected, the gateway accepts elements, and the configuration in the file is running. */
  readonly well: boolean;
  readonly configuration: {
    readonly file: string;
    readonly readAt: string;
    /** Why the current file does not run. */ readonly fault?: string;
  };
  readonly gateway: {
    readonly url: string;
    readonly workspace: string;
    readonly lastAnswer?: { readonly at: string; readonly text: string; readonly good: boolean };
  };
  readonly queue: {
    /** Elements waiting to be sent. */
    readonly length: number;
    /** Seconds that the oldest of them has waited. */
    readonly oldestSeconds?: number;
    readonly bytes: number;
    readonly maxBytes: number;
    readonly whenFull: string;
    /** Why the disk accepts nothing, or why sources wait. */
    readonly fault?: string;
    readonly sent: number;
    readonly sentPerSecond: number;
    readonly dropped: number;
  };
  readonly sources: readonly SourceStatus[];
  readonly refused: readonly KeptApart[];
}

export type SourceState = 'connected' | 'disconnected' | 'starting' | 'failed';

export interface SourceStatus {
  readonly name: string;
  readonly kind: string;
  readonly state: SourceState;
  readonly since: string;
  /** The source's own description. */
  readonly detail: string;
  readonly received: number;
  readonly receivedPerSecond: number;
  readonly queued: number;
  readonly merged: number;
  readonly quarantined: readonly KeptApart[];
}

/** Unsent messages by reason, with a sample. */
export interface KeptApart {
  readonly reason: string;
  readonly count: number;
  readonly sample?: { readonly at: string; readonly detail: string; /** JSON, cut. */ readonly document: string };
}
