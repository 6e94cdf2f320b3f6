import fc from 'fast-check';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import type { ObjectState } from '#object-rules/object.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { inTransaction } from '#postgres/transaction.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import type { WrittenState } from '../../src/changes/held-state.js';
import { ObjectList } from '../../src/objects/object-list.js';
import { readStatesWithin } from '../../src/projecting/large-units.js';
import { writeStates } from '../../src/projecting/unit-writer.js';
import { createProjectionDataSource } from '../../src/schema/projection-data-source.js';
import { type Box, contains } from '../../src/space/box.js';
import { PieceKeeper } from '../../src/storage/piece-keeper.js';
import { DAY_MS, listPieces, type PartitionedTable, partitionedTables } from '../../src/storage/time-partitions.js';

const written = (state: ObjectState, seen: number, isNew = true) => ({ state, seen, json: JSON.stringify(state), isNew });
const stateAt = (externalId: string, lat: number, lon: number): ObjectState => ({
  externalId,
  workspace: 'w',
  revision: 1,
  position: { lat, lon, observedAt: '2026-11-21T08:00:00.000Z' },
  fields: {},
  archived: false,
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
});

describe('the tables of the projection', () => {
  let space: TestSpace;
  let pool: Pool;
  let dataSource: DataSource;

  beforeAll(async () => {
    space = await createTestSpace('tables', { topics: false });
    dataSource = createProjectionDataSource(space.databaseUrl, space.schemas.projection);
    await migrate(dataSource);
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.projection, max: 3, applicationName: 'test' });
  });

  afterAll(async () => {
    await pool?.end();
    await dataSource?.destroy();
    await space?.close();
  });

  it('find the same objects in a box as brute force, at the antimeridian and the poles too', async () => {
    const special = [-180, 180, -179.999, 179.999, 0, -90, 90].flatMap((lon) =>
      [-90, 90, -89.9, 89.9, 85.06, -85.06, 0].map((lat) => [lat, lon] as const),
    );
    const random = fc.sample(fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })), {
      numRuns: 3000,
      seed: 7,
    });
    const places = [...special, ...random].map(([lat, lon], at) => stateAt(`o${String(at).padStart(5, '0')}`, lat, lon));
    await inTransaction(pool, (client) =>
      writeStates(
        client,
        places.map((state) => written(state, 1)),
      ),
    );
    const list = new ObjectList(pool);
    const lon = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 179.9995, -179.9995, 0));
    const lat = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 85.06, -85.06, 89.9));
    const box: fc.Arbitrary<Box> = fc
      .tuple(lon, lat, lon, lat)
      .map(([west, a, east, b]) => ({ west, east, south: Math.min(a, b), north: Math.max(a, b) }));
    await fc.assert(
      fc.asyncProperty(box, async (b) => {
        const found: string[] = [];
        for (let after: string | undefined, more = true; more; after = found.at(-1)) {
          const page = await list.page({ workspace: 'w', box: b, archived: 'exclude' }, after, 1000);
          found.push(...page.objects.map(({ externalId }) => externalId));
          more = page.more;
        }
        expect(found).toEqual(places.filter(({ position }) => contains(b, position.lat, position.lon)).map(({ externalId }) => externalId));
      }),
      { numRuns: 150 },
    );
  });

  it('change nothing when an older row is repeated, and stay heap-only within a tile and an hour', async () => {
    const held = written({ ...stateAt('again', 50, 5), revision: 3 }, 3);
    await inTransaction(pool, (client) => writeStates(client, [held]));
    await inTransaction(pool, (client) => writeStates(client, [written(stateAt('again', 1, 1), 2)]));
    const { rows } = await pool.query<{ revision: number; lat: number }>(
      `select revision, lat from object_state where external_id = 'again'`,
    );
    expect(rows).toEqual([{ revision: 3, lat: 50 }]);
    const updates = async (): Promise<{ all: number; hot: number }> => {
      await pool.query('select pg_stat_force_next_flush()');
      const { rows: stats } = await pool.query<{ all: number; hot: number }>(
        `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'object_state'
          and schemaname = current_schema()`,
      );
      return stats[0]!;
    };
    await inTransaction(pool, async (client) => {
      for (let seen = 4; seen < 24; seen++)
        await writeStates(client, [
          written(
            {
              ...held.state,
              revision: seen,
              position: {
                ...held.state.position,
                lat: 50 + seen / 1e6,
                observedAt: `2026-11-21T08:00:${String(seen).padStart(2, '0')}.000Z`,
              },
            },
            seen,
            false,
          ),
        ]);
    });
    // Another connection reports its updates a second or more later.
    await expect.poll(async () => (await updates()).all).toBe(20);
    const { hot } = await updates();
    // All except those whose page was full; with an index on lat or lon, or on the time of the last report, none would be.
    expect(hot).toBeGreaterThanOrEqual(15);
  });

  it('are not changed by a writer with an outdated state', async () => {
    await inTransaction(pool, (client) => writeStates(client, [written(stateAt('seen', 1, 1), 3)]));
    const stale = inTransaction(pool, (client) =>
      writeStates(client, [written(stateAt('fresh', 1, 1), 1), written(stateAt('seen', 2, 2), 3, false)]),
    );
    await expect(stale).rejects.toThrow(OwnershipLostError);
    await expect(inTransaction(pool, (client) => writeStates(client, [written(stateAt('gone', 1, 1), 2, false)]))).rejects.toThrow(
      OwnershipLostError,
    );
    const { rows } = await pool.query(`select external_id, lat from object_state where external_id in ('seen', 'fresh', 'gone')`);
    expect(rows).toEqual([{ external_id: 'seen', lat: 1 }]);
  });

  it('are written at the locations where they were read, if they are still there', async () => {
    const ids = ['at-a', 'at-b'];
    const owners = new Map(ids.map((id) => [id, 'w']));
    await inTransaction(pool, (client) =>
      writeStates(
        client,
        ids.map((id) => written(stateAt(id, 1, 1), 1)),
      ),
    );
    const read = (await inTransaction(pool, (client) => readStatesWithin(client, owners, 1e6)))!;
    expect([...read].map(([id, { state, seen }]) => [id, state.position.lat, seen])).toEqual([
      ['at-a', 1, 1],
      ['at-b', 1, 1],
    ]);
    const next = (id: string, seen: number): WrittenState => ({
      ...written({ ...stateAt(id, seen, 1), revision: seen }, seen, false),
      place: read.get(id)!.place,
    });
    await inTransaction(pool, (client) => writeStates(client, [next('at-a', 2)]));
    // The row of "at-a" has moved; that of "at-b" has not.
    await expect(inTransaction(pool, (client) => writeStates(client, [next('at-b', 3), next('at-a', 3)]))).rejects.toThrow(
      OwnershipLostError,
    );
    await inTransaction(pool, (client) => writeStates(client, [next('at-b', 2)]));
    const { rows } = await pool.query(`select external_id, revision, lat from object_state where external_id = any($1) order by 1`, [ids]);
    expect(rows).toEqual(ids.map((id) => ({ external_id: id, revision: 2, lat: 2 })));
    expect(await inTransaction(pool, (client) => readStatesWithin(client, owners, 10))).toBeUndefined();
    expect(await inTransaction(pool, (client) => readStatesWithin(client, new Map([['none', 'w']]), 10))).toEqual(new Map());
  });

  it('drop whole pieces that are older than the retention, and raise the floor of the feed with them', async () => {
    const tables = partitionedTables({ historyDays: 14, feedDays: 2 });
    const [history, feed] = ['history', 'feed_chunk'].map((name) => tables.find(({ table }) => table === name)!) as [
      PartitionedTable,
      PartitionedTable,
    ];
    const pieces = new PieceKeeper(pool, tables, space.logger);
    const now = Date.now();
    await pieces.ensure(history, [now - 30 * DAY_MS, now]);
    await pieces.ensure(feed, [now - 5 * DAY_MS, now - 2 * DAY_MS, now]);
    // Two processes create the same pieces at once.
    await Promise.all([1, 2].map(() => new PieceKeeper(pool, tables, space.logger).ensure(feed, [now + DAY_MS, now + 2 * DAY_MS])));
    const chunk = (at: number, last: number): Promise<unknown> =>
      pool.query(`insert into feed_chunk values ('w', 1, $1, $1, 1, $2, null, '{}')`, [last, new Date(at)]);
    await chunk(now - 5 * DAY_MS, 40);
    await chunk(now - 2 * DAY_MS, 41);
    await chunk(now, 42);
    await pieces.dropOld(now);
    expect((await listPieces(pool, history)).length).toBe(1);
    const { rows } = await pool.query<{ last_offset: number }>('select last_offset from feed_chunk order by 1');
    expect(rows.map((row) => row.last_offset)).toEqual([41, 42]);
    const { rows: floors } = await pool.query('select partition, first_offset from feed_floor');
    expect(floors).toEqual([{ partition: 1, first_offset: 41 }]);
    const { rows: storage } = await pool.query(
      `select distinct attstorage from pg_attribute where attname = 'changes'
        and attrelid in (select inhrelid from pg_inherits where inhparent = (current_schema() || '.feed_chunk')::regclass)`,
    );
    expect(storage).toEqual([{ attstorage: 'e' }]);
  });
});
