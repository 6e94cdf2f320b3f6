import { describe, expect, it, vi } from 'vitest';
import type { AreaCopy } from '#areas/area-copy.js';
import type { OutgoingRecord, UnitOfWork } from '#kafka/record.js';
import type { Logger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { Judge } from '../../src/judging/judge.js';
import { judgeMetrics } from '../../src/judging/judge-metrics.js';
import { EventPublisher } from '../../src/publishing/event-publisher.js';
import { FakeDatabase, HALL } from './fake-database.js';

const copy = { newestRevision: 0, has: (workspace: string) => workspace !== 'empty', near: () => [HALL], area: () => HALL } as unknown as AreaCopy;
const logger = { warn: () => undefined } as unknown as Logger;

function set() {
  const database = new FakeDatabase();
  const published: string[] = [];
  const send = (records: readonly OutgoingRecord[]): Promise<void> => (published.push(...records.map(({ key }) => String(key))), Promise.resolve());
  const publisher = new EventPublisher(database.pool, { send } as never, '', logger);
  const judge = new Judge({ pool: database.pool, copy, publisher, window: { maxReports: 12, maxSeconds: 3600 }, cachedTracks: 10, metrics: judgeMetrics(createMetrics('test'), () => 1) });
  return { database, published, judge };
}

describe('the judge', () => {
  it('publishes what a commit without an answer has left, before what comes after it', async () => {
    const { database, published, judge } = set();
    await judge.assigned([0]);
    database.due = ['first'];
    database.breakNextCommit = true;
    await expect(judge.tellWhatIsDue()).rejects.toThrow('unknown');
    expect(published).toEqual([]);
    database.due = ['second'];
    await judge.tellWhatIsDue();
    expect([published, database.outbox]).toEqual([['first', 'second'], []]);
  });

  it('commits nothing of a turn that began before the partitions were given out anew, though they came back', async () => {
    const { database, published, judge } = set();
    await judge.assigned([0]);
    database.due = ['old'];
    let goOn = (): void => undefined;
    database.beforeDue = new Promise((resolve) => (goOn = resolve));
    const turn = judge.tellWhatIsDue();
    await vi.waitFor(() => expect(database.dueAsked).toBe(1));
    await judge.assigned([0]);
    goOn();
    await expect(turn).rejects.toThrow('Another instance');
    expect([database.tracksWritten, published]).toEqual([0, []]);
    await judge.tellWhatIsDue();
    expect([database.tracksWritten, published]).toEqual([1, ['old']]);
  });

  it('commits nothing for units in which no workspace has areas, and moves the offset over all of them later', async () => {
    const { database, judge } = set();
    await judge.assigned([0]);
    const passing = (firstOffset: number): UnitOfWork => ({ batches: [{ topic: 't', partition: 0, firstOffset, nextOffset: firstOffset + 1, records: [{ topic: 't', partition: 0, offset: firstOffset, timestamp: 0, key: null, value: Buffer.from('never read'), headers: { ce_workspace: Buffer.from('empty') } }] }] });
    for (const offset of [5, 6, 7]) await judge.process(passing(offset));
    expect([database.commits, database.moves]).toEqual([0, []]);
    await judge.tellWhatIsDue();
    await judge.tellWhatIsDue();
    expect([database.commits, database.moves]).toEqual([1, ['0 5 8']]);
  });

  it('tells what is due of the partitions that are still its own when another instance has taken one', async () => {
    const { database, published, judge } = set();
    await judge.assigned([0, 1]);
    database.owners.set(1, 'another');
    database.due = ['mine'];
    await judge.tellWhatIsDue();
    expect(published).toEqual(['mine']);
  });
});
