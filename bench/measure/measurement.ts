/** The result of one run of one row. */
export interface Measurement {
  /** In the row's unit: elements per second, requests per second or milliseconds. */
  value: number;
  p50Ms?: number;
  p99Ms?: number;
  /** CPU microseconds per element, by process. */
  cpu?: Readonly<Record<string, number>>;
  /** Largest resident memory by process, in MiB. */
  memory?: Readonly<Record<string, number>>;
  /** The largest number of elements that were accepted but not yet projected. */
  lag?: number;
  /** Bytes that the database wrote to its write-ahead log, per element. */
  walBytes?: number;
  /** Remarks for readers, such as unwanted answers and what was left out. */
  notes?: readonly string[];
}

export type Unit = 'elements/s' | 'requests/s' | 'changes/s' | 'records/s' | 'deliveries/s' | 'ms' | 'µs/element' | 'MiB' | '%';

/** One row of the table: its name on the command line, its goal, and the function that measures it once. */
export interface Row<Context> {
  id: string;
  what: string;
  unit: Unit;
  /** The goal: an upper bound for times and memory, otherwise a lower bound. */
  must?: number;
  aim?: number;
  measure(context: Context): Promise<Measurement>;
}

export interface RowResult {
  id: string;
  what: string;
  unit: Unit;
  must?: number;
  aim?: number;
  runs: readonly Measurement[];
}
