import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { HeldHistory } from '../../src/erasing/held-history.js';
import { pruneHistories, shortHistories } from '../../src/erasing/history-of-plans.js';
import { ObjectExport } from '../../src/reading/object-export.js';
import { PieceKeeper } from '../../src/tables/piece-keeper.js';
import { createProjectionDataSource } from '../../src/tables/projection-data-source.js';
import { DAY_MS, partitionedTables } from '../../src/tables/time-partitions.js';

const { signal } = new AbortController();
const now = Date.now();
const at = (daysAgo: number): string => new Date(now - daysAgo * DAY_MS).toISOString();

/** Tables of the projection without the service: what goes when, by whose word, and what a legal hold keeps. */
describe('history under a legal hold', { timeout: 60_000 }, () => {
  let space: TestSpace;
  let pool: Pool;
  let copy: DirectoryCopy;
  let keeper: PieceKeeper;
  let held: HeldHistory;
  const tables = partitionedTables({ historyDays: 90, feedDays: 7 });
  const history = tables[0]!;

  beforeAll(async () => {
    space = await createTestSpace('held history');
    const dataSource = createProjectionDataSource(space.databaseUrl, space.schemas.projection);
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.projection, max: 4, applicationName: 'test', plansByKey: true });
  });
  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });
  beforeEach(async () => {
    await pool.query('truncate history, history_kept, held_object, object_state, pruned_piece, erased_object');
    copy = new DirectoryCopy();
    for (const id of ['north', 'south']) copy.apply({ key: `workspace:${id}`, revision: 1, body: { id, name: id, formerNames: [], status: 'active', plan: 'none', createdAt: '2020-01-01T00:00:00.000Z' } });
    copy.markComplete();
    held = new HeldHistory({ copy, pool });
    keeper = new PieceKeeper(pool, tables, space.logger, held);
  });

  const put = async (workspace: string, externalId: string, revision: number, daysAgo: number): Promise<void> => {
    await keeper.ensure(history, [now - daysAgo * DAY_MS]);
    await pool.query('insert into history values ($1, $2, $3, $4, $4, $5)', [externalId, revision, workspace, at(daysAgo), JSON.stringify({ externalId, revision })]);
  };
  const state = (workspace: string, externalId: string, type: string | null, revision = 9): Promise<unknown> =>
    pool.query(`insert into object_state values ($1, $2, $3, $3, null, $4, 0, 0, 0, false, $5)`, [externalId, workspace, revision, type, JSON.stringify({ externalId, workspace, revision, type, fields: {}, position: { lat: 0, lon: 0, observedAt: at(0) } })]);
  const hold = (workspace: string, externalId: string): Promise<unknown> => pool.query('insert into held_object values ($1, $2)', [workspace, externalId]);
  const rowsOf = async (table: string): Promise<string[]> => (await pool.query<{ external_id: string; revision: number }>(`select external_id, revision from ${table} order by 1, 2`)).rows.map(({ external_id, revision }) => `${external_id} ${revision}`);
  const prune = (): Promise<unknown> => pruneHistories({ pool, history, short: () => shortHistories(copy, 90), heldWorkspaces: () => copy.heldWorkspaces, now, stopping: signal });

  it('outlives the piece that is dropped, by object and by workspace; the rest goes', async () => {
    for (const id of ['free', 'held']) await put('north', id, 1, 120);
    await put('south', 'one', 1, 120);
    await put('south', 'one', 2, 1);
    await hold('north', 'held');
    copy.apply({ key: 'hold:south', revision: 2, body: { workspace: 'south', reason: 'r', by: 'b', since: at(0) } });
    await keeper.dropOld(now);
    expect(await rowsOf('history')).toEqual(['one 2']);
    expect(await rowsOf('history_kept')).toEqual(['held 1', 'one 1']);
    await state('south', 'one', null);
    const lines: string[] = [];
    for await (const text of (await new ObjectExport(pool).begin('south', 'one'))!) lines.push(...text.trim().split('\n'));
    expect(lines.slice(1)).toEqual(['{"kind":"change","kept":true,"change":{"externalId":"one","revision":1}}', '{"kind":"change","change":{"externalId":"one","revision":2}}', '{"kind":"end","changes":2}']);
  });

  it('goes with the release, when it is looked next', async () => {
    await put('north', 'held', 1, 120);
    await put('south', 'one', 1, 120);
    await hold('north', 'held');
    copy.apply({ key: 'hold:south', revision: 2, body: { workspace: 'south', reason: 'r', by: 'b', since: at(0) } });
    await keeper.dropOld(now);
    expect(await held.letGo(signal)).toBe(0);
    copy.apply({ key: 'hold:south', revision: 3, body: undefined });
    expect(await held.letGo(signal)).toBe(1);
    await pool.query('delete from held_object');
    expect(await held.letGo(signal)).toBe(1);
    expect(await rowsOf('history_kept')).toEqual([]);
  });

  it('lets no piece go as long as the directory was not read, or a hold comes while it is copied', async () => {
    await put('north', 'late', 1, 120);
    await put('north', 'other', 1, 120);
    await hold('north', 'other');
    const unread = new HeldHistory({ copy: new DirectoryCopy(), pool });
    await new PieceKeeper(pool, tables, space.logger, unread).dropOld(now);
    expect(await rowsOf('history')).toHaveLength(2);
    const before = await pool.query<{ name: string }>(`select relname as name from pg_class where relname like 'history_2%' order by 1 limit 1`);
    const dropping = held.drop(history, before.rows[0]!.name, signal);
    // After the rows were copied, and before the piece is asked for again: the copying pauses 20 ms a stretch.
    await expect.poll(() => rowsOf('history_kept'), { interval: 1 }).toEqual(['other 1']);
    await hold('north', 'late');
    expect(await dropping).toBe(false);
    await keeper.dropOld(now);
    expect(await rowsOf('history_kept')).toEqual(['late 1', 'other 1']);
  });

  it('is not taken out of a piece by a plan or a workspace, whose rules go by the type that an object has now', async () => {
    for (const id of ['crane', 'van', 'held', 'typeless']) {
      await put('north', id, 1, 40);
      await put('north', id, 2, 1);
      await state('north', id, id === 'typeless' ? null : id === 'held' ? 'crane' : id);
    }
    await put('south', 'crane of others', 1, 40);
    await state('south', 'crane of others', 'crane');
    await hold('north', 'held');
    copy.apply({ key: 'retention:north', revision: 2, body: { workspace: 'north', types: [{ type: 'crane', historyDays: 5 }] } });
    await prune();
    expect(await rowsOf('history')).toEqual(['crane 2', 'crane of others 1', 'held 1', 'held 2', 'typeless 1', 'typeless 2', 'van 1', 'van 2']);
    copy.apply({ key: 'retention:north', revision: 3, body: { workspace: 'north', historyDays: 10, types: [{ type: 'van', historyDays: 80 }] } });
    await pool.query(`update pruned_piece set pruned_at = now() - interval '25 hours'`);
    await prune();
    expect(await rowsOf('history')).toEqual(['crane 2', 'crane of others 1', 'held 1', 'held 2', 'typeless 2', 'van 1', 'van 2']);
    // A release lets the schedule catch up, a day later at the latest.
    await pool.query('delete from held_object');
    await pool.query(`update pruned_piece set pruned_at = now() - interval '25 hours'`);
    await prune();
    expect(await rowsOf('history')).not.toContain('held 1');
  });
});
