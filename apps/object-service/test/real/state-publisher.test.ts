import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { PublishedLog } from '#kafka/published-log.js';
import type { OutgoingRecord } from '#kafka/record.js';
import { BrokerUnavailableError } from '#kafka/send-errors.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { LOST } from '#postgres/outbox-table.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { HeldOffsets } from '../../src/publishing/held-offsets.js';
import { OutgoingRecords, type StateRecord } from '../../src/publishing/outgoing-records.js';
import { StatePublisher } from '../../src/publishing/state-publisher.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { readProgress } from '../../src/storage/published-places.js';

const logger = pino({ level: 'silent' });
const state = (revision: number): StateRecord => {
  const whole = { externalId: 'x', workspace: 'a', revision, updatedAt: '2026-11-21T08:00:00.000Z' };
  return { ...whole, json: JSON.stringify(whole) };
};

describe('states while partitions change hands', () => {
  let space: TestSpace;
  let pool: Pool;
  let held: HeldOffsets;
  let sent: number[];
  /** What happens while the n-th send is on its way; it may throw. */
  let during: (() => Promise<void>)[];
  let states: StatePublisher;
  /** Where the log ends; undefined: as far as it was written. */
  let logEnd: number | undefined;
  let connection: number;

  beforeAll(async () => {
    space = await createTestSpace('state-publisher', { topics: false });
    const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.objects, entities: [], migrations: MIGRATIONS });
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 4, applicationName: 'test', pipeline: true });
  });
  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });

  /** Partition 0 is ours; the unit that ended at offset 4 made revision 5 of x, which waits to be published. */
  beforeEach(async () => {
    await pool.query('truncate object, partition_offset');
    await readProgress(pool, [0]);
    await stored(5, 4);
    held = new HeldOffsets();
    held.assign(new Map([[0, 4]]), new Map([[0, 0]]));
    held.collect(0, 4);
    sent = [];
    logEnd = undefined;
    connection = 1;
    during = [];
    states = publisher(0);
    states.changed(0, state(5));
  });

  function publisher(repeatAfterMs: number): StatePublisher {
    const send = async (records: readonly OutgoingRecord[]): Promise<void> => {
      await during.shift()?.();
      for (const { value } of records) sent.push((JSON.parse(String(value)) as StateRecord).revision);
    };
    const producer = {
      send,
      get connection() {
        return connection;
      },
      acknowledgedEnd: () => sent.length,
    } as unknown as CoalescingProducer;
    const log = new PublishedLog({
      kafka: undefined as never,
      topic: 'p.object.state',
      producer,
      givenAway: async () => new Set(),
      endsOf: async () => new Map([[0, { high: logEnd ?? sent.length }]]),
    });
    const records = new OutgoingRecords('p.');
    return new StatePublisher({
      pool,
      producer,
      log,
      onLeft: () => undefined,
      recentlyChanged: async () => ['x'],
      records,
      held,
      intervalMs: 1000,
      logger,
      repeatAfterMs,
    });
  }

  /** As an owner of the partition left it. */
  async function stored(revision: number, nextOffset: number): Promise<void> {
    await pool.query(`insert into object values ('x', 'a', $1, $2) on conflict (external_id) do update set revision = $1, state = $2`, [
      revision,
      state(revision).json,
    ]);
    await pool.query('update partition_offset set next_offset = $1 where partition = 0', [nextOffset]);
  }
  const assign = (...partitions: number[]): void => {
    held.assign(new Map(partitions.map((each) => [each, 9])), new Map(partitions.map((each) => [each, 9])));
    states.take(partitions, new Map());
  };
  const unknown = async (): Promise<never> => {
    throw new BrokerUnavailableError('unknown', 'gone');
  };
  /** Published once, with the watermark below it; then once more, and only now is it raised. */
  const comesOnceMore = async (): Promise<void> => {
    expect([sent, await watermark()]).toEqual([[5], 0]);
    await sleep(110);
    await states.flush();
    await states.flush();
    expect([sent, await watermark()]).toEqual([[5, 5], 4]);
  };
  const watermark = async (): Promise<number> =>
    (await pool.query<{ state_watermark: number }>('select state_watermark from partition_offset')).rows[0]!.state_watermark;

  it('raises the watermark once they are published', async () => {
    await states.flush();
    expect([sent, await watermark()]).toEqual([[5], 4]);
  });

  it(
    'publishes those of objects that have changed last again where the broker has lost some, whoever owns ' + 'the partition by then',
    async () => {
      await states.flush();
      expect((await readProgress(pool, [0])).get(0)?.statesEnd).toBe(1);
      logEnd = 0;
      states = publisher(0);
      states.take([0], await readProgress(pool, [0]));
      during.push(unknown);
      await states.flush();
      expect((await readProgress(pool, [0])).get(0)?.statesEnd).toBe(LOST);
      // The next owner finds a log that is as long as it was.
      logEnd = 1;
      states = publisher(0);
      states.take([0], await readProgress(pool, [0]));
      await states.flush();
      await states.flush();
      expect(sent.length).toBeGreaterThan(1);
      expect((await readProgress(pool, [0])).get(0)?.statesEnd).toBeLessThan(LOST);
    },
  );

  it('raises no watermark over what was lost while other states were on their way', async () => {
    // More than go out in one send.
    for (let i = 0; i < 2001; i++) states.changed(0, { ...state(5), externalId: `many-${i}` });
    during.push(async () => {
      [connection, logEnd] = [2, 1];
    });
    await states.flush();
    expect([await watermark(), (await readProgress(pool, [0])).get(0)?.statesEnd]).toEqual([0, LOST]);
    logEnd = undefined;
    const before = sent.length;
    await states.flush();
    expect([sent.length, await watermark()]).toEqual([before + 1, 4]);
  });

  it('leaves the watermark of what it dropped where it is, also in the passes that follow', async () => {
    await stored(7, 9);
    await states.flush();
    await states.flush();
    expect([sent, await watermark()]).toEqual([[], 0]);
  });

  it('puts no state of before an assignment over those of an owner in between', async () => {
    await stored(7, 9);
    assign(0);
    await states.flush();
    expect(sent).toEqual([7]);
  });

  it('nor one that was on its way, failed and waits again', async () => {
    during.push(async () => {
      await stored(7, 9);
      assign(0);
      await unknown();
    });
    await states.flush();
    await states.flush();
    expect(new Set(sent)).toEqual(new Set([7]));
  });

  it('publishes the newest after one that may still arrive late, also when the partition is lost meanwhile', async () => {
    during.push(async () => {
      await stored(7, 9);
      assign();
      await unknown();
    });
    await states.flush();
    await states.flush();
    expect(sent).toEqual([7]);
  });

  it('does so again when the new owner was faster', async () => {
    during.push(
      async () => stored(7, 9),
      async () => stored(8, 12),
    );
    await states.flush();
    await states.flush();
    expect(sent).toEqual([5, 7, 8]);
  });

  it('leaves the watermark where it is until one that may arrive late was published once more: a successor has to know of it', async () => {
    states = publisher(100);
    states.changed(0, state(5));
    during.push(unknown);
    await states.flush();
    await states.flush();
    await comesOnceMore();
  });

  it('publishes what a former owner may have had on its way now and once more', async () => {
    states = publisher(100);
    states.suspect(0, 'x');
    await states.flush();
    await comesOnceMore();
  });
});
