import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { UNLIMITED } from '#contracts/directory/plan-limits.js';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import type { Logger } from '#telemetry/logger.js';
import { leastOperationId } from '../../apps/object-service/src/commands/operation-time.js';
import { MIGRATIONS } from '../../apps/object-service/src/storage/migrations.js';
import { createOutcomePartitions, dropOutcomePartitions } from '../../apps/object-service/src/upkeep/outcome-partitions.js';
import { deleteFeedsOfDeleted } from '../../apps/projection-service/src/feed/chunks/feed-of-deleted.js';
import { HeldHistory } from '../../apps/projection-service/src/history/pieces/held-history.js';
import { retainPieces } from '../../apps/projection-service/src/history/pieces/piece-retention.js';
import { deleteHistoryLeftovers } from '../../apps/projection-service/src/history/rows/history-leftovers.js';
import { fillMissedAges } from '../../apps/projection-service/src/objects/ages/missed-ages.js';
import { createProjectionDataSource } from '../../apps/projection-service/src/schema/projection-data-source.js';
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
import { recountCells } from '../../apps/projection-service/src/tiles/counts/cell-recount.js';
import { REPORT_MIGRATIONS } from '../../apps/report-service/src/tables/migrations.js';
import { ObservationPieces } from '../../apps/report-service/src/tables/observation-pieces.js';
import { BatchedDeletes } from '../../apps/report-service/src/upkeep/batched-deletes.js';
import { pruneObservations } from '../../apps/report-service/src/upkeep/observations-of-plans.js';
import { fill, fillPiece } from './large-tables.js';
import type { Probe } from './lock-waits.js';

interface Given {
  pool: Pool;
  url: string;
  schema: string;
  logger: Logger;
  /** Empty. */
  copy: DirectoryCopy;
}

interface Task {
  name: string;
  run: (given: Given) => Promise<unknown>;
}

/** A table with many rows, who uses it, and what upkeep or migrations do to it. */
export interface LargeTable {
  name: string;
  dataSource: (url: string, schema: string) => DataSource;
  prepare: (pool: Pool, rows: number) => Promise<void>;
  probes: readonly Probe[];
  tasks: readonly Task[];
}

const now = Date.now();
const never = new AbortController().signal;
const [history, , feed] = partitionedTables({ historyDays: 90, feedDays: 7 }) as [
  ReturnType<typeof partitionedTables>[0],
  unknown,
  ReturnType<typeof partitionedTables>[0],
];
const OLD = now - 40 * DAY_MS;
const isoBounds = (table: typeof history, piece: string): string => {
  const { from, to } = pieceBoundsOf(table, piece);
  return `from ('${from.toISOString()}') to ('${to.toISOString()}')`;
};

/** 100 workspaces; an object has one of them. */
const workspaceOf = (object: string): string => `'w' || (${object}) % 100`;
const OBJECTS = 200_000;

function withPlans(copy: DirectoryCopy, plans: Readonly<Record<string, number>>, deleted: readonly string[] = []): DirectoryCopy {
  const record = (id: string): object => ({ id, name: id, formerNames: [], createdAt: '2020-01-01T00:00:00.000Z' });
  for (const [id, historyDays] of Object.entries(plans)) {
    copy.apply({ key: `plan:${id}`, revision: 1, body: { name: id, limits: { ...UNLIMITED, historyDays } } });
    copy.apply({ key: `workspace:${id}`, revision: 1, body: { ...record(id), status: 'active', plan: id } as never });
  }
  for (const id of deleted)
    copy.apply({
      key: `workspace:${id}`,
      revision: 1,
      body: { ...record(id), status: 'deleted', plan: 'none', deleteAfter: new Date(now).toISOString() } as never,
    });
  copy.markComplete();
  return copy;
}

const retain =
  (workspaces: number, days: number, at: number) =>
  async ({ pool }: Given): Promise<unknown> => {
    const short = Array.from({ length: workspaces }, (_, n) => ({
      workspace: `w${n}`,
      createdAt: '2020-01-01T00:00:00.000Z',
      days,
      ofTypes: [],
    }));
    return retainPieces({ pool, table: history, short: () => short, heldWorkspaces: () => [], now: at, stopping: never });
  };

const HISTORY: LargeTable = {
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
    { name: 'retention of plans, 1 % of a piece (deleted)', run: retain(1, 10, now) },
    { name: 'retention of plans, 29 % of a piece (copied)', run: retain(30, 10, now + 8 * DAY_MS) },
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

const FEED: LargeTable = {
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
  },
  probes: [
    { name: 'insert', text: `insert into feed_chunk values ('probe', 1, $1, $1, 1, now(), null, '{}')`, values: (n) => [1e9 + n] },
    {
      name: 'read',
      text: `select changes from feed_chunk where workspace = $1 and partition = $2 order by last_offset limit 100`,
      values: (n) => [`w${n % 10_000}`, n % 24],
    },
  ],
  tasks: [
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

const STATES: LargeTable = {
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
    // As before the migration that is measured.
    await pool.query(
      `drop index object_state_age; drop index object_state_archived; alter table object_state drop column last_seen,
        drop column seen_span; delete from migration where name like 'OrderByAge%'`,
    );
    await pool.query('analyze object_state');
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
      run: async ({ url, schema }) => {
        const source = createProjectionDataSource(url, schema);
        try {
          return await migrate(source, { waitMs: 600_000 });
        } finally {
          await source.destroy();
        }
      },
    },
    { name: 'recount of cells', run: ({ pool }) => recountCells(pool) },
    { name: 'missed ages', run: ({ pool }) => fillMissedAges(pool) },
  ],
};

/** Of a time whose partition is dropped. */
const SETTLED = now - (now % (6 * 3_600_000)) - 4 * DAY_MS;

const OUTCOMES: LargeTable = {
  name: 'operation_outcome',
  dataSource: (url, schema) => createDataSource({ url, schema, entities: [], migrations: MIGRATIONS }),
  prepare: async (pool, rows) => {
    const piece = `operation_outcome_${new Date(SETTLED).toISOString().slice(0, 13).replace(/\D/g, '')}`;
    const least = leastOperationId(SETTLED);
    await fillPiece(
      pool,
      'operation_outcome',
      piece,
      `from ('${least}') to ('${leastOperationId(SETTLED + 6 * 3_600_000)}')`,
      rows,
      `('${least.slice(0, 24)}' || lpad(to_hex(n), 12, '0'))::uuid, n % 24, ${workspaceOf('n')}, 1, '{1}', ` +
        `'[[0,"o",1]]', null, timestamptz '${new Date(SETTLED).toISOString()}'`,
    );
    await pool.query(`create index ${piece}_settled on ${piece} using brin (settled_at) with (pages_per_range = 64, autosummarize = on)`);
    await createOutcomePartitions(pool, now);
    await fill(
      pool,
      'idempotency_key',
      Math.ceil(rows / 10),
      `${workspaceOf('n')}, 'k' || n, gen_random_uuid(), 'b', now() - interval '2 days'`,
    );
  },
  probes: [
    {
      name: 'insert',
      text: `insert into operation_outcome
        values (('${leastOperationId(now).slice(0, 24)}' || lpad(to_hex($1::int), 12, '0'))::uuid, 1, 'probe', 1, '{1}', '[]')`,
      values: (n) => [n],
    },
    {
      name: 'read',
      text: `select * from operation_outcome
        where operation_id = ('${leastOperationId(SETTLED).slice(0, 24)}' || lpad(to_hex($1::int), 12, '0'))::uuid`,
      values: (n) => [n],
    },
    {
      name: 'claim',
      text: `insert into idempotency_key values ('probe', $1, gen_random_uuid(), 'b')`,
      values: (n) => [`k${n}-${Math.random()}`],
    },
  ],
  tasks: [
    { name: 'partitions for coming hours', run: ({ pool }) => createOutcomePartitions(pool, now + 12 * 3_600_000) },
    { name: 'a partition older than 48 hours', run: ({ pool }) => dropOutcomePartitions(pool, now) },
  ],
};

const WEEK = 7 * DAY_MS;
const OBSERVED = Math.floor((now - 30 * DAY_MS) / WEEK) * WEEK;

const OBSERVATIONS: LargeTable = {
  name: 'observation',
  dataSource: (url, schema) => createDataSource({ url, schema, entities: [], migrations: REPORT_MIGRATIONS }),
  prepare: async (pool, rows) => {
    await pool.query(
      `insert into facet (workspace, digest, type, categories) select 'w' || n, 'd', 'van', '{}' from generate_series(1, 100) n`,
    );
    const piece = OBSERVED / WEEK;
    await fillPiece(
      pool,
      'observation',
      `observation_piece_${piece}`,
      `from (${OBSERVED}) to (${OBSERVED + WEEK})`,
      rows,
      `'o' || n % ${OBJECTS}, ${OBSERVED}::bigint + n % 600000 * 1000, n, (n % ${OBJECTS}) % 100 + 1, ` +
        '53.41, -2.99, n % 1000000, null, null, null, null, null, null, null, null, null, null, null',
    );
    await new ObservationPieces(pool, 35).keep(now);
  },
  probes: [
    {
      name: 'insert',
      text: `insert into observation (external_id, at, revision, facet) values ('probe', ${now}::bigint + $1::int, 1, 1)`,
      values: (n) => [n],
    },
    {
      name: 'read',
      text: `select * from observation where external_id = $1 order by at desc limit 10`,
      values: (n) => [`o${n % OBJECTS}`],
    },
  ],
  tasks: [
    {
      name: 'what a plan does not keep, 1 %',
      run: ({ pool, copy }) =>
        pruneObservations(new BatchedDeletes(pool, performance.now() + 60_000, never), withPlans(copy, { w1: 10 }), 35, now),
    },
    { name: 'pieces for coming weeks', run: ({ pool }) => new ObservationPieces(pool, 35).ensure([now + 2 * WEEK, now + 3 * WEEK]) },
    { name: 'a week older than the retention', run: ({ pool }) => new ObservationPieces(pool, 35).keep(now + 3 * WEEK) },
  ],
};

export const LARGE_TABLES: readonly LargeTable[] = [HISTORY, FEED, OUTCOMES, OBSERVATIONS, STATES];
