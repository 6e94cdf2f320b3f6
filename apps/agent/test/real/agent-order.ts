import type { Element } from '../../src/reading/element.js';

/** The instructions for `agent-process`. */
export interface AgentOrder {
  readonly folder: string;
  readonly maxBytes: number;
  readonly url: string;
  readonly workspace: string;
  readonly token: string;
  /** Number of elements in the source, numbered from 0; it continues at its place. */
  readonly total: number;
  /** Elements per handover. */
  readonly batch: number;
  readonly objects: number;
  /** Distance between observations; the first is at `firstAt` (milliseconds since 1970). */
  readonly everyMs: number;
  readonly firstAt: number;
  /** False: everything stays in the queue, and the process exits once the queue has everything. */
  readonly deliver: boolean;
  /** Live elements per second while the rest is sent; 0: none. */
  readonly livePerSecond: number;
}

/** The process's report about itself. */
export interface AgentReport {
  readonly waiting: number;
  readonly place: number;
  readonly bytesOnDisk: number;
  readonly state: string;
  readonly queueState: string;
  readonly sent: number;
  /** Milliseconds from handover to the gateway's answer, for live elements since the last report. */
  readonly liveDelays: readonly number[];
  readonly refused: number;
  readonly done: boolean;
}

/** The source's element number `at`. */
export function elementOf({ firstAt, everyMs, objects }: Pick<AgentOrder, 'firstAt' | 'everyMs' | 'objects'>, at: number): Element {
  return {
    externalId: `omlox:yard:tag-${at % objects}`,
    observedAt: new Date(firstAt + at * everyMs).toISOString(),
    locationUpdate: { newPosition: { lat: 53.4 + (at % 1000) / 100_000, lon: -2.98 - (at % 777) / 100_000 }, accuracy: 0.3 },
  };
}
