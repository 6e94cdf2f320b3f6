import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { createProjectionDataSource } from '../../src/schema/projection-data-source.js';
import { takeUpTexts } from '../../src/search/index/object-texts.js';
import { inTurn, type Queue, type WorkspaceTurns } from '../../src/storage/workspace-turns.js';
import { sumUpCells } from '../../src/tiles/counts/cell-counts.js';

describe('upkeep of many workspaces', { timeout: 60_000 }, () => {
  let space: TestSpace;
  let pool: Pool;

  beforeAll(async () => {
    space = await createTestSpace('workspace turns', { topics: false });
    const dataSource = createProjectionDataSource(space.databaseUrl, space.schemas.projection);
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.projection, max: 2, applicationName: 'test', plansByKey: true });
  });
  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });
  beforeEach(async () => {
    await pool.query('truncate search_due, cell_change, cell_category_change, cell_count, cell_category_count, object_state, object_text');
  });

  const waiting = async (queue: Queue): Promise<Record<string, number>> => {
    const { rows } = await pool.query<{ workspace: string; rows: number }>(
      `select workspace, count(*)::int as rows from ${queue} group by 1 order by 1`,
    );
    return Object.fromEntries(rows.map(({ workspace, rows }) => [workspace, rows]));
  };

  it('indexes the words of one workspace behind a bulk change of another one at once', async () => {
    await pool.query(`insert into search_due select 'a bulk', 'o' || n from generate_series(1, 20000) n`);
    await pool.query(
      `insert into object_state (external_id, workspace, revision, seen, type, title, lat, lon, q16, archived, state)
       select 'small ' || n, 'small', 1, 1, 'van', 'Crane', 0, 0, 0, false,
         json_build_object('externalId', 'small ' || n, 'workspace', 'small', 'revision', 1, 'title', 'Crane', 'fields', '{}'::json)
       from generate_series(1, 3) n`,
    );
    await pool.query(`insert into search_due select 'small', 'small ' || n from generate_series(1, 3) n`);
    expect(await takeUpTexts(pool)).toEqual({ taken: 1000, more: true });
    expect(await waiting('search_due')).toEqual({ 'a bulk': 20_000 - 997 });
    expect(
      (await pool.query(`select from object_text where workspace = 'small' and words like '%crane%'`)).rowCount,
    ).toBeGreaterThanOrEqual(3);
    let rounds = 1;
    while ((await takeUpTexts(pool)).more) rounds++;
    expect([rounds, await waiting('search_due')]).toEqual([20, {}]);
    expect(await takeUpTexts(pool)).toEqual({ taken: 0, more: false });
  });

  it('counts the cells of one workspace behind a bulk change of another one at once', async () => {
    await pool.query(`insert into cell_change select 'a bulk', n % 500, 'van', 1 from generate_series(1, 100000) n`);
    await pool.query(`insert into cell_category_change select 'a bulk', n % 500, 'van', 'f', 'c', 1 from generate_series(1, 100000) n`);
    await pool.query(`insert into cell_change values ('small', 7, 'van', 2)`);
    await pool.query(`insert into cell_category_change values ('small', 7, 'van', 'f', 'c', 2)`);
    expect(await sumUpCells(pool)).toEqual({ taken: 40_000, more: true });
    for (const [changes, counts] of [
      ['cell_change', 'cell_count'],
      ['cell_category_change', 'cell_category_count'],
    ] as const) {
      expect(await waiting(changes)).toEqual({ 'a bulk': 100_000 - 19_999 });
      expect((await pool.query(`select count from ${counts} where workspace = 'small' and level = 13`)).rows).toEqual([{ count: 2 }]);
    }
    while ((await sumUpCells(pool)).more);
    expect((await pool.query(`select sum(count)::int as objects from cell_count where level = 13`)).rows).toEqual([{ objects: 100_002 }]);
  });

  it('goes round more workspaces than one batch has room for', async () => {
    await pool.query(`insert into search_due select 'w' || n % 250, 'o' || n from generate_series(0, 24999) n`);
    const turns: WorkspaceTurns = new Map();
    for (let round = 0; round < 3; round++) await takeUpTexts(pool, turns);
    const left = Object.values(await waiting('search_due'));
    expect(left).toHaveLength(250);
    expect(Math.max(...left)).toBeLessThanOrEqual(90);
  });

  it('reads no more of the queue than it takes', async () => {
    await pool.query(`insert into search_due select 'w' || n % 5, 'o' || n from generate_series(0, 49999) n`);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off) with ${inTurn('search_due').replaceAll('$1', '1000').replaceAll('$2', "''")}
       select place from places`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // The rest of a batch may come from the start of the queue without the index.
    const read = [...plan.matchAll(/ on search_due.*rows=([\d.]+) loops=(\d+)/g)].map(([, rows, loops]) => Number(rows) * Number(loops));
    expect(read.length, plan).toBe(4);
    expect(Math.max(...read)).toBeLessThanOrEqual(1000);
  });
});
