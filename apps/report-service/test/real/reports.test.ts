import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccessLine, AccessRecord } from '#contracts/access-log.js';
import { cloudEventHeaders } from '#contracts/cloud-event.js';
import { EVENT_TYPES } from '#contracts/event-types.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { partitionOf } from '#kafka/partition.js';
import type { OutgoingRecord } from '#kafka/record.js';
import { topicName } from '#kafka/topics.js';
import { daysOf, type Recounted, recountTracking } from '#testing/oracle/report-recount.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { Random } from '#testing/workload/random.js';
import { type Draft, randomMonth, rawEventOf } from './random-month.js';

const DAY_MS = 86_400_000;
/** The month ends in the past, whatever the time zone. */
const END = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
const TO = new Date(END + DAY_MS).toISOString().slice(0, 10);
const FROM = new Date(END - 31 * DAY_MS).toISOString().slice(0, 10);

let space: TestSpace;
let service: RunningService;
let producer: CoalescingProducer;
let database: pg.Client;

beforeAll(async () => {
  space = await createTestSpace('reports');
  producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 64 * 1024 * 1024, sendTimeoutMs: 30_000, logger: space.logger });
  await producer.connect();
  service = await startService('report-service', space.environment('report-service', { OBSERVATION_DAYS: '60', UNIT_RECORDS: '300', UNIT_LINGER_MS: '0', STATE_CACHE_OBJECTS: '10' }));
  database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.report}` });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await service?.stop();
  await producer?.close();
  await space?.close();
});

function recordOf({ kind, change }: Draft): OutgoingRecord {
  return {
    topic: topicName(space.prefix, 'object.events'),
    partition: partitionOf(change.externalId, space.partitions),
    key: change.externalId,
    value: JSON.stringify(change),
    headers: { ...cloudEventHeaders(EVENT_TYPES[kind], change, change.receivedAt) },
  };
}

const publish = (drafts: readonly Draft[]): Promise<void> => producer.send(drafts.map(recordOf));

interface Report {
  rows: Record<string, string | number | null>[];
}

function ask(workspace: string, query: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.url}/groups/${workspace}/reports/${query}`, { headers: { 'x-waymark-internal': space.installation.secrets.internalToken, ...headers } });
}

async function report(workspace: string, query: string): Promise<Report['rows']> {
  const answer = await ask(workspace, query);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return ((await answer.json()) as Report).rows;
}

const month = (timeZone: string): string => `from=${FROM}&to=${TO}&timeZone=${encodeURIComponent(timeZone)}`;

async function changesSeen(workspace: string): Promise<number> {
  const rows = await report(workspace, `tracking?${month('UTC')}&interval=all`);
  return (rows[0]?.updates as number | undefined) ?? 0;
}

/** As a report would say it. */
function shown(counted: Map<string, Recounted>): unknown[] {
  return [...counted]
    .map(([key, sums]) => {
      const [day, ...type] = key.split(' ');
      return { day, type: type.join(' '), updates: sums.updates, created: sums.created, stale: sums.stale, objects: sums.objects, distanceMetres: sums.distanceMm / 1000, movingSeconds: sums.movingMs / 1000, stillSeconds: sums.stillMs / 1000, stops: sums.stops, lastSeenAt: sums.lastSeen === 0 ? null : new Date(sums.lastSeen).toISOString() };
    })
    .filter(({ updates, objects, distanceMetres, movingSeconds, stillSeconds, stops }) => [updates, objects, distanceMetres, movingSeconds, stillSeconds, stops].some((sum) => sum !== 0))
    .sort(byDayAndType);
}

const byDayAndType = (a: { day?: string; type: string }, b: { day?: string; type: string }): number => (`${a.day} ${a.type}` < `${b.day} ${b.type}` ? -1 : 1);

describe('30 random days with late reports, repeats, two workspaces and a restart', () => {
  const random = new Random(20_261_122);
  const months = ['alpha', 'beta'].map((workspace) => ({ workspace, log: randomMonth(random, { workspace, objects: 12, reports: 100, end: END }) }));

  beforeAll(async () => {
    for (const { log } of months) await publish(log.slice(0, log.length / 2));
    await vi.waitFor(async () => expect(await changesSeen('alpha')).toBeGreaterThan(0), { timeout: 10_000, interval: 20 });
    await service.restart();
    for (const { log } of months) await publish(log.slice(log.length / 2));
    for (const { workspace, log } of months) {
      const wanted = new Set(log.map(({ change }) => `${change.externalId} ${change.revision}`)).size;
      await vi.waitFor(async () => expect(await changesSeen(workspace)).toBe(wanted), { timeout: 15_000, interval: 50 });
    }
  }, 40_000);

  it.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'])('are reported by day and type in %s as a recount over the raw events finds', async (timeZone) => {
    for (const { workspace, log } of months) {
      const rows = await report(workspace, `tracking?${month(timeZone)}&interval=day&by=type`);
      const found = rows.map(({ from, utilisation: _, ...row }) => ({ day: String(from).slice(0, 10), ...row }) as never).sort(byDayAndType);
      expect(found).toEqual(shown(recountTracking(log.map(rawEventOf), workspace, daysOf(timeZone))));
    }
  });

  it('are broken down by caller, category and number without losing a change', async () => {
    const { workspace, log } = months[0]!;
    const distinct = [...new Map(log.map((draft) => [`${draft.change.externalId} ${draft.change.revision}`, draft.change])).values()];
    const callers = await report(workspace, `tracking?${month('UTC')}&interval=all&by=caller`);
    expect(Object.fromEntries(callers.map(({ caller, updates }) => [caller, updates]))).toEqual(Object.fromEntries(['token:a', 'token:b'].map((subject) => [subject, distinct.filter((change) => change.subject === subject).length])));
    const categories = await report(workspace, `tracking?${month('UTC')}&interval=all&by=category&field=status`);
    expect(categories.map(({ category }) => category).sort()).toEqual(['busy', 'idle', null].sort());
    expect(categories.reduce((sum, { updates }) => sum + (updates as number), 0)).toBe(distinct.length);
    const values = distinct.flatMap(({ fields }) => (fields?.battery ? [fields.battery.value as number] : []));
    const [battery, ...others] = await report(workspace, `values?${month('UTC')}&interval=all`);
    expect(others).toEqual([]);
    expect(battery).toMatchObject({ number: 'battery', count: values.length, least: Math.min(...values), most: Math.max(...values) });
    expect(battery!.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);
  });

  it('are CSV in which no cell is a formula', async () => {
    const answer = await ask('alpha', `tracking?${month('UTC')}&interval=all&by=type`, { accept: 'text/csv' });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const lines = (await answer.text()).split('\r\n');
    expect(lines[0]).toBe('from,type,updates,created,stale,distanceMetres,movingSeconds,stillSeconds,utilisation,stops,lastSeenAt');
    expect(lines.map((line) => line.split(',')[1]).slice(1, 4).sort()).toEqual(["'=cmd|calc", 'crane', 'truck']);
  });

  it('leave nothing of an object that is erased but the sums, and what comes again of it counts no more', async () => {
    const { workspace, log } = months[0]!;
    const before = await changesSeen(workspace);
    const ofObject = log.filter(({ change }) => change.externalId === 'alpha-3');
    const last = Math.max(...ofObject.map(({ change }) => change.revision));
    const { change } = ofObject[0]!;
    await publish([{ kind: 'erased', change: { ...change, revision: last + 1, position: undefined, set: undefined, fields: undefined } }, ...ofObject.slice(0, 20)]);
    const next = { ...change, revision: last + 2, position: { lat: 1, lon: 2 }, set: { type: 'crane' } };
    await publish([{ kind: 'created', change: next }]);
    await vi.waitFor(async () => expect(await changesSeen(workspace)).toBe(before + 1), { timeout: 10_000, interval: 20 });
    const { rows } = await database.query<{ revision: number; type: string }>(`select o.revision::int as revision, p.type from observation o join profile p using (external_id) where external_id = 'alpha-3'`);
    expect(rows).toEqual([{ revision: last + 2, type: 'crane' }]);
  });
});

describe('calls', () => {
  const line = (n: number, more: Partial<AccessLine>): AccessLine => ({ at: new Date(END + n * 1000).toISOString(), subject: 'person:p', tokenId: 't', operation: 'readObject', status: 200, requestId: `r${n}`, address: '::1', ...more });
  const write = (workspace: string, lines: AccessLine[]): Promise<void> => producer.send([{ topic: topicName(space.prefix, 'access.events'), partition: partitionOf(workspace, space.partitions), key: workspace, value: JSON.stringify({ v: 1, workspace, gateway: 'g', lines } satisfies AccessRecord) }]);

  it('are counted once each, by caller, kind, operation and object', async () => {
    const lines = [
      line(1, { externalId: 'beta-1' }),
      line(2, { externalId: 'beta-1', subject: 'share-link:s' }),
      line(3, { operation: 'updateObjects', subject: 'token:a', status: 207 }),
      line(4, { operation: 'updateObjects', subject: 'token:a', status: 403 }),
      line(5, { operation: 'listObjects', status: 503 }),
      line(6, { operation: 'deleteWorkspace', status: 102 }),
    ];
    await write('beta', lines);
    // The same lines in another record, as after a send of unknown outcome; and one of another workspace.
    await write('beta', [...lines.slice(1, 4), line(7, { externalId: 'beta-2' })]);
    await write('alpha', [line(8, {})]);
    await vi.waitFor(async () => expect(await report('beta', `usage?${month('UTC')}&interval=all`)).toMatchObject([{ calls: 6, succeeded: 4, refused: 1, failed: 1 }]), { timeout: 10_000, interval: 20 });
    expect(await report('beta', `access?${month('UTC')}&interval=all&by=kind&by=caller`)).toEqual(
      [['changed', 'token:a', 1], ['looked', 'person:p', 2], ['scanned', 'share-link:s', 1]].map(([kind, caller, calls]) => expect.objectContaining({ kind, caller, calls })),
    );
    const type = (await database.query<{ type: string }>(`select type from profile where external_id = 'beta-1'`)).rows[0]!.type;
    expect(await report('beta', `access?${month('UTC')}&interval=all&by=caller&by=type&externalId=beta-1`)).toMatchObject([{ caller: 'person:p', type, calls: 1 }, { caller: 'share-link:s', type, calls: 1 }]);
    expect(await report('alpha', `access?${month('UTC')}&interval=all&externalId=beta-1`)).toEqual([]);
    expect((await report('beta', `usage?${month('UTC')}&interval=all&by=caller`)).find(({ caller }) => caller === 'token:a')).toMatchObject({ calls: 2, succeeded: 1, refused: 1, elements: expect.any(Number) as number });
  });
});

it.each([
  ['tracking?from=yesterday', 'from: It must be a day'],
  ['tracking?from=2026-11-01T00:05:00Z', 'from: It must be on a quarter'],
  ['tracking?from=2026-11-02&to=2026-11-01', 'from: It must be before to'],
  ['tracking?from=2025-01-01&to=2026-01-01&interval=hour', 'interval: From'],
  ['tracking?timeZone=Mars', 'timeZone: It must be a time zone'],
  ['tracking?by=category', 'field: With by=category'],
  ['tracking?by=colour', 'by: It must be one of type, category, caller'],
  ['tracking?type=%00', 'type: It holds'],
  ['usage?bY=caller', 'bY: There is no such parameter'],
])('says what is wrong with %s', async (query, detail) => {
  const answer = await ask('alpha', query);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { detail: string }).detail).toContain(detail);
});
