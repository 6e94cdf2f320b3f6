import { EVENT_TYPES } from '#contracts/event-types.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import type { EventRecord } from '#testing/oracle/history.js';
import type { RawArea } from '#testing/oracle/recount-area-visits.js';
import type { Random } from '#testing/workload/random.js';

export const ALL_PARTITIONS = [0, 1] as const;
const OBJECTS = 4;
/** Everything that is due by time is due long before the simulation. */
const FIRST_AT = Date.now() - 4 * 3_600_000;
/** Degrees. All places are further than this from every border. */
const STEP = 0.001;

const square = (west: number, south: number, size: number): number[][][] => [
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ],
];

/** Three areas: two that overlap, and one that only counts visits. */
export const AREAS: readonly RawArea[] = [
  { south: 0, west: 0, size: 10, dwellSeconds: 60, absentSeconds: 90 },
  { south: 5, west: 5, size: 10, absentSeconds: 30 },
  { south: 2, west: 20, size: 6, dwellSeconds: 20 },
].map(({ south, west, size, ...seconds }, index) => ({
  areaId: `0192c2e2-3c5c-7000-8000-00000000000${index + 1}`,
  workspace: 'w',
  geometry: { type: 'Polygon', coordinates: square((west + 0.5) * STEP, (south + 0.5) * STEP, size * STEP) },
  createdAt: new Date(FIRST_AT - 3_600_000).toISOString(),
  ...seconds,
}));

export interface Reports {
  /** object.events, by partition. */
  logs: ConsumedRecord[][];
  /** The same, each event once, by object. */
  objects: Map<string, EventRecord[]>;
}

/** Objects that go in and out, with late, repeated and contradicting reports; some are erased and created again. */
export function randomReports(random: Random): Reports {
  const logs: ConsumedRecord[][] = ALL_PARTITIONS.map(() => []);
  const objects = new Map<string, EventRecord[]>();
  const left = Array.from({ length: OBJECTS * ALL_PARTITIONS.length }, (_unused, index) => ({
    externalId: `o${index}`,
    partition: index % ALL_PARTITIONS.length,
    count: random.integer(5, 28),
    at: FIRST_AT + random.integer(0, 60_000),
    events: [] as EventRecord[],
  }));
  for (const { externalId, events } of left) objects.set(externalId, events);
  for (let open = left; open.length > 0; open = open.filter(({ count }) => count > 0)) {
    const object = random.pick(open);
    object.count--;
    object.at += random.pick([1000, 5000, 20_000, 50_000, 120_000]);
    const { externalId, partition, events } = object;
    const log = logs[partition]!;
    const isErased = events.length > 3 && random.chance(0.04);
    const late = random.chance(0.2) ? random.integer(1, 200) * 1000 : 0;
    const observedAt = new Date(object.at - late).toISOString();
    const [lat, lon] = [random.integer(-2, 17) * STEP, random.integer(-2, 28) * STEP];
    const event: EventRecord = {
      partition,
      offset: log.length,
      key: externalId,
      type: isErased ? EVENT_TYPES.erased : events.length === 0 ? EVENT_TYPES.created : EVENT_TYPES.updated,
      externalId,
      workspace: 'w',
      revision: events.length + 1,
      operationId: 'none',
      index: 0,
      observedAt,
      receivedAt: observedAt,
      stale: false,
      ...(!isErased && { position: { lat, lon } }),
    };
    events.push(event);
    // A record may be on the topic again, after others.
    for (const each of random.chance(0.1) ? [event, random.pick(events)] : [event]) log.push(recordOf(each, log.length));
  }
  return { logs, objects };
}

function recordOf(event: EventRecord, offset: number): ConsumedRecord {
  const { externalId, workspace, revision, observedAt, position, type, partition } = event;
  return {
    topic: 'object.events',
    partition,
    offset,
    timestamp: 0,
    key: Buffer.from(externalId),
    value: Buffer.from(JSON.stringify({ workspace, externalId, revision, observedAt, position })),
    headers: { ce_workspace: Buffer.from(workspace), ce_type: Buffer.from(type) },
  } as unknown as ConsumedRecord;
}
