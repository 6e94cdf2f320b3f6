import { cloudEventHeaders } from '#contracts/cloud-event.js';
import { EVENT_TYPES } from '#contracts/event-types.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import type { ObjectChange } from '#object-rules/change.js';
import type { EventRecord } from '#testing/oracle/history.js';
import type { Random } from '#testing/workload/random.js';
import { type Draft, randomMonth } from '../random-month.js';

export const WORKSPACES = ['alpha', 'beta'] as const;
export const ALL_PARTITIONS = [0, 1] as const;
const OBJECTS = 4;
const REPORTS = 14;
const DAY_MS = 86_400_000;
/** The reports end in the past. */
export const END = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;

export interface Changes {
  /** object.events, by partition. */
  logs: ConsumedRecord[][];
  /** The same, each event once, by object. */
  objects: Map<string, EventRecord[]>;
}

/** Objects of two workspaces with late and repeated changes; some are erased and created again. */
export function randomChanges(random: Random): Changes {
  const logs: ConsumedRecord[][] = ALL_PARTITIONS.map(() => []);
  const objects = new Map<string, EventRecord[]>();
  for (const workspace of WORKSPACES) {
    for (const draft of erasedAtTimes(random, randomMonth(random, { workspace, objects: OBJECTS, reports: REPORTS, end: END }))) {
      const { kind, change } = draft;
      const partition = Number(change.externalId.split('-')[1]) % ALL_PARTITIONS.length;
      const log = logs[partition]!;
      const offset = log.length;
      log.push(recordOf(draft, partition, offset));
      const events = objects.get(change.externalId) ?? [];
      objects.set(change.externalId, events);
      if (change.revision > (events.at(-1)?.revision ?? 0))
        events.push({ ...change, type: EVENT_TYPES[kind], key: change.externalId, partition, offset, stale: change.stale === true });
    }
  }
  return { logs, objects };
}

/** Inserts erasures: after a change, before any newer one of the object. Revisions are doubled to make room for them. */
function erasedAtTimes(random: Random, log: readonly Draft[]): Draft[] {
  const newest = new Map<string, number>();
  return log.flatMap(({ kind, change }) => {
    const moved = { kind, change: { ...change, revision: change.revision * 2 } };
    const isNew = change.revision > (newest.get(change.externalId) ?? 0);
    if (isNew) newest.set(change.externalId, change.revision);
    return isNew && random.chance(0.05) ? [moved, erasureAfter(moved.change)] : [moved];
  });
}

function erasureAfter({ externalId, workspace, revision, observedAt, receivedAt, subject }: ObjectChange): Draft {
  return {
    kind: 'erased',
    change: { externalId, workspace, revision: revision + 1, operationId: '0199', index: 0, observedAt, receivedAt, subject },
  };
}

function recordOf({ kind, change }: Draft, partition: number, offset: number): ConsumedRecord {
  const headers = Object.entries({ ...cloudEventHeaders(EVENT_TYPES[kind], change, change.receivedAt) });
  return {
    topic: 'object.events',
    partition,
    offset,
    timestamp: 0,
    key: Buffer.from(change.externalId),
    value: Buffer.from(JSON.stringify(change)),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, Buffer.from(String(value))])),
  } as unknown as ConsumedRecord;
}
