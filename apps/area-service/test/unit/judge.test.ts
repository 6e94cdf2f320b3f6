import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AreaCopy } from '#areas/area-copy.js';
import { PublishedLog } from '#kafka/producing/published-log.js';
import type { OutgoingRecord, UnitOfWork } from '#kafka/records/record.js';
import { KeptOutbox } from '#postgres/kept-outbox.js';
import type { Logger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { judgeMetrics } from '../../src/judging/judge-metrics.js';
import { Judge } from '../../src/judging/judge.js';
import { EventPublisher } from '../../src/publishing/event-publisher.js';
import { areaOutbox, eventRecords } from '../../src/publishing/event-records.js';
import { FakeDatabase, HALL } from './fake-database.js';

const WRITE_MS = 5000;
const copy = {
  newestRevision: 0,
  has: (workspace: string) => workspace !== 'empty',
  near: () => [HALL],
  area: () => HALL,
} as unknown as AreaCopy;
const logger = { warn: () => undefined, info: () => undefined } as unknown as Logger;

function set() {
  const log = { high: 0 };
  const rewind = vi.fn();
  const database = new FakeDatabase();
  const published: string[] = [];
  const producer = {
    connection: 1,
    acknowledgedEnd: () => published.length,
    send: (records: readonly OutgoingRecord[]): Promise<void> => (
      published.push(...records.map(({ key }) => String(key))),
      Promise.resolve()
    ),
  };
  const endsOf = (): Promise<Map<number, { high: number }>> => Promise.resolve(new Map([[0, { high: published.length }]]));
  const eventLog = new PublishedLog({
    kafka: undefined as never,
    topic: 'area.events',
    producer,
    givenAway: () => Promise.resolve(new Set()),
    endsOf,
  });
  const recordOf = eventRecords('');
  const stored = areaOutbox(database.pool, recordOf);
  const outbox = new KeptOutbox({
    ...stored,
    producer,
    log: eventLog,
    retentionMs: 60_000,
    logger,
    onLost: () => undefined,
    onLeft: () => undefined,
  });
  const publisher = new EventPublisher({
    outbox,
    table: stored.table,
    tenure: { begin: () => Promise.resolve(new Set<number>()) },
    recordOf,
    logger,
  });
  const judge = new Judge({
    pool: database.pool,
    copy,
    publisher,
    window: { maxReports: 12, maxSeconds: 3600 },
    cachedTracks: 10,
    writeIntervalMs: WRITE_MS,
    rewind,
    logEnds: () => Promise.resolve(new Map([[0, { high: log.high }]])),
    metrics: judgeMetrics(createMetrics('test'), () => 1),
  });
  return { database, published, judge, rewind, log };
}

const unit = (firstOffset: number, value: string, workspace = 'w'): UnitOfWork => ({
  batches: [
    {
      topic: 't',
      partition: 0,
      firstOffset,
      nextOffset: firstOffset + 1,
      records: [
        {
          topic: 't',
          partition: 0,
          offset: firstOffset,
          timestamp: 0,
          key: null,
          value: Buffer.from(value),
          headers: { ce_workspace: Buffer.from(workspace) },
        },
      ],
    },
  ],
});
const report = (externalId: string, revision: number, lat: number): string =>
  JSON.stringify({ workspace: 'w', externalId, revision, observedAt: new Date().toISOString(), position: { lat, lon: 0 } });

describe('the judge', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('publishes the events of a commit without an answer before any later event', async () => {
    const { database, published, judge } = set();
    await judge.assigned([0]);
    database.due = ['first'];
    database.breakNextCommit = true;
    await expect(judge.publishDue()).rejects.toThrow('unknown');
    expect(published).toEqual([]);
    database.due = ['second'];
    await judge.publishDue();
    expect([published, database.outbox.length]).toEqual([['first', 'second'], 2]);
  });

  it('publishes what a previous owner committed and did not publish, before its own events', async () => {
    const { database, published, judge } = set();
    database.outbox.push({
      upto: 1,
      partition: 0,
      body: Buffer.from(JSON.stringify([{ kind: 'entered', event: { externalId: 'of the former' } }])),
      events: 1,
    });
    await judge.assigned([0]);
    database.due = ['own'];
    await judge.publishDue();
    expect(published).toEqual(['of the former', 'own']);
  });

  it('commits no work that began before a reassignment, even if the same partitions return', async () => {
    const { database, published, judge } = set();
    await judge.assigned([0]);
    database.due = ['old'];
    let goOn = (): void => undefined;
    database.beforeDue = new Promise((resolve) => (goOn = resolve));
    const turn = judge.publishDue();
    await vi.waitFor(() => expect(database.dueQueries).toBe(1));
    await judge.assigned([0]);
    goOn();
    await expect(turn).rejects.toThrow('Another instance');
    expect([database.tracksWritten, published]).toEqual([0, []]);
    await judge.publishDue();
    expect([database.tracksWritten, published]).toEqual([1, ['old']]);
  });

  it('commits nothing for units in which no workspace has areas, and moves the offset past all of them later', async () => {
    const { database, judge } = set();
    await judge.assigned([0]);
    for (const offset of [5, 6, 7]) await judge.process(unit(offset, 'never read', 'empty'));
    expect([database.commits, database.moves]).toEqual([0, []]);
    vi.advanceTimersByTime(WRITE_MS);
    await judge.publishDue();
    await judge.publishDue();
    expect([database.commits, database.moves]).toEqual([1, ['0 5 8']]);
  });

  it('defers tracks without events and writes them together', async () => {
    const { database, judge } = set();
    await judge.assigned([0]);
    for (const revision of [1, 2, 3]) await judge.process(unit(revision, report('far', revision, 10)));
    expect([database.commits, database.tracksWritten]).toEqual([0, 0]);
    vi.advanceTimersByTime(WRITE_MS);
    await judge.publishDue();
    expect([database.commits, database.tracksWritten, database.moves]).toEqual([1, 1, ['0 1 4']]);
  });

  it('writes a track with a due time at once, with everything it depends on, and the offset later', async () => {
    const { database, judge } = set();
    await judge.assigned([0]);
    await judge.process(unit(1, report('near', 1, 10)));
    await judge.process(unit(2, report('near', 2, 0)));
    expect([database.commits, database.tracksWritten, database.moves]).toEqual([1, 1, []]);
    vi.advanceTimersByTime(WRITE_MS);
    await judge.publishDue();
    expect([database.commits, database.tracksWritten, database.moves]).toEqual([2, 1, ['0 1 3']]);
  });

  it('publishes nothing by time alone while reports wait that existed when it looked, and then only what was due by then', async () => {
    const { database, published, judge, log } = set();
    await judge.assigned([0]);
    database.due = ['due'];
    log.high = 3;
    await judge.process(unit(1, report('far', 1, 10)));
    await judge.publishDue();
    // Later reports do not count, because under load some report always waits.
    log.high = 9;
    const lookedAt = Date.now();
    vi.setSystemTime(lookedAt + 60_000);
    await judge.publishDue();
    expect(published).toEqual([]);
    await judge.process(unit(2, report('far', 2, 10)));
    await judge.publishDue();
    expect(published).toEqual(['due']);
    expect(database.dueUntil).toBeLessThanOrEqual(lookedAt);
  });

  it('queries due objects only when one can be due', async () => {
    const { database, published, judge } = set();
    await judge.assigned([0]);
    await judge.publishDue();
    await judge.process(unit(1, report('near', 1, 0)));
    await judge.publishDue();
    expect(database.dueQueries).toBe(1);
    database.due = ['near'];
    vi.advanceTimersByTime(HALL.confirmSeconds * 1000);
    await judge.publishDue();
    expect(published).toEqual(['near']);
  });

  it('starts again from the stored offsets when a commit fails while other tracks are unwritten', async () => {
    const { database, judge, rewind } = set();
    await judge.assigned([0]);
    await judge.process(unit(1, report('far', 1, 10)));
    database.due = ['due'];
    database.breakNextCommit = true;
    await expect(judge.publishDue()).rejects.toThrow('unknown');
    expect(rewind).toHaveBeenCalledOnce();
    await expect(judge.process(unit(2, report('far', 2, 10)))).rejects.toThrow('evaluated again');
    await expect(judge.publishDue()).rejects.toThrow('evaluated again');
    await judge.assigned([0]);
    await judge.process(unit(1, report('far', 1, 10)));
    expect(rewind).toHaveBeenCalledOnce();
  });

  it('publishes due events of its remaining partitions when another instance has taken one', async () => {
    const { database, published, judge } = set();
    await judge.assigned([0, 1]);
    database.owners.set(1, 'another');
    database.due = ['mine'];
    await judge.publishDue();
    expect(published).toEqual(['mine']);
  });
});
