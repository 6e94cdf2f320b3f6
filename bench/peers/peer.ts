import type { MeasuredProcess } from '../measure/process-costs.js';
import type { FleetWrites } from './load/fleet-writes.js';
import type { Target } from './load/write-job.js';

/** Degrees. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** One connection for box queries, with one query at a time. */
export interface BoxReader {
  /** Reads ids and positions of the objects in the box. @returns the number of objects */
  read(box: Box): Promise<number>;
  close(): void;
}

/** A load that is over. */
export interface LoadFigures {
  elementsPerSecond: number;
  /** CPU microseconds per element of each process, without the generator. */
  cpu: Readonly<Record<string, number>>;
  /** CPU microseconds per element of the load generator. */
  generatorCpu: number;
  /** Of one call. */
  p50Ms: number;
  p99Ms: number;
}

/** An interface of a peer for writing positions. */
export interface Way {
  name: string;
  /** What has happened to an element when its call is answered; for the report. */
  acknowledged: string;
  connections: number;
  elementsPerCall: number;
  target: Target;
  /** Writes at full speed. */
  load(seconds: number): Promise<LoadFigures>;
  /** Reads the variant of the newest sample of each object, by the object's number. */
  newest(): Promise<ReadonlyMap<number, number>>;
}

/** A server that holds the fleet: each object has a position. */
export interface RunningPeer {
  ways: readonly Way[];
  processes: readonly MeasuredProcess[];
  writes: FleetWrites;
  openBoxReader(): Promise<BoxReader>;
  /** Ends all processes with SIGKILL. */
  kill(): Promise<void>;
  /** Starts them again on the same data. */
  restart(): Promise<void>;
  /** Stops everything. */
  close(): Promise<void>;
}

/** A server that can be measured. */
export interface Peer {
  name: string;
  /** Why it cannot be measured and what to install; undefined if everything is there. */
  missing(): string | undefined;
  /** @param folder an empty folder for data and logs, which the caller removes */
  start(objects: number, folder: string): Promise<RunningPeer>;
}
