import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { ObjectExport } from '../../src/history/exports/object-export.js';
import { HeldHistory } from '../../src/history/pieces/held-history.js';
import { shortHistories } from '../../src/history/pieces/history-of-plans.js';
import { retainPieces } from '../../src/history/pieces/piece-retention.js';
import { KeptHistory } from '../../src/history/query/kept-history.js';
import { createProjectionDataSource } from '../../src/schema/projection-data-source.js';
import { PieceKeeper } from '../../src/storage/piece-keeper.js';
import { DAY_MS, dropPiece, partitionedTables } from '../../src/storage/time-partitions.js';

const { signal } = new AbortController();
const now = Date.now();
const at = (daysAgo: number): string => new Date(now - daysAgo * DAY_MS).toISOString();

/** Tables of the projection without the service: which rows are deleted when, and which ones a legal hold keeps. */
describe('history under a legal hold', { timeout: 60_000 }, () => {
  let space: TestSpace;
  let pool: Pool;
  let copy: DirectoryCopy;
  let keeper: PieceKeeper;
  let held: HeldHistory;
  let appliedUntil: number | undefined;
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
    await pool.query('truncate history, history_kept, held_object, object_state, retained_piece, erased_object');
    copy = new DirectoryCopy();
    for (const id of ['north', 'south'])
      copy.apply({
        key: `workspace:${id}`,
        revision: 1,
        body: { id, name: id, formerNames: [], status: 'active', plan: 'none', createdAt: '2020-01-01T00:00:00.000Z' },
      });
    copy.markComplete();
    appliedUntil = now;
    held = new HeldHistory({ copy, pool, appliedUntil: () => appliedUntil });
    keeper = new PieceKeeper(pool, tables, space.logger, held);
  });

  const put = async (workspace: string, externalId: string, revision: number, daysAgo: number): Promise<void> => {
    await keeper.ensure(history, [now - daysAgo * DAY_MS]);
    await pool.query('insert into history values ($1, $2, $3, $4, $4, $5)', [
      externalId,
      revision,
      workspace,
      at(daysAgo),
      JSON.stringify({ externalId, revision }),
    ]);
  };
  const state = (workspace: string, externalId: string, type: string | null, revision = 9): Promise<unknown> =>
    pool.query(
      `insert into object_state (external_id, workspace, revision, seen, title, type, lat, lon, q16, archived, state)
      values ($1, $2, $3, $3, null, $4, 0, 0, 0, false, $5)`,
      [
        externalId,
        workspace,
        revision,
        type,
        JSON.stringify({ externalId, workspace, revision, type, fields: {}, position: { lat: 0, lon: 0, observedAt: at(0) } }),
      ],
    );
  const hold = (workspace: string, externalId: string): Promise<unknown> =>
    pool.query('insert into held_object values ($1, $2)', [workspace, externalId]);
  const rowsOf = async (table: string): Promise<string[]> =>
    (await pool.query<{ external_id: string; revision: number }>(`select external_id, revision from ${table} order by 1, 2`)).rows.map(
      ({ external_id, revision }) => `${external_id} ${revision}`,
    );
  /** Drops the oldest piece, and pauses before the next transaction once rows were copied, to run `meanwhile`. */
  const dropOldest = async (meanwhile: (piece: string) => Promise<unknown>): Promise<boolean> => {
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'history_2%' order by 1 limit 1`,
    );
    const piece = rows[0]!.name;
    let paused = false;
    const connect = async (): Promise<unknown> => {
      if (!paused && (await rowsOf('history_kept')).length > 0) {
        paused = true;
        await meanwhile(piece);
      }
      return pool.connect();
    };
    const pausing = { query: pool.query.bind(pool), connect } as unknown as Pool;
    const dropped = await new HeldHistory({ copy, pool: pausing, appliedUntil: () => appliedUntil }).drop(history, piece, signal);
    expect(paused).toBe(true);
    return dropped;
  };
  const prune = (): Promise<unknown> =>
    retainPieces({
      pool,
      table: history,
      short: () => shortHistories(copy, 90),
      heldWorkspaces: () => copy.heldWorkspaces,
      now,
      stopping: signal,
    });

  it('outlives the dropped piece, by object and by workspace; the rest is deleted', async () => {
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
    for await (const text of (await new ObjectExport(pool, new KeptHistory(copy, 90), copy).begin('south', 'one'))!)
      lines.push(...text.trim().split('\n'));
    expect(lines.slice(1)).toEqual([
      '{"kind":"change","kept":true,"change":{"externalId":"one","revision":1}}',
      '{"kind":"change","change":{"externalId":"one","revision":2}}',
      '{"kind":"end","changes":2}',
    ]);
  });

  it('is exported completely, by pages that are bounded in bytes', async () => {
    await state('north', 'large', null);
    await keeper.ensure(history, [now]);
    for (let revision = 1; revision <= 6; revision++)
      await pool.query('insert into history values ($1, $2, $3, $4, $4, $5)', [
        'large',
        revision,
        'north',
        at(0),
        JSON.stringify({ revision, text: 'x'.repeat(900_000) }),
      ]);
    const pages: number[] = [];
    const counting = {
      query: async (query: never) => {
        const result = await (pool.query(query) as unknown as Promise<{ rows: { change?: string }[] }>);
        pages.push(result.rows.reduce((sum, { change }) => sum + (change?.length ?? 0), 0));
        return result;
      },
    } as unknown as Pool;
    let changes = 0;
    for await (const text of (await new ObjectExport(counting, new KeptHistory(copy, 90), copy).begin('north', 'large'))!)
      changes += text.split('"kind":"change"').length - 1;
    expect(changes).toBe(6);
    expect(Math.max(...pages)).toBeLessThan(3_000_000);
  });

  it('is deleted after the release, at the next check', async () => {
    await put('north', 'held', 1, 120);
    await put('south', 'one', 1, 120);
    await hold('north', 'held');
    copy.apply({ key: 'hold:south', revision: 2, body: { workspace: 'south', reason: 'r', by: 'b', since: at(0) } });
    await keeper.dropOld(now);
    expect(await held.releaseHeld(signal)).toBe(0);
    copy.apply({ key: 'hold:south', revision: 3, body: undefined });
    expect(await held.releaseHeld(signal)).toBe(1);
    await pool.query('delete from held_object');
    expect(await held.releaseHeld(signal)).toBe(1);
    expect(await rowsOf('history_kept')).toEqual([]);
  });

  it('keeps every piece while the directory is unread, or while pending events may bring a hold', async () => {
    await put('north', 'late', 1, 120);
    await put('north', 'other', 1, 120);
    const unread = new HeldHistory({ copy: new DirectoryCopy(), pool, appliedUntil: () => now });
    await new PieceKeeper(pool, tables, space.logger, unread).dropOld(now);
    appliedUntil = undefined;
    await keeper.dropOld(now);
    appliedUntil = now - 40 * DAY_MS;
    await keeper.dropOld(now);
    expect(await rowsOf('history')).toHaveLength(2);
    appliedUntil = now - 5 * DAY_MS;
    await keeper.dropOld(now);
    expect(await rowsOf('history')).toEqual([]);
  });

  it(
    'keeps what comes under a hold while a piece is copied, of objects and of workspaces, and does not ' +
      'start again for holds that come and go',
    async () => {
      await put('north', 'late', 1, 120);
      await put('north', 'other', 1, 120);
      await put('north', 'free', 1, 120);
      await put('south', 'one', 1, 120);
      await hold('north', 'other');
      const dropped = await dropOldest(async () => {
        expect(await rowsOf('history_kept')).toEqual(['other 1']);
        await hold('north', 'late');
        await pool.query(`delete from held_object where external_id = 'other'`);
        copy.apply({ key: 'hold:south', revision: 2, body: { workspace: 'south', reason: 'r', by: 'b', since: at(0) } });
      });
      expect(dropped).toBe(true);
      expect(await rowsOf('history_kept')).toEqual(['late 1', 'one 1', 'other 1']);
      expect(await rowsOf('history')).toEqual([]);
    },
  );

  it('does not drop a piece that replaced the copied one', async () => {
    await put('north', 'held', 1, 120);
    await hold('north', 'held');
    const dropped = await dropOldest(async (piece) => {
      await dropPiece(pool, history, piece);
      keeper.forget();
      await put('north', 'held', 2, 120);
    });
    expect(dropped).toBe(false);
    expect(await rowsOf('history')).toEqual(['held 2']);
  });

  it('waits for a unit that writes history before holds, while the unit does not wait for it', async () => {
    await put('north', 'held', 1, 120);
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'history_2%' order by 1 limit 1`,
    );
    const unit = await pool.connect();
    await unit.query('begin');
    await unit.query('insert into history values ($1, 2, $2, $3, $3, $4)', ['held', 'north', at(120), '{}']);
    const dropping = held.drop(history, rows[0]!.name, signal);
    await expect
      .poll(async () => (await pool.query('select from pg_locks where not granted and relation = to_regclass($1)', ['history'])).rowCount, {
        interval: 1,
      })
      .toBeGreaterThan(0);
    await unit.query(`set local lock_timeout = '200ms'`);
    await unit.query('insert into held_object values ($1, $2)', ['north', 'held']);
    await unit.query('commit');
    unit.release();
    expect(await dropping).toBe(true);
    expect(await rowsOf('history_kept')).toEqual(['held 1', 'held 2']);
  });

  it('is not removed from a piece by the rules of a plan or workspace, which use the present type of an object', async () => {
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
    expect(await rowsOf('history')).toEqual([
      'crane 2',
      'crane of others 1',
      'held 1',
      'held 2',
      'typeless 1',
      'typeless 2',
      'van 1',
      'van 2',
    ]);
    copy.apply({
      key: 'retention:north',
      revision: 3,
      body: { workspace: 'north', historyDays: 10, types: [{ type: 'van', historyDays: 80 }] },
    });
    await pool.query(`update retained_piece set gone_through_at = now() - interval '7 days 1 hour'`);
    await prune();
    expect(await rowsOf('history')).toEqual(['crane 2', 'crane of others 1', 'held 1', 'held 2', 'typeless 2', 'van 1', 'van 2']);
    // After a release, the schedule checks again within a day.
    await pool.query('delete from held_object');
    await pool.query(`update retained_piece set gone_through_at = now() - interval '25 hours'`);
    await prune();
    expect(await rowsOf('history')).not.toContain('held 1');
  });
});
