import type { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#telemetry/logger.js';
import { RollbackWatch } from '../../src/feed/rollback-watch.js';

interface Stores {
  /** Stored and next offset in the log, of a partition of objects and one of areas. */
  next: [number, number];
  shift?: [number, number];
  /** Ends of both logs, for the first look and the later ones. */
  ends: [first: [number, number], later?: [number, number]];
}

/** The epochs whose cursors are expired because of a cursor. */
async function expired({ next, shift = [0, 0], ends: [first, later = first] }: Stores, offsets: readonly number[]): Promise<unknown[]> {
  const expiries: unknown[] = [];
  let looks = 0;
  const watch = new RollbackWatch({
    pool: {
      query: () => Promise.resolve({ rows: next.map((offset, at) => ({ partition: at, next_offset: offset, log_shift: shift[at] })) }),
    } as unknown as Pool,
    objectPartitions: 1,
    endsOf: (topic) => Promise.resolve(new Map([[0, { high: (looks++ < 2 ? first : later)[topic === 'object.events' ? 0 : 1] }]])),
    epochs: { expireCursors: (reason, epoch) => Promise.resolve(void expiries.push([reason, epoch])) },
    logger: createLogger({ service: 'test', instance: 'one', level: 'silent' }),
    confirmMs: 20,
  });
  onTestFinished(() => watch.stop());
  watch.suspect('first', offsets);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return expiries;
}

const EXPIRED = [['rolled-back', 'first']];

describe('a cursor past the end of the feed', () => {
  it('expires all cursors if the log has no such changes either, in objects and in areas', async () => {
    expect(await expired({ next: [10, 5], ends: [[10, 5]] }, [11, 5])).toEqual(EXPIRED);
    expect(await expired({ next: [10, 5], ends: [[10, 5]] }, [10, 6])).toEqual(EXPIRED);
    expect(await expired({ next: [8, 5], ends: [[10, 5]] }, [11, 5])).toEqual(EXPIRED);
  });

  it('waits if only the database is older, since the log still has its changes', async () => {
    expect(await expired({ next: [8, 5], ends: [[10, 5]] }, [10, 5])).toEqual([]);
  });

  it('is compared in numbers of the feed, which are higher than those of a log that was read again', async () => {
    expect(await expired({ next: [1010, 5], shift: [1000, 0], ends: [[12, 5]] }, [1012, 5])).toEqual([]);
    expect(await expired({ next: [1010, 5], shift: [1000, 0], ends: [[12, 5]] }, [1013, 5])).toEqual(EXPIRED);
  });

  it('is left to the reader of the log if that has lost what was read', async () => {
    expect(await expired({ next: [10, 5], ends: [[4, 5]] }, [11, 5])).toEqual([]);
  });

  it('means nothing if the log seemed to be shorter only for a moment', async () => {
    expect(
      await expired(
        {
          next: [10, 5],
          ends: [
            [10, 5],
            [12, 5],
          ],
        },
        [12, 5],
      ),
    ).toEqual([]);
  });

  it('means nothing with cursors at the end or before it', async () => {
    expect(await expired({ next: [10, 5], ends: [[10, 5]] }, [10, 5])).toEqual([]);
    expect(await expired({ next: [10, 5], ends: [[10, 5]] }, [10])).toEqual([]);
  });
});
