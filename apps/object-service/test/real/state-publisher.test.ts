import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { PublishedLog } from '#kafka/producing/published-log.js';
import { BrokerUnavailableError } from '#kafka/producing/send-errors.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { LOST } from '#postgres/outbox-table.js';
import { createPool } from '#postgres/pool.js';
import { Tenure } from '#postgres/tenure.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { HeldOffsets } from '../../src/publishing/held-offsets.js';
import { OutgoingRecords, type StateRecord } from '../../src/publishing/outgoing-records.js';
import { StatePublisher } from '../../src/publishing/state-publisher.js';
import { CONSUMER } from '../../src/storage/consumer.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { readProgress } from '../../src/storage/published-places.js';

const logger = pino({ level: 'silent' });
const state = (revision: number): StateRecord => {
  const whole = { externalId: 'x', workspace: 'a', revision, updatedAt: '2026-11-21T08:00:00.000Z' };
  return { ...whole, stored: JSON.stringify(whole) };
};

/** Much longer than two publications take. */
const REPEAT_AFTER_MS = 1000;

describe('states while partitions change owners', () => {
  let space: TestSpace;
  let pool: Pool;
  let held: HeldOffsets;
  let tenure: Tenure;
  let sent: number[];
  /** Runs during the n-th send; it may throw. */
  let during: (() => Promise<void>)[];
  let states: StatePublisher;
  /** End of the log; undefined: after everything written. */
  let logEnd: number | undefined;
  let connection: number;
  /** States that were published again after a loss. */
  let lost: number;

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

  /** Partition 0 is assigned to this owner; the unit that ended at offset 4 created revision 5 of x, which waits to be published. */
  beforeEach(async () => {
    await pool.query('truncate object, partition_offset');
    tenure = new Tenure(pool, CONSUMER);
    await tenure.begin([0]);
    await readProgress(pool, [0]);
    await stored(5, 4);
    held = new HeldOffsets();
    held.assign(new Map([[0, 4]]), new Map([[0, 0]]));
    held.collect(0, 4);
    sent = [];
    logEnd = undefined;
    connection = 1;
    lost = 0;
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
      tenure,
      log,
      onLeft: () => undefined,
      recentlyChanged: async () => ['x'],
      records,
      held,
      intervalMs: 1000,
      logger,
      onLost: (states) => (lost += states),
      repeatAfterMs,
    });
  }

  /** The rows left by an owner of the partition. */
  async function stored(revision: number, nextOffset: number): Promise<void> {
    await pool.query(`insert into object values ('x', 'a', $1, $2) on conflict (external_id) do update set revision = $1, state = $2`, [
      revision,
      state(revision).stored,
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
  /** Published again once while the watermark is still below it; the watermark rises only after the second publication. */
  const comesOnceMore = async (): Promise<void> => {
    expect([sent, await watermark()]).toEqual([[5], 0]);
    await sleep(REPEAT_AFTER_MS + 50);
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
    'publishes those of recently changed objects again after the broker has lost some, whichever process ' + 'owns the partition by then',
    async () => {
      await states.flush();
      expect((await readProgress(pool, [0])).get(0)?.statesEnd).toBe(1);
      logEnd = 0;
      states = publisher(0);
      states.take([0], await readProgress(pool, [0]));
      during.push(unknown);
      await states.flush();
      expect([(await readProgress(pool, [0])).get(0)?.statesEnd, lost]).toEqual([LOST, 1]);
      // The next owner finds a log with the same length as before.
      logEnd = 1;
      states = publisher(0);
      states.take([0], await readProgress(pool, [0]));
      await states.flush();
      await states.flush();
      expect(sent.length).toBeGreaterThan(1);
      expect((await readProgress(pool, [0])).get(0)?.statesEnd).toBeLessThan(LOST);
    },
  );

  it('notices a loss after a new assignment, although the end of the log has never been stored', async () => {
    states = publisher(60_000);
    states.suspect(0, 'x');
    await states.flush();
    expect([sent, await watermark(), (await readProgress(pool, [0])).get(0)?.statesEnd]).toEqual([[5], 0, null]);
    [connection, logEnd] = [2, 0];
    states.take([0], await readProgress(pool, [0]));
    await states.flush();
    expect([sent, lost]).toEqual([[5, 5], 1]);
  });

  it('raises no watermark over states that were lost while others were being sent', async () => {
    // More states than fit into one send.
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

  it('leaves the watermark of dropped states unchanged, also in later passes', async () => {
    await stored(7, 9);
    await states.flush();
    // So that their commands are read again at the next assignment.
    expect([...held.collectedOffsets()]).toEqual([]);
    await states.flush();
    expect([sent, await watermark()]).toEqual([[], 0]);
  });

  it('leaves the watermark unchanged if the partition was assigned to another process, which may have sends under way', async () => {
    await new Tenure(pool, CONSUMER).begin([0]);
    await states.flush();
    expect([sent, await watermark()]).toEqual([[5], 0]);
    await tenure.begin([0]);
    states.take([0], await readProgress(pool, [0]));
    await states.flush();
    expect([sent, await watermark()]).toEqual([[5], 4]);
  });

  it('does not overwrite the states of an owner in between with one from before the assignment', async () => {
    await stored(7, 9);
    assign(0);
    await states.flush();
    expect(sent).toEqual([7]);
  });

  it('nor with one that was being sent, failed and waits again', async () => {
    during.push(async () => {
      await stored(7, 9);
      assign(0);
      await unknown();
    });
    await states.flush();
    await states.flush();
    expect(new Set(sent)).toEqual(new Set([7]));
  });

  it('publishes the newest after one that may still arrive late, even if the partition is lost meanwhile', async () => {
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

  it('keeps the watermark until a state that may arrive late is published once more, so that a successor knows of it', async () => {
    states = publisher(REPEAT_AFTER_MS);
    states.changed(0, state(5));
    during.push(unknown);
    await states.flush();
    await states.flush();
    await comesOnceMore();
  });

  it('publishes states that a former owner may have been sending, now and once more', async () => {
    states = publisher(REPEAT_AFTER_MS);
    states.suspect(0, 'x');
    await states.flush();
    await comesOnceMore();
  });
});
