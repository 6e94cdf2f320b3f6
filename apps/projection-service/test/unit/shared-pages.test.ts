import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINE_SEPARATOR } from '../../src/feed/chunks/feed-chunks.js';
import { buildPage } from '../../src/feed/feed-page.js';
import { SharedPages } from '../../src/feed/shared-pages.js';
import { CommitSignal, slotOf } from '../../src/storage/commits/commit-signal.js';
import { type Log, readRows } from './feed-log.js';

/** Number of records in one commit. */
const UNIT = 3;

/** A log that grows by whole units and counts the reads of the database; each read takes some turns of the event loop. */
class GrowingLog {
  readonly log: Log;
  readonly signal = new CommitSignal();
  epoch = 'epoch';
  floor = 0;
  reads = 0;

  constructor(partitions: number) {
    this.log = Array.from({ length: partitions }, () => []);
  }

  commit(partition: number, workspaces: readonly ('a' | 'b' | null)[]): void {
    this.log[partition % this.log.length]!.push(...workspaces);
    this.committed();
  }

  committed(): void {
    this.signal.wakeSlots([slotOf('a')]);
  }

  readonly pages = new SharedPages({
    reader: {
      bound: async () => {
        const ends = this.log.map(({ length }) => length);
        await turn();
        return ends;
      },
      page: async (workspace, since, limit, until) => {
        this.reads++;
        const rows = readRows(this.log, UNIT, workspace, since, limit, until);
        await turn();
        if (since.some((offset) => offset < this.floor)) throw new Error('The changes are no longer stored.');
        return { ...buildPage(rows, since, limit), floors: since.map(() => this.floor) };
      },
    },
    signal: this.signal,
    wokenBy: 'any',
    epochs: { current: () => Promise.resolve(this.epoch) },
  });

  get ofA(): string[][] {
    return this.log.map((records, partition) =>
      records.flatMap((workspace, offset) => (workspace === 'a' ? [`${partition}@${offset}`] : [])),
    );
  }
}

/** Reads until it has reached the end twice after the last commit. */
async function follow(log: GrowingLog, limit: number, isOver: () => boolean, joins = false): Promise<string[][]> {
  const served: string[][] = log.log.map(() => []);
  let since: readonly number[] = log.log.map(() => 0);
  for (let quiet = 0; quiet < 2;) {
    const over = isOver();
    const page = joins ? await log.pages.joinedPage('a', since, limit) : await log.pages.page('a', since, limit);
    if (page.count > limit) throw new Error('A page is larger than its limit.');
    for (const { externalId } of JSON.parse(`[${page.pieces.join(LINE_SEPARATOR)}]`) as { externalId: string }[])
      served[Number(externalId.split('@')[0])]!.push(externalId);
    if (page.offsets.some((offset, partition) => offset < since[partition]!)) throw new Error('A cursor went back.');
    since = page.offsets;
    quiet = over && page.count === 0 && !page.more ? quiet + 1 : 0;
    await turn();
  }
  return served;
}

const commits = fc.array(
  fc.record({
    partition: fc.nat(2),
    workspaces: fc.tuple(...Array.from({ length: UNIT }, () => fc.constantFrom('a' as const, 'b' as const, null))),
    pause: fc.nat(6),
  }),
  { maxLength: 25 },
);

describe('shared pages', () => {
  it('serve each follower every change once, in order, wherever it joins and whatever its limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        commits,
        fc.array(fc.record({ limit: fc.integer({ min: 1, max: 12 }), delay: fc.nat(30), joins: fc.boolean() }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (partitions, plan, readers) => {
          const log = new GrowingLog(partitions);
          let isOver = false;
          const writing = (async () => {
            for (const { partition, workspaces, pause } of plan) {
              log.commit(partition, workspaces);
              for (let turns = 0; turns < pause; turns++) await turn();
            }
            isOver = true;
          })();
          const served = readers.map(async ({ limit, delay, joins }) => {
            for (let turns = 0; turns < delay; turns++) await turn();
            return follow(log, limit, () => isOver, joins);
          });
          await writing;
          for (const each of await Promise.all(served)) expect(each).toEqual(log.ofA);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('read a commit once, however many readers follow, whenever they joined', async () => {
    const log = new GrowingLog(3);
    let isOver = false;
    const followers = Array.from({ length: 50 }, async (_, at) => {
      for (let turns = 0; turns < at * 3; turns++) await turn();
      return follow(log, 1000, () => isOver);
    });
    for (let commit = 0; commit < 80; commit++) {
      log.commit(commit, ['a', 'b', 'a']);
      for (let turns = 0; turns < 5; turns++) await turn();
    }
    isOver = true;
    for (const served of await Promise.all(followers)) expect(served).toEqual(log.ofA);
    // A first page for each reader, and one page per commit.
    expect(log.reads).toBeLessThan(140);
  });

  it('are joined for readers of everything that poll from time to time, each at another place', async () => {
    const log = new GrowingLog(3);
    const pollers = Array.from({ length: 20 }, () => ({ since: [0, 0, 0] as readonly number[], served: 0, pages: 0 }));
    const poll = async (poller: (typeof pollers)[number]): Promise<void> => {
      const page = await log.pages.joinedPage('a', poller.since, 1000);
      expect(page.more).toBe(false);
      poller.since = page.offsets;
      poller.served += page.count;
      poller.pages++;
    };
    log.commit(0, ['a', 'b', 'a']);
    await Promise.all(pollers.map(poll));
    // Each poller polls after every twentieth commit, and one of them after each.
    for (let commit = 0; commit < 200; commit++) {
      log.commit(commit, ['a', 'b', 'a']);
      await poll(pollers[commit % pollers.length]!);
    }
    const reads = log.reads;
    await Promise.all(pollers.map(poll));
    expect(pollers.map(({ served, pages }) => [served, pages])).toEqual(pollers.map(() => [402, 12]));
    // A step for each commit, and the first page of each poller.
    expect(reads).toBeLessThanOrEqual(201 + 20);
    expect(log.reads - reads).toBeLessThanOrEqual(1);
  });

  it('are read ahead for a reader that is catching up', async () => {
    const log = new GrowingLog(1);
    for (let commit = 0; commit < 4; commit++) log.commit(0, ['a', 'a', 'a']);
    const first = await log.pages.joinedPage('a', [0], UNIT);
    for (let turns = 0; turns < 5; turns++) await turn();
    const reads = log.reads;
    const second = await log.pages.joinedPage('a', first.offsets, UNIT);
    expect([second.count, second.offsets, second.more]).toEqual([3, [6], true]);
    // The second page was there; only the third is read meanwhile.
    expect(log.reads - reads).toBeLessThanOrEqual(1);
    const third = await log.pages.joinedPage('a', second.offsets, UNIT);
    for (let turns = 0; turns < 5; turns++) await turn();
    // The fourth page was read ahead as the last one, but is not the last one any more.
    log.commit(0, ['a', 'a', 'a']);
    const fourth = await log.pages.joinedPage('a', third.offsets, UNIT);
    expect([fourth.count, fourth.offsets, fourth.more]).toEqual([3, [12], true]);
  });

  it.each<[string, (log: GrowingLog) => void]>([
    ['in another epoch', (log) => (log.epoch = 'another')],
    ['after the connection to the database was lost', (log) => log.signal.wakeAll()],
  ])('are given to no reader %s', async (_when, happens) => {
    const log = new GrowingLog(1);
    const read = (): Promise<{ count: number }> => log.pages.joinedPage('a', [0], 10);
    await read();
    log.commit(0, ['a', 'a', 'a']);
    expect((await read()).count).toBe(3);
    // The database was put back, and then got other records.
    log.log[0]!.splice(0, 3);
    log.commit(0, [null, null, 'a']);
    happens(log);
    expect((await read()).count).toBe(1);
  });

  it('are not joined for a reader whose changes are no longer stored', async () => {
    const log = new GrowingLog(1);
    const read = (): Promise<{ count: number }> => log.pages.joinedPage('a', [0], 10);
    await read();
    log.commit(0, ['a', 'a', 'a']);
    expect((await read()).count).toBe(3);
    log.floor = 3;
    log.committed();
    await expect(read()).rejects.toThrow('no longer stored');
  });

  it('continue at once when more arrived than one step takes', async () => {
    const log = new GrowingLog(1);
    await log.pages.page('a', [0], 5000);
    await log.pages.page('a', [0], 5000);
    for (let commit = 0; commit < 900; commit++) log.commit(0, ['a', 'a', 'a']);
    expect(await follow(log, 5000, () => true)).toEqual(log.ofA);
  });

  it('report when more follows, also to a reader that starts elsewhere', async () => {
    const log = new GrowingLog(1);
    await log.pages.page('a', [0], 5000);
    for (let commit = 0; commit < 3; commit++) {
      log.commit(0, ['a', 'a', 'a']);
      await log.pages.page('a', [commit * UNIT], 5000);
    }
    const all = async (since: readonly number[], read = 0): Promise<number> => {
      const { count, offsets, more } = await log.pages.page('a', since, 5000);
      return more ? all(offsets, read + count) : read + count;
    };
    expect([await all([0]), await all([3])]).toEqual([9, 6]);
    log.commit(0, ['a', 'a', 'a']);
    expect([await all([1]), await all([0])]).toEqual([11, 12]);
  });

  it('show a commit to every later request, even while an earlier look is still running', async () => {
    const log = new GrowingLog(1);
    await log.pages.page('a', [0], 10);
    log.committed();
    const reads = log.reads;
    const before = log.pages.page('a', [0], 10);
    while (log.reads === reads) await Promise.resolve();
    log.commit(0, ['a', null, null]);
    const after = log.pages.page('a', [0], 10);
    expect([(await before).count, (await after).count]).toEqual([0, 1]);
  });
});
