import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { partitionOf } from '#kafka/records/partition.js';
import type { ObjectChange } from '#object-rules/change.js';
import type { ObjectState } from '#object-rules/object.js';
import { packedText } from '#postgres/packed-text.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { outboxPayload } from '../../src/publishing/outbox-payload.js';
import { wholeState } from '../../src/storage/stored-state.js';
import { at, CommandSender, operationIdAt, TopicWatcher, UNPUBLISHED } from './commands.js';

const INSTANCE = `faults-${process.pid}`;

/** Long, because a killed process keeps its partitions for ten seconds. */
describe('the object service in trouble', { timeout: 180_000 }, () => {
  let space: TestSpace;
  let service: RunningService;
  let sender: CommandSender;
  let db: pg.Client;
  let events: TopicWatcher;
  let states: TopicWatcher;

  beforeEach(async () => {
    space = await createTestSpace('object-faults');
    service = await startService(
      'object-service',
      space.environment('object-service', { STATE_INTERVAL_MS: '200', INSTANCE_ID: INSTANCE }),
    );
    sender = await CommandSender.connect(space);
    db = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
    await db.connect();
    [events, states] = await Promise.all([TopicWatcher.open(space, 'object.events'), TopicWatcher.open(space, 'object.state')]);
  });

  afterEach(async () => {
    await Promise.all([events, states].map((watcher) => watcher?.close()));
    await sender?.close();
    await db?.end();
    await service?.stop();
    await space?.close();
  });

  /** Every object has changed exactly `times` times, and the topics have each change in order and each newest state. */
  async function expectWhole(ids: readonly string[], times: number): Promise<void> {
    const revisionsOf = (id: string) =>
      events.records.filter((record) => record.key === id).map((record) => (JSON.parse(record.value) as ObjectChange).revision);
    await events.until(() => ids.every((id) => revisionsOf(id).includes(times)), `revision ${times} of every object`, 45_000);
    const all = Array.from({ length: times }, (_, i) => i + 1);
    for (const id of ids) {
      const firstTimes = revisionsOf(id).filter((revision, i, list) => list.indexOf(revision) === i);
      expect(firstTimes).toEqual(all);
    }
    const { rows } = await db.query<{ external_id: string; state: ObjectState }>('select external_id, state from object');
    expect(rows.map((row) => wholeState(row.state).revision)).toEqual(ids.map(() => times));
    const newest = (id: string) => states.records.filter((record) => record.key === id).at(-1)?.headers.ce_revision;
    await states.until(() => ids.every((id) => newest(id) === String(times)), 'newest states', 45_000);
  }

  it('loses nothing and applies nothing twice through kill -9 under load', async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `killed-${i}`);
    const rounds = 30;
    let sent = 0;
    const load = (async () => {
      for (; sent < rounds; sent++) {
        await sender.call(
          'alpha',
          ids.map((id) => at(id, sent)),
        );
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    })();
    for (let kills = 0; kills < 3; kills++) {
      await new Promise((resolve) => setTimeout(resolve, 200 + kills * 150));
      await service.restart('SIGKILL');
    }
    await load;
    await expectWhole(ids, rounds);
    await expect.poll(async () => (await db.query(UNPUBLISHED)).rowCount).toBe(0);
  });

  it('continues after all its database connections are cut, again and again', async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `cut-${i}`);
    const rounds = 30;
    const load = (async () => {
      for (let i = 0; i < rounds; i++) {
        await sender.call(
          'alpha',
          ids.map((id) => at(id, i)),
        );
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    })();
    for (let cuts = 0; cuts < 6; cuts++) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      // Between two attempts of a unit, no transaction may be open.
      await expect
        .poll(
          async () =>
            (
              await db.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
                `waymark-object-service ${INSTANCE}`,
              ])
            ).rowCount,
          { timeout: 10_000 },
        )
        .toBeGreaterThan(0);
    }
    await load;
    await expectWhole(ids, rounds);
    expect(service.log()).not.toContain('dead letters');
  });

  it('waits for a lock that is held for long, and stays alive meanwhile', async () => {
    await sender.call('alpha', [at('locked', 1)]);
    await events.until((read) => read.length === 1, 'the first event');
    const holder = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select * from object for update');
      await sender.call('alpha', [at('locked', 2)]);
      await new Promise((resolve) => setTimeout(resolve, 12_000));
      expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
      expect(events.records).toHaveLength(1);
    } finally {
      await holder.query('rollback');
      await holder.end();
    }
    await expectWhole(['locked'], 2);
  });

  it('publishes the events that a killed owner left in the outbox before anything else', async () => {
    const id = 'left-over';
    const partition = partitionOf(id, space.partitions);
    await sender.call('alpha', [at(id, 1)]);
    await events.until((read) => read.length === 1, 'the first event');
    await expect.poll(async () => (await db.query(UNPUBLISHED)).rowCount).toBe(0);
    service.signal('SIGKILL');
    await service.exited;
    // The state after a kill right after the commit of revision 2.
    const { rows } = await db.query<{ state: ObjectState }>('select state from object');
    const state = { ...wholeState(rows[0]!.state), revision: 2 };
    const change: ObjectChange = {
      externalId: id,
      workspace: 'alpha',
      revision: 2,
      operationId: operationIdAt(Date.now()),
      index: 0,
      observedAt: state.updatedAt,
      receivedAt: state.updatedAt,
      subject: 'test',
      position: { lat: 2, lon: 7 },
    };
    await db.query('update object set revision = 2, state = $1', [JSON.stringify(state)]);
    await db.query('update partition_offset set events_upto = events_upto - 1 where partition = $1', [partition]);
    const payload = outboxPayload([{ kind: 'updated', change, json: JSON.stringify(change) }]);
    await db.query('update outbox set body = $2 where partition = $1', [partition, packedText(payload)]);
    await sender.call('alpha', [at(id, 3)]);
    await service.restart();
    await events.until((read) => read.length >= 3, 'all three events');
    expect(events.records.map((record) => record.headers.ce_id)).toEqual([`${id}@1`, `${id}@2`, `${id}@3`]);
    await expect.poll(async () => (await db.query(UNPUBLISHED)).rowCount).toBe(0);
  });
});
