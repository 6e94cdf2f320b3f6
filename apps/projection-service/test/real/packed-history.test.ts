import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { ErasedObject } from '#object-rules/object.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { ObjectExport } from '../../src/history/exports/object-export.js';
import { type HistoryPosition, ObjectHistory } from '../../src/history/object-history.js';
import { type PackedPiece, packPieces, type Packing } from '../../src/history/packing/pack-pieces.js';
import { HeldHistory } from '../../src/history/pieces/held-history.js';
import { retainPieces } from '../../src/history/pieces/piece-retention.js';
import { type HistoryEnd, HistoryReader } from '../../src/history/query/history-reader.js';
import { KeptHistory } from '../../src/history/query/kept-history.js';
import type { RequestedObject } from '../../src/history/query/requested-objects.js';
import { deleteHistories } from '../../src/history/rows/history-erasures.js';
import { createProjectionDataSource } from '../../src/schema/projection-data-source.js';
import {
  createPieces,
  DAY_MS,
  dropPiece,
  listPieces,
  partitionedTables,
  pieceBoundsOf,
  pieceName,
  pieceOf,
} from '../../src/storage/time-partitions.js';

const now = Date.now();
const [history] = partitionedTables({ historyDays: 90, feedDays: 7 }) as [Packing['history']];
const OLD = pieceOf(history, now - 40 * DAY_MS);
const piece = pieceName(history, OLD);
const START = pieceBoundsOf(history, piece).from.getTime();
const [BEGIN, END] = [new Date(START - 300 * DAY_MS).toISOString(), new Date(now).toISOString()];
const WORKSPACE = 'w';

interface StoredRow {
  id: string;
  revision: number;
  observedAt: number;
  receivedAt: number;
  change: object;
}

/** Numbers that look random and are the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) yield (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

/** An object's changes in the old piece and the one after it: in order, late by minutes and by months, at equal times, and large ones. */
function changesOf(id: string, count: number, seed: number): StoredRow[] {
  const random = numbers(seed);
  const next = (): number => random.next().value;
  const step = (13 * DAY_MS) / count;
  const rows: StoredRow[] = [];
  for (let n = 0, revision = 0; n < count; n++) {
    const receivedAt = Math.floor(START + n * step + next() * step);
    const kind = next();
    const late = kind < 0.8 ? next() * 3000 : kind < 0.95 ? next() * 6 * 3_600_000 : next() * 60 * DAY_MS;
    // Revisions have gaps where the history lacks changes.
    revision += next() < 0.97 ? 1 : 5;
    const observedAt = kind < 0.1 && n > 0 ? rows[n - 1]!.observedAt : Math.floor(receivedAt - late);
    const position = { lat: Math.round(next() * 1e8) / 1e6, lon: Math.round(next() * 1e8) / 1e6, heading: Math.floor(next() * 360) };
    const field = (value: string): object => ({ fields: { note: { type: 'String', value } } });
    const change =
      kind > 0.98
        ? field('x'.repeat(3000))
        : kind > 0.9
          ? field('a\n\tb "c" \\ é \u2028')
          : { position, ...(late > 3000 && { stale: true }) };
    rows.push({ id, revision, observedAt: Math.min(observedAt, receivedAt), receivedAt, change });
  }
  return rows;
}

describe('packed history', () => {
  let space: TestSpace;
  let pool: Pool;
  const directory = new DirectoryCopy();
  const kept = new KeptHistory(directory, 90);

  beforeAll(async () => {
    space = await createTestSpace('packed history');
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
    for (const each of await listPieces(pool, history)) await dropPiece(pool, history, each);
    await pool.query('truncate held_object, history_kept, erased_object, packed_piece, object_state, noted_row');
    await pool.query('update history_format set packed_until = null');
    await createPieces(pool, history, [OLD, OLD + 1]);
  });

  async function store(rows: readonly StoredRow[]): Promise<void> {
    await pool.query(
      `insert into history select r.id, r.revision, '${WORKSPACE}', to_timestamp(r.observed / 1000.0), to_timestamp(r.received / 1000.0), r.change
        from json_to_recordset($1) as r (id text, revision bigint, observed bigint, received bigint, change text)`,
      [
        JSON.stringify(
          rows.map(({ id, revision, observedAt, receivedAt, change }) => ({
            id,
            revision,
            observed: observedAt,
            received: receivedAt,
            change: JSON.stringify(change),
          })),
        ),
      ],
    );
    for (const id of new Set(rows.map((row) => row.id)))
      await pool.query(
        `insert into object_state (external_id, workspace, revision, seen, title, type, lat, lon, q16, archived, state)
        values ($1, $2, 1000000, 1000000, null, 'van', 0, 0, 0, false, $3)`,
        [id, WORKSPACE, JSON.stringify({ externalId: id, workspace: WORKSPACE, revision: 1_000_000, type: 'van', fields: {} })],
      );
  }
  const pack = (more: Partial<Packing> = {}): Promise<PackedPiece[]> =>
    packPieces({ pool, history, now, stopping: new AbortController().signal, ...more });
  const packedRows = async (): Promise<number> =>
    (await pool.query<{ rows: number }>('select count(*)::int as rows from history where packed is not null')).rows[0]!.rows;
  const requested = (id: string): RequestedObject => ({ externalId: id, type: 'van', position: { lat: 0, lon: 0, observedAt: END } });

  /** All pages of an object's history. */
  async function paged(
    id: string,
    order: 'newest' | 'oldest',
    limit: number,
    range: { from?: string; to?: string } = {},
  ): Promise<string[]> {
    const lines: string[] = [];
    for (let after: HistoryPosition | undefined; ;) {
      const query = { workspace: WORKSPACE, externalId: id, order, shown: kept.shownSince(WORKSPACE), ...range };
      const page = await new ObjectHistory(pool).page(query, after, limit);
      expect(page.lines.length === limit || page.last === undefined, 'only the last page is short').toBe(true);
      lines.push(...page.lines);
      if (page.last === undefined) return lines;
      after = page.last;
    }
  }
  async function exported(id: string): Promise<string> {
    let text = '';
    for await (const part of (await new ObjectExport(pool, kept, directory).begin(WORKSPACE, id))!) text += part;
    return text;
  }
  /** The history of objects by every way in which it is read. */
  async function served(ids: readonly string[]): Promise<Record<string, unknown>> {
    const answers: Record<string, unknown> = {};
    const reader = new HistoryReader(pool, kept);
    const objects = ids.map(requested);
    const ranges = [
      [BEGIN, END],
      [START + 3.3 * DAY_MS, START + 5 * DAY_MS],
      [START + 6.9 * DAY_MS, START + 7.2 * DAY_MS],
      [START + 8 * DAY_MS, START + 8 * DAY_MS + 3_600_000],
    ].map((range) => range.map((time) => new Date(time).toISOString()) as [string, string]);
    for (const [from, to] of ranges) {
      const query = { workspace: WORKSPACE, from, to };
      const [lines, positions]: [string[], unknown[]] = [[], []];
      for await (const { object, rows } of reader.lines(query, objects))
        lines.push(...rows.map(({ line, observedAt, revision }) => `${object.externalId} ${observedAt} ${revision} ${line}`));
      for await (const { object, rows } of reader.positions(query, objects)) positions.push(...rows.map((row) => [object.externalId, row]));
      answers[`lines ${from}`] = lines;
      answers[`positions ${from}`] = positions;
      answers[`before ${to}`] = [...(await reader.before(WORKSPACE, objects.map(unknownNow), to))].sort();
      answers[`last before ${to}`] = [...(await reader.lastBefore(WORKSPACE, objects, to, 40))].sort();
      const somewhere = lines.find((line) => line.startsWith(ids[0]!))?.split(' ');
      if (somewhere) {
        const after: HistoryEnd = [somewhere[1]!, Number(somewhere[2])];
        const rest: string[] = [];
        for await (const { rows } of reader.lines(query, objects.slice(0, 1), after)) rest.push(...rows.map(({ line }) => line));
        answers[`rest ${from}`] = rest;
      }
      for (const order of ['newest', 'oldest'] as const) answers[`page ${order} ${from}`] = await paged(ids[0]!, order, 37, { from, to });
    }
    for (const id of ids) answers[`export ${id}`] = await exported(id);
    for (const order of ['newest', 'oldest'] as const) answers[order] = await paged(ids[0]!, order, 300);
    return answers;
  }
  const unknownNow = (object: RequestedObject): RequestedObject => ({
    ...object,
    position: { ...object.position!, observedAt: '9999-01-01T00:00:00.000Z' },
  });

  it.each([1, 2, 3])('is read like rows of single changes (seed %i)', async (seed) => {
    const ids = ['busy', 'calm', 'rare', 'quiet'];
    const rows = ids.flatMap((id, n) => changesOf(id, [1500, 400, 20, 3][n]!, seed * 10 + n));
    await store(rows);
    // Only newer pieces have plain rows after that, and only this one has packed ones.
    const before = await served(ids);
    expect((before[`lines ${BEGIN}`] as string[]).length).toBe(rows.length);
    const [first] = await pack({ now: START + 9 * DAY_MS });
    expect(first).toMatchObject({ piece, bytes: { before: expect.any(Number) } });
    expect(first!.changes).toBeGreaterThan(600);
    expect(await served(ids)).toEqual(before);
    expect(await pack()).toMatchObject([{ piece: pieceName(history, OLD + 1) }]);
    expect(await served(ids)).toEqual(before);
    expect(await packedRows()).toBeGreaterThan(20);
    expect(await pack()).toEqual([]);
  });

  it('takes less than 30 bytes per position, indexes included', async () => {
    await pool.query(
      `insert into history select 'vehicle-' || o, s, $1, at, at + (100 + random() * 300)::int * interval '1 ms',
        '{"position":{"lat":' || round((53.4 + s * 0.0002 + random() * 0.0002)::numeric, 6) || ',"lon":'
          || round((-2.99 + s * 0.0003 + random() * 0.0002)::numeric, 6) || '}}'
        from generate_series(1, 100) o, generate_series(1, 1000) s,
          lateral (select $2::timestamptz + s * interval '10 s' + (random() * 1000)::int * interval '1 ms') t (at)`,
      [WORKSPACE, new Date(START)],
    );
    const [packed] = await pack({ now: START + 9 * DAY_MS });
    expect(packed!.changes).toBe(100_000);
    expect(packed!.bytes.before / packed!.changes).toBeGreaterThan(150);
    expect(packed!.bytes.after / packed!.changes).toBeLessThan(30);
  });

  it('does not begin before a day after its time, while an earlier version may read it, and while stays are missing', async () => {
    await store(changesOf('busy', 500, 1));
    expect(await pack({ now: START + 7.9 * DAY_MS })).toEqual([]);
    await pool.query(`update history_format set pack_since = now() + interval '1 hour'`);
    expect(await pack()).toEqual([]);
    await pool.query(`update history_format set pack_since = now()`);
    await pool.query('update presence_progress set done_at = null');
    expect(await pack()).toEqual([]);
    await pool.query('update presence_progress set done_at = now()');
    expect((await pack()).length).toBe(2);
  });

  it('waits for a rebuild that reads the pieces', async () => {
    await store(changesOf('busy', 500, 1));
    const rebuild = await pool.connect();
    await rebuild.query(`select pg_advisory_lock(hashtext('waymark.rebuild.' || current_schema()))`);
    let copied = 0;
    expect(await pack({ onProgress: () => void (copied += 1) })).toEqual([]);
    await rebuild.query('select pg_advisory_unlock_all()');
    rebuild.release();
    expect([copied, (await pack()).length]).toEqual([0, 2]);
  });

  it('loses nothing that is written meanwhile, and brings back nothing that is erased meanwhile', async () => {
    const ids = ['busy', 'calm', 'other'];
    const rows = ids.flatMap((id, n) => changesOf(id, 900, n + 1)).filter(({ receivedAt }) => receivedAt < START + 7 * DAY_MS);
    await store(rows);
    const add = (id: string): Promise<unknown> =>
      pool.query(`insert into history values ($1, 5000, $2, $3, $4, '{"position":{"lat":1,"lon":2}}')`, [
        id,
        WORKSPACE,
        new Date(START + DAY_MS),
        new Date(START + 6 * DAY_MS),
      ]);
    let written: Promise<unknown> | undefined;
    // Of these, `busy` is copied by then, and `other` is not.
    const meanwhile = (): Promise<unknown> =>
      (written ??= Promise.all([add('busy'), add('other'), pool.query(`delete from history where external_id = 'calm'`)]));
    const read = (): Promise<string[][]> => Promise.all(ids.map((id) => paged(id, 'oldest', 1000)));
    const before = await read();
    expect((await pack({ now: START + 9 * DAY_MS, rowsAtOnce: 300, onProgress: meanwhile })).length).toBe(1);
    const after = await read();
    for (const n of [0, 2]) {
      expect(after[n]!.length, ids[n]).toBe(before[n]!.length + 1);
      expect(
        after[n]!.filter((line) => !line.includes('"revision":5000,')),
        ids[n],
      ).toEqual(before[n]);
    }
    expect(after[1]).toEqual([]);
    expect(await packedRows()).toBe(0);
    // Objects with such writes stay rows of single changes; others are packed.
    await pool.query('truncate packed_piece');
    expect((await pack({ now: START + 9 * DAY_MS })).length).toBe(1);
    expect(await read()).toEqual(after);
    expect(await packedRows()).toBeGreaterThan(3);
  });

  it('that was interrupted begins again, and the rows stay readable', async () => {
    await store(changesOf('busy', 900, 1));
    const before = await paged('busy', 'oldest', 1000);
    const stop = new AbortController();
    await expect(pack({ rowsAtOnce: 100, stopping: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow(/abort/);
    expect([await packedRows(), await paged('busy', 'oldest', 1000)]).toEqual([0, before]);
    expect((await pack({ rowsAtOnce: 100 })).length).toBe(2);
    expect(await paged('busy', 'oldest', 1000)).toEqual(before);
    const { rows } = await pool.query(
      `select from pg_class where relname like '%\\_copy' and relnamespace = current_schema()::regnamespace`,
    );
    expect(rows).toEqual([]);
  });

  it('leaves out the rows of erased objects that are still to be deleted, and is erased itself', async () => {
    await store(changesOf('gone', 500, 1));
    await pool.query(
      `insert into erased_object (workspace, external_id, revision, erased_at, history_left) values ($1, 'gone', 300, now(), true)`,
      [WORKSPACE],
    );
    const before = await paged('gone', 'oldest', 100);
    expect(before.length).toBeGreaterThan(100);
    await pack();
    expect(await paged('gone', 'oldest', 100)).toEqual(before);
    const { rows } = await pool.query<{ lowest: number }>('select min(revision) as lowest from history');
    expect(rows[0]!.lowest).toBeGreaterThan(300);
    const client = await pool.connect();
    await deleteHistories(client, [{ workspace: WORKSPACE, externalId: 'gone', revision: 10_000 } as ErasedObject]);
    client.release();
    expect((await pool.query('select from history')).rowCount).toBe(0);
  });

  it('is kept under a legal hold after its retention, and is exported from there', async () => {
    const ids = ['held', 'free'];
    await store(ids.flatMap((id, n) => changesOf(id, 500, n + 1)));
    const before = await exported('held');
    await pack();
    await pool.query(`insert into held_object values ($1, 'held')`, [WORKSPACE]);
    const whole = new DirectoryCopy();
    whole.markComplete();
    const holds = new HeldHistory({
      copy: whole,
      pool,
      appliedUntil: () => now + 80 * DAY_MS,
    });
    for (const each of await listPieces(pool, history)) expect(await holds.drop(history, each, new AbortController().signal)).toBe(true);
    expect((await pool.query(`select from history_kept where packed is not null`)).rowCount).toBeGreaterThan(2);
    expect((await exported('held')).replaceAll('"kept":true,', '')).toBe(before);
    expect((await exported('free')).split('"kind":"change"').length).toBe(1);
  });

  it('ends with the retention of a plan, by whole rows', async () => {
    await store([...changesOf('busy', 500, 1)]);
    await pool.query(
      `insert into history select 'brief-' || n % 9, n, 'brief', $1, $1, '{"position":null}' from generate_series(1, 900) n`,
      [new Date(START + DAY_MS)],
    );
    const before = await paged('busy', 'oldest', 100);
    await pack();
    const retained = await retainPieces({
      pool,
      table: history,
      short: () => [{ workspace: 'brief', createdAt: '2020-01-01T00:00:00.000Z', days: 10, ofTypes: [] }],
      heldWorkspaces: () => [],
      now,
      stopping: new AbortController().signal,
    });
    expect(retained).toMatchObject([{ piece, how: 'replaced', holdKeeps: false }, { rows: 0 }]);
    expect(await paged('busy', 'oldest', 100)).toEqual(before);
    expect((await pool.query(`select from history where workspace = 'brief'`)).rowCount).toBe(0);
  });
});
