import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { ObjectExport } from '../../src/history/exports/object-export.js';
import { ObjectHistory } from '../../src/history/object-history.js';
import type { ShortHistory } from '../../src/history/pieces/history-of-plans.js';
import { PieceCopy } from '../../src/history/pieces/piece-copy.js';
import { type RetainedPiece, type Retaining, retainPieces } from '../../src/history/pieces/piece-retention.js';
import { HistoryReader } from '../../src/history/query/history-reader.js';
import { KeptHistory } from '../../src/history/query/kept-history.js';
import { createProjectionDataSource } from '../../src/schema/projection-data-source.js';
import { createPieces, DAY_MS, dropPiece, listPieces, partitionedTables, pieceName, pieceOf } from '../../src/storage/time-partitions.js';

const now = Date.now();
const OLD = now - 40 * DAY_MS;
const [history, presence] = partitionedTables({ historyDays: 90, feedDays: 7 }) as [Retaining['table'], Retaining['table']];
const piece = pieceName(history, pieceOf(history, OLD));
const shortFor = (workspace: string, days: number): ShortHistory => ({
  workspace,
  createdAt: '2020-01-01T00:00:00.000Z',
  days,
  ofTypes: [],
});

describe('history beyond the retention of plans', () => {
  let space: TestSpace;
  let pool: Pool;
  let short: ShortHistory[];
  let held: string[];

  beforeAll(async () => {
    space = await createTestSpace('piece retention');
    const dataSource = createProjectionDataSource(space.databaseUrl, space.schemas.projection);
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.projection, max: 6, applicationName: 'test', plansByKey: true });
  });
  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });
  beforeEach(async () => {
    for (const table of [history, presence]) for (const each of await listPieces(pool, table)) await dropPiece(pool, table, each);
    await pool.query('truncate retained_piece, held_object, noted_row');
    for (const table of [history, presence]) await createPieces(pool, table, [pieceOf(table, OLD)]);
    short = [shortFor('brief', 10)];
    held = [];
  });

  const fill = (workspace: string, objects: number): Promise<unknown> =>
    pool.query(
      `insert into history select $1 || '-' || n % $2::int, n, $1, $3, $3, '{"position":null}' from generate_series(1, 10 * $2::int) n`,
      [workspace, objects, new Date(OLD)],
    );
  const retain = (more: Partial<Retaining> = {}): Promise<RetainedPiece[]> =>
    retainPieces({
      pool,
      table: history,
      short: () => short,
      heldWorkspaces: () => held,
      now,
      stopping: new AbortController().signal,
      ...more,
    });
  const count = async (condition: string): Promise<number> =>
    (await pool.query<{ rows: number }>(`select count(*)::int as rows from history where ${condition}`)).rows[0]!.rows;
  const oid = async (): Promise<number> => (await pool.query<{ oid: number }>('select $1::regclass::oid as oid', [piece])).rows[0]!.oid;
  const leftovers = async (): Promise<number> =>
    (
      await pool.query<{ left: number }>(
        `select (select count(*) from noted_row)::int + (select count(*) from pg_trigger where tgname = 'note_row'
          and tgrelid = $1::regclass)::int + (select count(*) from pg_class where relname like '%\\_copy'
          and relnamespace = current_schema()::regnamespace)::int as left`,
        [piece],
      )
    ).rows[0]!.left;

  it('is left out when the rest of a piece is copied and the piece is dropped', async () => {
    await fill('brief', 50);
    await fill('lasting', 50);
    const before = [
      await oid(),
      (await pool.query(`select * from history where workspace = 'lasting' order by external_id, revision`)).rows,
    ];
    expect(await retain()).toEqual([{ piece, rows: 500, how: 'replaced', holdKeeps: false }]);
    expect([await count(`workspace = 'brief'`), (await pool.query('select * from history order by external_id, revision')).rows]).toEqual([
      0,
      before[1],
    ]);
    expect([(await oid()) === before[0], await leftovers(), await listPieces(pool, history)]).toEqual([false, 0, [piece]]);
    const { rows } = await pool.query(
      `select i.indisvalid from pg_inherits h join pg_index i on i.indexrelid = h.inhrelid
        where h.inhparent = 'history_of_object'::regclass and i.indrelid = $1::regclass`,
      [piece],
    );
    expect(rows).toEqual([{ indisvalid: true }]);
    await fill('lasting', 1);
    expect(await count(`external_id = 'lasting-0'`)).toBe(20);
  });

  it('of presence is deleted in the same way', async () => {
    await pool.query(
      `insert into presence select w || '-' || n, n, w, $1, 1, n, 1, 2 from unnest(array['brief', 'lasting']) w, generate_series(1, 100) n`,
      [new Date(OLD)],
    );
    expect(await retain({ table: presence })).toMatchObject([{ rows: 100, how: 'replaced' }]);
    expect((await pool.query('select count(*)::int as rows, min(workspace) as of from presence')).rows).toEqual([
      { rows: 100, of: 'lasting' },
    ]);
    // The primary key exists again.
    await expect(pool.query(`insert into presence values ('lasting-1', 1, 'lasting', $1, 1, 1, 1, 2)`, [new Date(OLD)])).rejects.toThrow(
      /duplicate key/,
    );
  });

  it('is deleted row by row if it is little', async () => {
    await fill('brief', 1);
    await fill('lasting', 50);
    const before = await oid();
    expect(await retain()).toEqual([{ piece, rows: 10, how: 'deleted', holdKeeps: false }]);
    expect([await count('true'), await oid(), await leftovers()]).toEqual([500, before, 0]);
  });

  it(
    'loses nothing that is written meanwhile, brings back nothing that is erased meanwhile, and keeps ' + 'what comes under a hold',
    async () => {
      await fill('brief', 50);
      await fill('lasting', 50);
      let writes: Promise<unknown> | undefined;
      const meanwhile = (): Promise<unknown> => {
        writes ??= Promise.all([
          pool.query(`insert into history values ('lasting-0', 9999, 'lasting', $1, $1, '{}')`, [new Date(OLD)]),
          pool.query(`delete from history where external_id = 'lasting-1'`),
          pool.query(`insert into held_object values ('brief', 'brief-7')`),
        ]);
        return writes;
      };
      expect(await retain({ onProgress: meanwhile })).toMatchObject([{ how: 'replaced' }]);
      expect(writes).toBeDefined();
      expect([
        await count(`external_id = 'lasting-0'`),
        await count(`external_id = 'lasting-1'`),
        await count(`external_id = 'brief-7'`),
        await count('true'),
      ]).toEqual([11, 0, 10, 501]);
      expect(await leftovers()).toBe(0);
    },
  );

  it('stays complete when its workspace comes under a hold, or gets a longer retention, while the rest is copied', async () => {
    await fill('brief', 50);
    await fill('lasting', 50);
    expect(await retain({ onProgress: () => void held.push('brief') })).toEqual([]);
    held = [];
    expect(await retain({ onProgress: () => (short = [shortFor('brief', 60)]) })).toEqual([]);
    expect([await count('true'), await leftovers()]).toEqual([1000, 0]);
  });

  it('is not replaced while a rebuild reads it', async () => {
    await fill('brief', 50);
    const rebuild = await pool.connect();
    await rebuild.query(`select pg_advisory_lock(hashtext('waymark.rebuild.' || current_schema()))`);
    expect(await retain()).toEqual([]);
    await rebuild.query('select pg_advisory_unlock_all()');
    rebuild.release();
    expect([await count('true'), await leftovers(), await retain()]).toEqual([
      500,
      0,
      [{ piece, rows: 500, how: 'replaced', holdKeeps: false }],
    ]);
  });

  it('is deleted once in seven days, if more rows have become too old, and a day after a release', async () => {
    await fill('brief', 50);
    await fill('later', 50);
    await pool.query(`insert into held_object values ('brief', 'brief-7')`);
    expect(await retain()).toEqual([{ piece, rows: 490, how: 'replaced', holdKeeps: true }]);
    short.push(shortFor('later', 30));
    await pool.query(`delete from held_object`);
    const after = async (days: number): Promise<number[]> => (await retain({ now: now + days * DAY_MS })).map(({ rows }) => rows);
    expect([await after(0.9), await after(1.1), await after(2.1), await after(8.2), await after(20)]).toEqual([[], [510], [], [], []]);
  });

  it('is visible within its retention, by type, whatever is still in the tables; under a hold it is exported', async () => {
    const copy = new DirectoryCopy();
    copy.apply({
      key: 'workspace:w',
      revision: 1,
      body: { id: 'w', name: 'w', formerNames: [], status: 'active', plan: 'none', createdAt: '2020-01-01T00:00:00.000Z' },
    });
    copy.apply({ key: 'retention:w', revision: 2, body: { workspace: 'w', historyDays: 10, types: [{ type: 'crane', historyDays: 50 }] } });
    const at = (days: number): string => new Date(now - days * DAY_MS).toISOString();
    const position = { lat: 1, lon: 2, observedAt: at(0) };
    for (const days of [5, 9, 11, 49, 51]) await createPieces(pool, history, [pieceOf(history, now - days * DAY_MS)]);
    for (const type of ['crane', 'van']) {
      await pool.query(
        `insert into object_state (external_id, workspace, revision, seen, title, type, lat, lon, q16, archived, state)
        values ($1, 'w', 9, 9, null, $1, 0, 0, 0, false, $2) on conflict do nothing`,
        [type, JSON.stringify({ externalId: type, workspace: 'w', revision: 9, type, fields: {}, position })],
      );
      for (const [n, days] of [51, 49, 11, 9, 5].entries())
        await pool.query('insert into history values ($1, $2, $3, $4, $4, $5)', [
          type,
          n + 1,
          'w',
          at(days),
          JSON.stringify({ revision: n + 1, position }),
        ]);
    }
    const kept = new KeptHistory(copy, 90);
    const reader = new HistoryReader(pool, kept);
    const query = { workspace: 'w', from: at(80), to: at(0) };
    const seen = async (type: string): Promise<unknown> => {
      const object = { externalId: type, type, position };
      const page = await new ObjectHistory(pool).page(
        { workspace: 'w', externalId: type, order: 'oldest', shown: kept.shownSince('w') },
        undefined,
        10,
      );
      const lines: number[] = [];
      for await (const { rows } of reader.lines(query, [object])) lines.push(...rows.map(({ revision }) => revision));
      const before = await reader.before('w', [object], at(10));
      const last = (await reader.lastBefore('w', [object], at(0), 9)).get(type)!.length;
      let exported = 0;
      for await (const text of (await new ObjectExport(pool, kept, copy).begin('w', type))!)
        exported += text.split('"kind":"change"').length - 1;
      return { page: page.lines.length, lines, before: before.size, last, exported };
    };
    expect(await seen('van')).toEqual({ page: 2, lines: [4, 5], before: 0, last: 2, exported: 2 });
    expect(await seen('crane')).toEqual({ page: 4, lines: [2, 3, 4, 5], before: 1, last: 4, exported: 4 });
    await pool.query(`insert into held_object values ('w', 'van')`);
    expect(await seen('van')).toEqual({ page: 2, lines: [4, 5], before: 0, last: 2, exported: 5 });
  });

  it('drops the remains of a failed copy', async () => {
    await PieceCopy.begin(pool, history, piece);
    await fill('lasting', 1);
    expect(await leftovers()).toBe(12);
    short = [];
    expect([await retain(), await leftovers(), await count('true')]).toEqual([[], 0, 10]);
  });
});
