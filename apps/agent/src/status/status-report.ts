/**
 * What the status page shows and `/status` answers with. Times are RFC 3339; counts are since the queue's folder was
 * made, rates of the last minute.
 */
export interface StatusReport {
  readonly version: string;
  /** What the version check was told, where it is newer. */
  readonly newerVersion?: string;
  readonly startedAt: string;
  readonly now: string;
  /** Everything works: sources are connected, the gateway takes what it is sent, and the file is the one that runs. */
  readonly well: boolean;
  readonly configuration: {
    readonly file: string;
    readonly readAt: string;
    /** Why the file as it is now does not run. */ readonly fault?: string;
  };
  readonly gateway: {
    readonly url: string;
    readonly workspace: string;
    readonly lastAnswer?: { readonly at: string; readonly text: string; readonly good: boolean };
  };
  readonly queue: {
    /** Elements that wait to be sent. */
    readonly length: number;
    /** Seconds that the oldest of them has waited. */
    readonly oldestSeconds?: number;
    readonly bytes: number;
    readonly maxBytes: number;
    readonly whenFull: string;
    /** Why the disk takes nothing, or why sources wait. */
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
  /** What the source says of itself. */
  readonly detail: string;
  readonly received: number;
  readonly receivedPerSecond: number;
  readonly queued: number;
  readonly merged: number;
  readonly quarantined: readonly KeptApart[];
}

/** What was not sent, by reason, with a sample. */
export interface KeptApart {
  readonly reason: string;
  readonly count: number;
  readonly sample?: { readonly at: string; readonly detail: string; /** JSON, cut. */ readonly document: string };
}
