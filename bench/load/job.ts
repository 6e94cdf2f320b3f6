/** The load generator's job; times in milliseconds. */
export interface LoadJob {
  url: string;
  token: string;
  workspace: string;
  /** Calls in flight, one a connection. */
  connections: number;
  elementsPerCall: number;
  /** Ids are taken from this many objects. */
  objects: number;
  /** `wait`: each call waits for its outcomes; `async`: it is answered when the broker has it. */
  mode: 'wait' | 'async';
  /** No more than this on average; as fast as it goes when left out. */
  elementsPerSecond?: number;
  /** It ends at the first of these. */
  durationMs?: number;
  calls?: number;
}

export interface LoadResult {
  elements: number;
  calls: number;
  /** Answers by HTTP status. */
  statuses: Record<string, number>;
  /** Elements in answers with 2xx of the wanted kind: 200 when waiting, 202 when not. */
  wanted: number;
  elapsedMs: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU of the generator's own process. */
  cpuMicros: number;
  /** The first few answers that were not wanted. */
  surprises: string[];
}

/** Generator to parent, now and then: elements in wanted answers so far. */
export interface LoadProgress {
  progress: number;
}

/** Parent to generator; `pause` holds back new calls so that what is behind does not grow without bound. */
export type LoadMessage = { kind: 'start'; job: LoadJob } | { kind: 'pause' } | { kind: 'resume' };
