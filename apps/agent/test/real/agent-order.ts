import type { Element } from '../../src/mapping/element.js';

/** What `agent-process` is to do. */
export interface AgentOrder {
  readonly folder: string;
  readonly maxBytes: number;
  readonly url: string;
  readonly workspace: string;
  readonly token: string;
  /** Elements that the source has, numbered from 0; it goes on where its place says. */
  readonly total: number;
  /** In one handover. */
  readonly batch: number;
  readonly objects: number;
  /** Observed one after the other at this distance, the first at `firstAt` (milliseconds since 1970). */
  readonly everyMs: number;
  readonly firstAt: number;
  /** False: everything stays in the queue, and the process ends when it is there. */
  readonly deliver: boolean;
  /** Elements a second of objects that live now, while the rest is sent; 0: none. */
  readonly livePerSecond: number;
}

/** What it says of itself. */
export interface AgentReport {
  readonly waiting: number;
  readonly place: number;
  readonly bytesOnDisk: number;
  readonly state: string;
  readonly queueState: string;
  readonly sent: number;
  /** Milliseconds from handover to the gateway's word, of live elements since the last report. */
  readonly liveDelays: readonly number[];
  readonly refused: number;
  readonly done: boolean;
}

/** What the source says as its element number `at`. */
export function elementOf({ firstAt, everyMs, objects }: Pick<AgentOrder, 'firstAt' | 'everyMs' | 'objects'>, at: number): Element {
  return {
    externalId: `omlox:yard:tag-${at % objects}`,
    observedAt: new Date(firstAt + at * everyMs).toISOString(),
    locationUpdate: { newPosition: { lat: 53.4 + (at % 1000) / 100_000, lon: -2.98 - (at % 777) / 100_000 }, accuracy: 0.3 },
  };
}
