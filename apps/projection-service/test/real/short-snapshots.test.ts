import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { oldestSnapshot } from '#postgres/snapshot-watch.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { findDifferences } from '../../src/rebuilding/differences.js';
import { createProjectionDataSource } from '../../src/schema/projection-data-source.js';
import { findMissedTexts } from '../../src/search/index/object-texts.js';
import { PieceKeeper } from '../../src/storage/piece-keeper.js';
import { partitionedTables } from '../../src/storage/time-partitions.js';
import { sumUpCells } from '../../src/tiles/counts/cell-counts.js';
import { recountCells, wrongCells } from '../../src/tiles/counts/cell-recount.js';

const OBJECTS = 90_000;
/** The limit of one statement; all of them together take several times as long. */
const BOUND_S = 3;
/** Work in one statement takes hardly longer than its snapshot is held; work in pieces takes several times as long. */
const IN_PIECES = 1.5;
const CELL = '((q16::bigint + 2147483648) >> 6)::int';

/** Moves some objects and notes the changes in one transaction, like units. */
const MOVE = `
  with old as (select workspace, external_id, q16, type from object_state where workspace = 'w1'
  and external_id = any($1::text[]) and not archived order by external_id for update),
    moved as (update object_state o set q16 = $2::int + hashtext(old.external_id) % 20 * 64000 from old
    where o.workspace = old.workspace and o.external_id = old.external_id returning o.workspace, o.q16, o.type)
  insert into cell_change (workspace, cell, type, change)
  select workspace, ${CELL}, type, -1 from old union all select workspace, ${CELL}, type, 1 from moved`;

describe('work that reads whole tables', { timeout: 240_000 }, () => {
  let space: TestSpace;
  let pool: Pool;
  let next: string;
  let watcher: pg.Client;

  beforeAll(async () => {
    space = await createTestSpace('short snapshots', { topics: false });
    next = `${space.schemas.projection}_next`;
    for (const schema of [space.schemas.projection, next]) {
      const dataSource = createProjectionDataSource(space.databaseUrl, schema);
      await migrate(dataSource);
      await dataSource.destroy();
    }
    pool = createPool({
      url: space.databaseUrl,
      schema: space.schemas.projection,
      max: 4,
      applicationName: 'walks through tables',
      plansByKey: true,
      statementTimeoutMs: 120_000,
    });
    await new PieceKeeper(pool, partitionedTables({ historyDays: 90, feedDays: 7 }), space.logger).ensure(
      partitionedTables({ historyDays: 90, feedDays: 7 })[0]!,
      [Date.now()],
    );
    await pool.query(
      `insert into object_state (external_id, workspace, revision, seen, type, lat, lon, q16, archived, state)
       select 'o' || n, 'w' || n % 3, 1, 1, case when n % 2 = 0 then 'crane'
       else 'van' end, 0, 0, (n % 3000 * 1431655::bigint - 2147483648)::int, n % 50 = 0,
         json_build_object('externalId', 'o' || n, 'workspace', 'w' || n % 3, 'createdAt', '2026-01-01T00:00:00.000Z',
         'fields', case when n % 3 = 1 then '{}'::json
         else json_build_object('state',
         json_build_object('type', 'Category', 'value', json_build_object('categoryName', 'busy'))) end)
       from generate_series(1, ${OBJECTS}) n`,
    );
    await pool.query(
      `insert into history select external_id, 1, workspace, date_trunc('day', now()), date_trunc('day', now()), 'x' from object_state`,
    );
    watcher = new pg.Client({ connectionString: space.databaseUrl });
    await watcher.connect();
  });

  afterAll(async () => {
    await watcher?.end();
    await pool?.query(`drop schema ${next} cascade`);
    await pool?.end();
    await space?.close();
  });

  /** Runs the work and measures how long any of its transactions has a snapshot. */
  async function watched<T>(work: Promise<T>): Promise<{ result: T; heldS: number; tookS: number }> {
    const begun = performance.now();
    let heldS = 0;
    const { done, stop } = until(work);
    while (!done()) {
      const { rows } = await watcher.query<{ held: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as held from pg_stat_activity
          where application_name = 'walks through tables' and backend_xmin is not null`,
      );
      heldS = Math.max(heldS, rows[0]!.held);
      await sleep(10);
    }
    return { result: await stop, heldS, tookS: (performance.now() - begun) / 1000 };
  }
  function until<T>(work: Promise<T>): { done: () => boolean; stop: Promise<T> } {
    let isDone = false;
    const stop = work.finally(() => (isDone = true));
    stop.catch(() => undefined);
    return { done: () => isDone, stop };
  }
  const sumUp = async (): Promise<void> => {
    while ((await sumUpCells(pool)).more);
  };
  const wrong = async (): Promise<number> => {
    let count = 0;
    for await (const cells of wrongCells(pool, space.schemas.projection)) count += cells.length;
    return count;
  };

  it('recounts correctly while objects move, without holding a snapshot for long', async () => {
    await pool.query(
      `insert into cell_count (workspace, level, cell, type, count) values ('w1', 13, 5, 'none of this', 7), ('gone', 13, 5, 'crane', 1)`,
    );
    let isMoving = true;
    const moving = (async () => {
      for (let round = 0; isMoving; round++) {
        const ids = Array.from({ length: 300 }, (_, at) => `o${3 * ((round * 300 + at) % (OBJECTS / 3)) + 1}`);
        await pool.query(MOVE, [ids, (round % 40) * 50_000_000 - 1_000_000_000]);
      }
    })();
    let turns = 0;
    const recount = await watched(
      recountCells(pool, async () => {
        // Noted changes are summed up occasionally, so that most ranges are counted with some of them pending.
        if (++turns % 5 === 0) await sumUpCells(pool);
      }),
    );
    isMoving = false;
    await moving;
    await sumUp();
    expect(recount.result).toBeGreaterThan(1000);
    // Two thirds of the ranges if each had exactly as many objects as one may have.
    expect(turns).toBeGreaterThan(OBJECTS / 7_500);
    expect(recount.heldS).toBeLessThan(BOUND_S);
    expect(recount.tookS).toBeGreaterThan(IN_PIECES * recount.heldS);
    expect(await wrong()).toBe(0);
    const { rows: counted } = await pool.query(
      `select workspace, ${CELL} as cell, type, count(*)::int as count from object_state where not archived group by 1, 2, 3
        order by 1, 2, 3`,
    );
    const { rows: held } = await pool.query(`select workspace, cell, type, count from cell_count where level = 13 order by 1, 2, 3`);
    expect(held).toEqual(counted);
    const { rows: categories } = await pool.query<{ count: number }>(
      `select sum(count)::int as count from cell_category_count where level = 13`,
    );
    expect(categories[0]!.count).toBe(((OBJECTS - OBJECTS / 50) * 2) / 3);
  });

  it('finds objects without search texts without holding a snapshot for long', async () => {
    const found = await watched(findMissedTexts(pool));
    expect(found.result).toBe(OBJECTS);
    expect(found.heldS).toBeLessThan(BOUND_S);
    expect(found.tookS).toBeGreaterThan(IN_PIECES * found.heldS);
    await pool.query('truncate search_due');
  });

  it('compares a rebuilt projection with the former without holding a snapshot for long', async () => {
    for (const table of ['object_state', 'cell_count', 'cell_category_count'])
      await pool.query(`insert into ${next}.${table} select * from ${table}`);
    const nextPool = createPool({ url: space.databaseUrl, schema: next, max: 1, applicationName: 'test' });
    await new PieceKeeper(nextPool, partitionedTables({ historyDays: 90, feedDays: 7 }), space.logger).ensure(
      partitionedTables({ historyDays: 90, feedDays: 7 })[0]!,
      [Date.now()],
    );
    await nextPool.end();
    await pool.query(`insert into ${next}.history select * from history`);
    // All rows have the same revision and times. Statistics of one side that do not know the other's make these look selective.
    await pool.query('analyze history');
    const compared = {
      pool,
      former: space.schemas.projection,
      next,
      since: new Date().toISOString(),
      deleted: [],
      histories: [],
      oldest: '2020-01-01T00:00:00.000Z',
      truncated: false,
      between: () => undefined,
    };
    const same = await watched(findDifferences(compared));
    expect(same.result).toEqual([]);
    expect(same.heldS).toBeLessThan(BOUND_S);
    expect(same.tookS).toBeGreaterThan(2 * same.heldS);
    await pool.query(`update ${next}.object_state set title = 'other' where external_id in ('o1', 'o${OBJECTS - 1}')`);
    await pool.query(`delete from ${next}.object_state where external_id = 'o${OBJECTS / 2}'`);
    await pool.query(`delete from history where external_id = 'o7'`);
    await pool.query(`update history set change = 'y' where external_id = 'o8'`);
    await pool.query(`update history set observed_at = observed_at + interval '1 second' where external_id = 'o9'`);
    await pool.query(`delete from ${next}.history where external_id = 'o10'`);
    await pool.query(
      `update ${next}.cell_count set count = count + 1 where (workspace, cell, type) = (select workspace, cell, type
        from cell_count where level = 13 order by 1, 2, 3 limit 1) and level = 13`,
    );
    const differences = await findDifferences(compared);
    // The deleted row is also missing from the counts.
    expect(differences.map(({ table, key, what }) => `${table} ${/^cell/.test(table) ? '' : key} ${what}`)).toEqual([
      'object_state o1 different',
      `object_state o${OBJECTS / 2} only in the former`,
      `object_state o${OBJECTS - 1} different`,
      'history o10@1 only in the former',
      'history o7@1 only in the new',
      'history o8@1 different',
      'history o9@1 different',
      'cell_count  different',
    ]);
  });

  it('is shown by the gauge while another session holds it', async () => {
    const other = new pg.Client({ connectionString: space.databaseUrl, application_name: 'a dump' });
    await other.connect();
    try {
      await other.query('begin isolation level repeatable read');
      await other.query('select 1');
      await sleep(1_100);
      const { seconds, transactions } = await oldestSnapshot(watcher);
      expect(seconds).toBeGreaterThan(1);
      expect(transactions).toBeGreaterThanOrEqual(0);
    } finally {
      await other.end();
    }
  });
});
