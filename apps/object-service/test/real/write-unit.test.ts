import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import { liveObject } from '#object-rules/object.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import type { ReceivedCommand } from '../../src/commands/command-decoder.js';
import { leastOperationId } from '../../src/commands/operation-time.js';
import { loadObjects } from '../../src/storage/load-objects.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { readProgress } from '../../src/storage/published-places.js';
import { foldUnit } from '../../src/unit/fold-unit.js';
import { loadObjectsWithin, loadSettled } from '../../src/unit/unit-sql.js';
import { SettledBeforeError, type UnitWrite, writeUnit } from '../../src/unit/write-unit.js';
import { createOutcomePartitions, dropOutcomePartitions } from '../../src/upkeep/outcome-partitions.js';
import { at, operationIdAt, recordsOf } from './commands.js';

const HOUR = 3600 * 1000;
/** Not used by the rules. */
const consumed: ConsumedRecord = { topic: 'object.commands', partition: 0, offset: 0, timestamp: 0, key: null, value: null, headers: {} };

describe('the transaction of a unit', () => {
  let space: TestSpace;
  let pool: Pool;

  beforeAll(async () => {
    space = await createTestSpace('write-unit', { topics: false });
    const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.objects, entities: [], migrations: MIGRATIONS });
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 4, applicationName: 'test', pipeline: true });
  });
  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });
  beforeEach(async () => {
    await pool.query('truncate object, operation_outcome, outbox, partition_offset');
    await readProgress(pool, [0]);
  });

  const receive = (id: string, lat: number, operationId = operationIdAt(Date.now())): ReceivedCommand => {
    const [one] = recordsOf('alpha', [at(id, lat)], 1, { operationId });
    return { partition: 0, record: consumed, command: (one as NonNullable<typeof one>).record };
  };
  const unit = (from: number, to: number, commands: ReceivedCommand[], loaded = new Map()): UnitWrite => ({
    moves: [{ partition: 0, from, to }],
    folded: foldUnit(commands, loaded, new Map()),
    places: new Map(),
    outbox: [{ partition: 0, upto: to, payload: 'payload', events: 1 }],
  });
  const counts = async () =>
    (
      await pool.query(
        'select (select count(*)::int from object) as objects, (select count(*)::int from operation_outcome) ' +
          'as operations, (select count(*)::int from outbox) as outbox',
      )
    ).rows[0];

  it('writes everything, or nothing when another owner has moved an offset', async () => {
    await writeUnit(pool, unit(0, 5, [receive('a', 1)]));
    expect(await counts()).toEqual({ objects: 1, operations: 1, outbox: 1 });
    await expect(writeUnit(pool, unit(0, 6, [receive('b', 1)]))).rejects.toThrow(OwnershipLostError);
    expect(await counts()).toEqual({ objects: 1, operations: 1, outbox: 1 });
    expect((await readProgress(pool, [0])).get(0)).toMatchObject({ nextOffset: 5, stateWatermark: 0 });
  });

  it('lets one of two simultaneous writers win', async () => {
    const both = await Promise.allSettled([writeUnit(pool, unit(0, 5, [receive('a', 1)])), writeUnit(pool, unit(0, 5, [receive('b', 1)]))]);
    expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await counts()).toEqual({ objects: 1, operations: 1, outbox: 1 });
  });

  it('does not write over a revision that is not below, nor into another workspace', async () => {
    await writeUnit(pool, unit(0, 5, [receive('a', 1)]));
    // A writer that did not see the object starts at revision 1 again.
    await expect(writeUnit(pool, unit(5, 6, [receive('a', 2)]))).rejects.toThrow(OwnershipLostError);
    await pool.query(`update object set workspace = 'beta', revision = 0`);
    await expect(writeUnit(pool, unit(5, 6, [receive('a', 2)]))).rejects.toThrow(OwnershipLostError);
    expect((await readProgress(pool, [0])).get(0)?.nextOffset).toBe(5);
  });

  it.each([
    ['of a newer revision', 'update object set revision = 2'],
    ['of another workspace', `update object set workspace = 'beta'`],
    ['that is gone', 'delete from object'],
  ])('does not change an object %s than the one it saw', async (_what, meanwhile) => {
    await writeUnit(pool, unit(0, 5, [receive('a', 1)]));
    const loaded = await loadObjects(pool, ['a']);
    await writeUnit(pool, unit(5, 6, [receive('a', 2), receive('new', 1)], loaded));
    expect((await loadObjects(pool, ['a', 'new'])).get('a')).toMatchObject({ revision: 2, position: { lat: 2 } });
    await pool.query(`update object set revision = 1 where external_id = 'a'`);
    await pool.query(`${meanwhile} where external_id = 'a'`);
    await expect(writeUnit(pool, unit(6, 7, [receive('b', 3), receive('a', 3)], loaded))).rejects.toThrow(OwnershipLostError);
    expect([...(await loadObjects(pool, ['b'])).keys()]).toEqual([]);
    expect((await readProgress(pool, [0])).get(0)).toMatchObject({ nextOffset: 6 });
  });

  it('writes objects at the locations where they were read, if they are still there', async () => {
    await writeUnit(pool, unit(0, 5, [receive('a', 1), receive('b', 1), receive('c', 1)]));
    const { objects, places } = await loadObjectsWithin(pool, ['a', 'b', 'c', 'none'], 1e6);
    expect([...objects.keys()]).toEqual(['a', 'b', 'c']);
    expect([...places.keys()]).toEqual(['a', 'b', 'c']);
    places.delete('b');
    await writeUnit(pool, { ...unit(5, 6, [receive('a', 2), receive('b', 2), receive('new', 2)], objects), places });
    const after = await loadObjects(pool, ['a', 'b', 'c', 'new']);
    expect([...after].map(([id, kept]) => [id, liveObject(kept)?.position.lat]).sort()).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 1],
      ['new', 2],
    ]);
    // The row of "a" has moved; that of "c" has not.
    await writeUnit(pool, { ...unit(6, 7, [receive('c', 3)], after), places });
    await expect(writeUnit(pool, { ...unit(7, 8, [receive('c', 4), receive('a', 4)], after), places })).rejects.toThrow(OwnershipLostError);
    expect((await readProgress(pool, [0])).get(0)?.nextOffset).toBe(7);
  });

  it('returns only as many states as fit, and their total size', async () => {
    await writeUnit(pool, unit(0, 5, [receive('a', 1), receive('b', 1), receive('c', 1)]));
    const all = await loadObjectsWithin(pool, ['a', 'b', 'c'], 1e6);
    const some = await loadObjectsWithin(pool, ['a', 'b', 'c'], Math.floor((all.size * 2) / 3));
    expect([...some.objects.keys()]).toEqual(['a', 'b']);
    expect([...some.places]).toEqual([...all.places].slice(0, 2));
    expect(some.size).toBe(all.size);
    expect(await loadObjectsWithin(pool, ['a'], 1)).toMatchObject({
      objects: new Map(),
      places: new Map(),
      size: Math.floor(all.size / 3),
    });
    expect(await loadObjectsWithin(pool, ['none'], 1e6)).toEqual({ objects: new Map(), places: new Map(), size: 0 });
  });

  it('reports when an operation was settled earlier, and finds its results', async () => {
    const operationId = operationIdAt(Date.now());
    await writeUnit(pool, unit(0, 5, [receive('a', 1, operationId)]));
    await expect(writeUnit(pool, unit(5, 6, [receive('c', 1, operationId)]))).rejects.toThrow(SettledBeforeError);
    expect(await loadSettled(pool, [{ operationId, partition: 0 }])).toEqual([
      { operationId, partition: 0, results: '[[0,"a","created",1,false]]' },
    ]);
    expect(await loadSettled(pool, [{ operationId, partition: 1 }])).toEqual([]);
  });

  it('stores any text as it is', async () => {
    const ids = ['quo"te', 'back\\slash', '{curly,}', "apo'strophe", 'NULL', 'ü😀', ' ', 'tab\tnew\nline'];
    await writeUnit(
      pool,
      unit(
        0,
        5,
        ids.map((id) => receive(id, 1)),
      ),
    );
    expect([...(await loadObjects(pool, ids)).keys()].sort()).toEqual([...ids].sort());
  });

  it('keeps outcomes in partitions created ahead, and drops only those without settlements for two days', async () => {
    const now = Date.now();
    const past = now - 60 * HOUR;
    await writeUnit(pool, unit(0, 5, [receive('early', 1, operationIdAt(past)), receive('now', 1, operationIdAt(now))]));
    expect((await pool.query('select 1 from operation_outcome_rest')).rowCount).toBe(2);
    const created = await createOutcomePartitions(pool, now);
    expect(created.length).toBeGreaterThanOrEqual(5);
    expect(await createOutcomePartitions(pool, now)).toEqual([]);
    // The rows in the rest moved into their partition; the old partition stays until it is two days old.
    expect((await pool.query('select operation_id from operation_outcome_rest')).rows).toHaveLength(1);
    await createOutcomePartitions(pool, past);
    expect((await pool.query('select 1 from operation_outcome_rest')).rowCount).toBe(0);
    await dropOutcomePartitions(pool, now);
    expect(await counts()).toMatchObject({ operations: 2 });
    await pool.query(`update operation_outcome set settled_at = now() - interval '49 hours'`);
    expect((await dropOutcomePartitions(pool, now)).length).toBeGreaterThan(0);
    const { rows } = await pool.query<{ operation_id: string }>('select operation_id::text from operation_outcome');
    expect(rows.map((row) => row.operation_id >= leastOperationId(now - HOUR))).toEqual([true]);
  });

  it('finds out by the index, never by reading all of it, whether anything in an old partition was settled late', async () => {
    const past = Date.now() - 60 * HOUR;
    const [name] = await createOutcomePartitions(pool, past);
    await pool.query(
      `insert into ${name} (operation_id, partition, workspace, total, partitions, results, settled_at)
       select ('${leastOperationId(past).slice(0, 13)}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 0, 'w', 1, '{0}', repeat('x', 300),
         now() - interval '60 hours' from generate_series(1, 30000) n`,
    );
    await pool.query(`select brin_summarize_new_values('${name}_settled')`);
    // Without statistics, a plan that reads from the beginning until it finds a row seems the best one.
    const one = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 1, applicationName: 'test' });
    const reads = async (): Promise<{ whole: number; byIndex: number }> => {
      await one.query('select pg_stat_force_next_flush()');
      return (
        await one.query<{ whole: number; byIndex: number }>(
          `select seq_scan::int as whole, (select idx_scan::int from pg_stat_user_indexes i where i.relid = t.relid
             and indexrelname = '${name}_settled') as "byIndex" from pg_stat_user_tables t where relid = '${name}'::regclass`,
        )
      ).rows[0]!;
    };
    try {
      await pool.query(`update ${name} set settled_at = now() where operation_id = (select max(operation_id::text)::uuid from ${name})`);
      const before = await reads();
      expect(await dropOutcomePartitions(one, Date.now())).not.toContain(name);
      const after = await reads();
      expect([after.whole - before.whole, after.byIndex - before.byIndex]).toEqual([0, 1]);
      await pool.query(`update ${name} set settled_at = now() - interval '60 hours' where settled_at > now() - interval '1 hour'`);
      expect(await dropOutcomePartitions(one, Date.now())).toContain(name);
    } finally {
      await one.end();
    }
  });

  it('creates partitions while a gateway with a fast clock keeps writing into their time', async () => {
    const now = Date.now();
    await createOutcomePartitions(pool, now);
    // The next partition begins at most 36 hours from now.
    const next = now + 6 * HOUR;
    let written = 0;
    let done = false;
    const writers = [0, 1, 2].map(async () => {
      while (!done) {
        const insert = () =>
          pool.query(
            `insert into operation_outcome (operation_id, partition, workspace, total, partitions, results)
              values ($1, 0, 'w', 1, '{0}', '[]')`,
            [operationIdAt(now + 36 * HOUR - 1000)],
          );
        // An insert that waited for the rest was planned for the wrong table; units are retried, and so is this.
        await insert().catch(insert);
        written++;
      }
    });
    await expect.poll(() => written).toBeGreaterThan(10);
    const created = await createOutcomePartitions(pool, next).finally(() => (done = true));
    await Promise.all(writers);
    expect(created).toHaveLength(1);
    expect((await pool.query(`select 1 from operation_outcome`)).rowCount).toBe(written);
    expect((await pool.query('select 1 from operation_outcome_rest')).rowCount).toBe(0);
  });
});
