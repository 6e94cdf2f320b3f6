/** The server and interface that a writer uses. */
export type Target =
  | { kind: 'tile38'; port: number }
  | { kind: 'frost'; url: string; entities: 'locations' | 'observations' }
  | { kind: 'waymark'; url: string; token: string; workspace: string; mode: 'wait' | 'async' };

/** A job of the write generator; times in milliseconds. It ends at the limit that is reached first. */
export interface WriteJob {
  target: Target;
  /** Number of calls in flight, one per connection. Each connection has objects of its own. */
  connections: number;
  elementsPerCall: number;
  /** Size of the fleet. */
  objects: number;
  /** The round of the first update of each object. */
  firstRound: number;
  durationMs?: number;
  /** Number of updates of each object. */
  rounds?: number;
  /** Number of calls of each connection. */
  calls?: number;
  /** Pause after each call. */
  pauseMs?: number;
}

export interface WriteResult {
  /** Number of acknowledged elements. */
  acknowledged: number;
  elapsedMs: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the generator's process. */
  cpuMicros: number;
  /** The last acknowledged round of each object; -1 without one. */
  acknowledgedRounds: number[];
  /** The last round of each object that was sent, acknowledged or not; -1 without one. */
  sentRounds: number[];
  /** One per connection that ended early. */
  errors: string[];
}

/** Sent regularly from the generator to the parent: number of acknowledged elements so far. */
export interface WriteProgress {
  progress: number;
}
