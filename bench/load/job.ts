/** A job of the load generator; times in milliseconds. */
export interface LoadJob {
  url: string;
  token: string;
  workspace: string;
  /** Number of calls in flight, one per connection. */
  connections: number;
  elementsPerCall: number;
  /** Number of objects whose ids are used. */
  objects: number;
  /** `wait`: each call waits for its outcomes; `async`: a call is answered when the broker has it. */
  mode: 'wait' | 'async';
  /** The highest average rate; if left out, as fast as possible. */
  elementsPerSecond?: number;
  /** The job ends at the limit that is reached first: `durationMs` or `calls`. */
  durationMs?: number;
  calls?: number;
}

export interface LoadResult {
  elements: number;
  calls: number;
  /** Number of answers by HTTP status. */
  statuses: Record<string, number>;
  /** Number of elements in wanted answers: 200 when waiting for outcomes, otherwise 202. */
  wanted: number;
  elapsedMs: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the generator's process. */
  cpuMicros: number;
  /** The first few unwanted answers. */
  unexpected: string[];
}

/** Sent regularly from the generator to the parent: number of elements in wanted answers so far. */
export interface LoadProgress {
  progress: number;
}

/** Sent from the parent to the generator; `pause` holds back new calls, so that the backlog does not grow without bound. */
export type LoadMessage = { kind: 'start'; job: LoadJob } | { kind: 'pause' } | { kind: 'resume' };
