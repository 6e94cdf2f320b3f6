/** The result of one run of one row. */
export interface Measurement {
  /** In the row's unit: elements a second, requests a second, milliseconds. */
  value: number;
  p50Ms?: number;
  p99Ms?: number;
  /** CPU microseconds an element, by process. */
  cpu?: Readonly<Record<string, number>>;
  /** Largest resident memory by process, MiB. */
  memory?: Readonly<Record<string, number>>;
  /** Most elements that were accepted and not yet projected. */
  lag?: number;
  /** Whatever a reader should know: answers that were not wanted, what was left out. */
  notes?: readonly string[];
}

export type Unit = 'elements/s' | 'requests/s' | 'changes/s' | 'records/s' | 'deliveries/s' | 'ms' | 'µs/element' | 'MiB' | '%';

/** One row of the table: its name on the command line, its goal, and how to measure it once. */
export interface Row<Context> {
  id: string;
  what: string;
  unit: Unit;
  /** Smaller is better for times and memory. */
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
