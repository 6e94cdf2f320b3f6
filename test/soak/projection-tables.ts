import { deleteEmittedAreaEventIds } from '../../apps/projection-service/src/feed/area-events/emitted-area-event-cleanup.js';
import { deleteFeedsOfDeleted } from '../../apps/projection-service/src/feed/chunks/feed-of-deleted.js';
import { HeldHistory } from '../../apps/projection-service/src/history/pieces/held-history.js';
import { retainPieces } from '../../apps/projection-service/src/history/pieces/piece-retention.js';
import { deleteHistoryLeftovers } from '../../apps/projection-service/src/history/rows/history-leftovers.js';
import { fillMissedAges } from '../../apps/projection-service/src/objects/ages/missed-ages.js';
import { createProjectionDataSource } from '../../apps/projection-service/src/schema/projection-data-source.js';
import { ensureLikenessIndex } from '../../apps/projection-service/src/search/index/likeness-index.js';
import { findMissedTexts, takeUpTexts } from '../../apps/projection-service/src/search/index/object-texts.js';
import { PieceKeeper } from '../../apps/projection-service/src/storage/piece-keeper.js';
import {
  createPieces,
  DAY_MS,
  listPieces,
  partitionedTables,
  pieceBoundsOf,
  pieceName,
  pieceOf,
} from '../../apps/projection-service/src/storage/time-partitions.js';
import { sumUpCells } from '../../apps/projection-service/src/tiles/counts/cell-counts.js';
import { recountCells } from '../../apps/projection-service/src/tiles/counts/cell-recount.js';
import { fill, fillPiece, type Given, type LargeTable, migrating, never, now, OBJECTS, withPlans, workspaceOf } from './large-tables.js';

type Cut = ReturnType<typeof partitionedTables>[0];
const [history, presence, feed] = partitionedTables({ historyDays: 90, feedDays: 7 }) as [Cut, Cut, Cut];
const OLD = now - 40 * DAY_MS;
const isoBounds = (table: Cut, piece: string): string => {
  const { from, to } = pieceBoundsOf(table, piece);
  return `from ('${from.toISOString()}') to ('${to.toISOString()}')`;
};

/** How long work runs whose end does not matter here. */
const A_WHILE_MS = 60_000;

/** Runs a minute of some work that goes through all rows, statement by statement. */
async function forAWhile(work: (between: () => Promise<void>) => Promise<unknown>): Promise<unknown> {
  const ending = AbortSignal.timeout(A_WHILE_MS);
  const between = async (): Promise<void> => ending.throwIfAborted();
  return work(between).catch((error: unknown) => {
    if (!ending.aborted) throw error;
    return 'a minute of it';
  });
}

async function untilNoMore(work: () => Promise<{ taken: number; more: boolean }>, between: () => Promise<void>): Promise<number> {
  for (let sum = 0; ; await between()) {
    const { taken, more } = await work();
    sum += taken;
    if (!more) return sum;
  }
}

const retain =
  (table: Cut, workspaces: number, days: number, at: number) =>
  async ({ pool }: Given): Promise<unknown> => {
    const short = Array.from({ length: workspaces }, (_, n) => ({
      workspace: `w${n}`,
      createdAt: '2020-01-01T00:00:00.000Z',
      days,
      ofTypes: [],
    }));
    return retainPieces({ pool, table, short: () => short, heldWorkspaces: () => [], now: at, stopping: never });
  };

export const HISTORY: LargeTable = {
  name: 'history',
  dataSource: createProjectionDataSource,
  prepare: async (pool, rows) => {
    const piece = pieceName(history, pieceOf(history, OLD));
    const { from } = pieceBoundsOf(history, piece);
    const at = `timestamptz '${from.toISOString()}' + n % 600000 * interval '1 second'`;
    await fillPiece(
      pool,
      'history',
      piece,
      isoBounds(history, piece),
      rows,
      `'o' || n % ${OBJECTS}, n / ${OBJECTS} + 1, ${workspaceOf(`n % ${OBJECTS}`)}, ${at}, ${at}, ` +
        `'{"externalId":"o' || n % ${OBJECTS} || '","revision":' || n / ${OBJECTS} + 1 || ` +
        `',"type":"waymark.object.updated.v1","position":{"lat":53.41,"lon":-2.99}}'`,
    );
    await createPieces(pool, history, [pieceOf(history, now), pieceOf(history, now + 7 * DAY_MS)]);
    await pool.query(`insert into held_object select ${workspaceOf('n')}, 'o' || n from generate_series(1, 1000) n`);
    await pool.query(
      `insert into erased_object select ${workspaceOf('n')}, 'o' || n, 1000000, now(), true
        from generate_series(${OBJECTS - 200}, ${OBJECTS - 1}) n`,
    );
  },
  probes: [
    { name: 'insert', text: `insert into history values ('probe', $1, 'w50', now(), now(), '{}')`, values: (n) => [n] },
    { name: 'erase', text: `delete from history where external_id = $1 and revision <= 2`, values: (n) => [`o${n % OBJECTS}`] },
    {
      name: 'read',
      text: `select observed_at, change from history where external_id = $1 and workspace = $2
        order by observed_at desc, revision desc limit 100`,
      values: (n) => [`o${n % OBJECTS}`, `w${n % 100}`],
    },
    {
      name: 'hold',
      text: `with gone as (delete from held_object where workspace = 'probe') insert into held_object (workspace,
        external_id) values ('probe', $1)`,
      values: (n) => [`probe ${n}`],
    },
  ],
  tasks: [
    { name: 'rows of erased objects', run: ({ pool }) => deleteHistoryLeftovers(pool, [history], never) },
    { name: 'retention of plans, 1 % of a piece (deleted)', run: retain(history, 1, 10, now) },
    { name: 'retention of plans, 29 % of a piece (copied)', run: retain(history, 30, 10, now + 8 * DAY_MS) },
    {
      name: 'pieces for coming days',
      run: ({ pool }) => createPieces(pool, history, [pieceOf(history, now + 14 * DAY_MS), pieceOf(history, now + 21 * DAY_MS)]),
    },
    {
      name: 'a piece older than the retention, with held objects',
      run: async ({ pool, logger, copy }) => {
        const held = new HeldHistory({ copy: withPlans(copy, {}), pool, appliedUntil: () => now + 60 * DAY_MS });
        return new PieceKeeper(pool, [history], logger, held).dropOld(now + 60 * DAY_MS);
      },
    },
  ],
};

export const HELD: LargeTable = {
  name: 'kept_of_holds',
  dataSource: createProjectionDataSource,
  prepare: async (pool, rows) => {
    await fill(
      pool,
      'history_kept',
      rows,
      `'o' || n / 100, n % 100, ${workspaceOf('n / 100')}, now(), now(), '{"externalId":"o' || n / 100 || '","position":{"lat":53.41,"lon":-2.99}}'`,
    );
    await pool.query(`insert into held_object select ${workspaceOf('n')}, 'o' || n from generate_series(1, 1000) n`);
    await pool.query('analyze history_kept');
  },
  probes: [
    {
      name: 'insert',
      text: `insert into history_kept values ('probe', $1, 'w50', now(), now(), '{}') on conflict do nothing`,
      values: (n) => [n],
    },
    {
      name: 'read',
      text: `select change from history_kept where external_id = $1 order by observed_at desc, revision desc limit 100`,
      values: (n) => [`o${n}`],
    },
  ],
  tasks: [
    {
      name: 'what released holds had kept',
      run: ({ pool, copy }) =>
        new HeldHistory({ copy: withPlans(copy, {}), pool, appliedUntil: () => now }).releaseHeld(AbortSignal.timeout(A_WHILE_MS)),
    },
  ],
};

export const PRESENCE: LargeTable = {
  name: 'presence',
  dataSource: createProjectionDataSource,
  prepare: async (pool, rows) => {
    const piece = pieceName(presence, pieceOf(presence, OLD));
    const { from } = pieceBoundsOf(presence, piece);
    await fillPiece(
      pool,
      'presence',
      piece,
      isoBounds(presence, piece),
      rows,
      `'o' || n % ${OBJECTS}, n / ${OBJECTS} + 1, ${workspaceOf(`n % ${OBJECTS}`)}, timestamptz '${from.toISOString()}' + ` +
        `n % 600000 * interval '1 second', n % 7, n % 1000000, n % 168, n % 168`,
    );
    await createPieces(pool, presence, [pieceOf(presence, now)]);
  },
  probes: [
    { name: 'insert', text: `insert into presence values ('probe', $1, 'w50', now(), 1, 1, 1, 1)`, values: (n) => [n] },
    { name: 'erase', text: `delete from presence where external_id = $1 and revision <= 2`, values: (n) => [`o${n % OBJECTS}`] },
    {
      name: 'read',
      text: `select external_id from presence where workspace = $1 and day = 3 and q16 between $2::int and $2::int + 1000 limit 100`,
      values: (n) => [`w${n % 100}`, n],
    },
  ],
  tasks: [
    { name: 'retention of plans, 1 % of a piece (deleted)', run: retain(presence, 1, 10, now) },
    { name: 'retention of plans, 29 % of a piece (copied)', run: retain(presence, 30, 10, now + 8 * DAY_MS) },
    {
      name: 'a piece older than the retention',
      run: ({ pool, logger }) => new PieceKeeper(pool, [presence], logger).dropOld(now + 60 * DAY_MS),
    },
  ],
};

export const FEED: LargeTable = {
  name: 'feed_chunk',
  dataSource: createProjectionDataSource,
  prepare: async (pool, rows) => {
    const piece = pieceName(feed, pieceOf(feed, now - 3 * DAY_MS));
    const { from } = pieceBoundsOf(feed, piece);
    await fillPiece(
      pool,
      'feed_chunk',
      piece,
      isoBounds(feed, piece),
      rows,
      `'w' || n % 10000, n % 24, n, n, 1, timestamptz '${from.toISOString()}' + n % 86400 * interval '1 ` +
        `second', null, '{"externalId":"o' || n % ${OBJECTS} || ` +
        `'","revision":1,"type":"waymark.object.updated.v1","position":{"lat":53.41,"lon":-2.99}}'`,
    );
    await createPieces(pool, feed, [pieceOf(feed, now)]);
    // Rows of nine days and a minute; a row of a time that is over lies where space was reused.
    await fill(
      pool,
      'told_area_event',
      rows,
      `'event ' || n, timestamptz '${new Date(now).toISOString()}' - interval '1 minute' * (12961 * (1 - n / ${rows}::float8))`,
    );
    await pool.query('analyze told_area_event');
  },
  probes: [
    { name: 'insert', text: `insert into feed_chunk values ('probe', 1, $1, $1, 1, now(), null, '{}')`, values: (n) => [1e9 + n] },
    {
      name: 'read',
      text: `select changes from feed_chunk where workspace = $1 and partition = $2 order by last_offset limit 100`,
      values: (n) => [`w${n % 10_000}`, n % 24],
    },
    {
      name: 'event of an area',
      text: `insert into told_area_event values ('probe ' || $1::int, now()) on conflict do nothing`,
      values: (n) => [n],
    },
  ],
  tasks: [
    {
      name: 'events of areas that no feed has any more',
      run: ({ pool }) => deleteEmittedAreaEventIds(pool, feed, now, never),
    },
    {
      name: 'feeds of deleted workspaces',
      run: ({ pool, copy }) => deleteFeedsOfDeleted(pool, feed, withPlans(copy, {}, ['w1', 'w2']), now, never),
    },
    {
      name: 'a day older than the retention',
      run: async ({ pool, logger }) => [
        await new PieceKeeper(pool, [feed], logger).dropOld(now + 6 * DAY_MS),
        await listPieces(pool, feed),
      ],
    },
  ],
};

export const STATES: LargeTable = {
  name: 'object_state',
  dataSource: createProjectionDataSource,
  prepare: async (pool, rows) => {
    await fill(
      pool,
      'object_state',
      rows,
      `'o' || n, ${workspaceOf('n')}, 1, 1, null, 'van', 53.41, -2.99, n % 1000000, false, ` +
        `('{"externalId":"o' || n || ` +
        `'","revision":1,"type":"van","fields":{},"position":{"lat":53.41,"lon":-2.99,"observedAt":"2026-11-20T08:00:00.000Z"}}')::json`,
    );
    // The state before the migration that is measured.
    await pool.query(
      `drop index object_state_age; drop index object_state_archived; alter table object_state drop column last_seen,
        drop column seen_span; delete from migration where name like 'OrderByAge%'`,
    );
    await pool.query('analyze object_state');
    await fill(pool, 'cell_change', Math.ceil(rows / 20), `${workspaceOf('n')}, n % 1000000, 'van', 1`);
  },
  probes: [
    {
      name: 'update',
      text: `update object_state set seen = seen + 1 where workspace = $1 and external_id = $2`,
      values: (n) => [`w${n % 100}`, `o${n}`],
    },
    {
      name: 'insert',
      text: `insert into object_state (external_id, workspace, revision, seen, lat, lon, q16, archived, state)
        values ($1, 'probe', 1, 1, 0, 0, 0, false, '{"fields":{},"position":{"observedAt":"2026-11-20T08:00:00.000Z"}}')
        on conflict do nothing`,
      values: (n) => [`probe ${n}`],
    },
    {
      name: 'read',
      text: `select state from object_state where workspace = $1 and external_id > $2 order by external_id limit 50`,
      values: (n) => [`w${n % 100}`, `o${n}`],
    },
  ],
  tasks: [
    {
      name: 'migration OrderByAge (two indexes)',
      run: migrating(createProjectionDataSource),
    },
    { name: 'recount of cells', run: ({ pool }) => forAWhile((between) => recountCells(pool, between)) },
    { name: 'missed ages', run: ({ pool }) => forAWhile((between) => fillMissedAges(pool, between)) },
    { name: 'objects without searched words', run: ({ pool }) => forAWhile((between) => findMissedTexts(pool, between)) },
    { name: 'searched words of noted objects', run: ({ pool }) => forAWhile((between) => untilNoMore(() => takeUpTexts(pool), between)) },
    { name: 'noted changes of cells', run: ({ pool }) => forAWhile((between) => untilNoMore(() => sumUpCells(pool), between)) },
    { name: 'index of similar words', run: ({ pool, logger }) => ensureLikenessIndex(pool, logger, 'concurrently') },
  ],
};
