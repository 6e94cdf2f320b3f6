import { PACK_MS as SLICE_MS, spanOf } from '../../apps/report-service/src/folding/observation-pack.js';
import { takeSlice } from '../../apps/report-service/src/heat/heat-slices.js';
import { SHARE_SPANS } from '../../apps/report-service/src/tables/heat-spans.js';
import { REPORT_MIGRATIONS } from '../../apps/report-service/src/tables/migrations.js';
import { DAY_MS, ObservationPieces } from '../../apps/report-service/src/tables/observation-pieces.js';
import { BatchedDeletes } from '../../apps/report-service/src/upkeep/batched-deletes.js';
import { DeletedWorkspaces } from '../../apps/report-service/src/upkeep/deleted-workspaces.js';
import { pruneObservations } from '../../apps/report-service/src/upkeep/observations-of-plans.js';
import {
  fill,
  fillPiece,
  type Given,
  type LargeTable,
  migrating,
  never,
  now,
  OBJECTS,
  schemaOf,
  withPlans,
  workspaceOf,
} from './large-tables.js';

const WEEK = 7 * DAY_MS;
const HOUR = 3_600_000;
const OBSERVED = Math.floor((now - 30 * DAY_MS) / WEEK) * WEEK;

export const OBSERVATIONS: LargeTable = {
  name: 'observation',
  dataSource: schemaOf(REPORT_MIGRATIONS),
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
      `'o' || n % ${OBJECTS}, ${OBSERVED}::bigint + (n * 600000000::float8 / ${rows})::bigint, n, (n % ${OBJECTS}) % 100 + 1, ` +
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

/** Five minutes of 5,000 observations per second, in packs. */
const SLICE_PACKS = 60_000;
const PACKED = 25;

export const HEAT: LargeTable = {
  name: 'heat',
  dataSource: schemaOf(REPORT_MIGRATIONS),
  prepare: async (pool, rows) => {
    const slice = Math.floor((now - 60 * 60_000) / SLICE_MS) * SLICE_MS;
    await new ObservationPieces(pool, 35).ensure([now - 3 * DAY_MS, now]);
    await pool.query(
      `insert into facet (workspace, digest, type, categories) select 'w' || n, 'd', 'van', '{}' from generate_series(1, 100) n`,
    );
    await pool.query('insert into heat_progress (upto) values ($1)', [slice]);
    const arrays = (values: string): string => `array(select ${values} from generate_series(1, ${PACKED - 1}) m)`;
    for (let at = 0; at < 3; at++)
      await pool.query(
        `insert into observation (external_id, at, revision, facet, lat, lon, cell, later_at, later_revision, later_lat, later_lon, later_cell)
          select 'o' || n, ${slice + at * SLICE_MS}::bigint + n % 1000, 1, n % 100 + 1, 53.41, -2.99, ${CELL} + (n % 5000 << 18),
          ${arrays(`${slice + at * SLICE_MS}::bigint + 1000 + m`)}, ${arrays('m')}, ${arrays('53.41::float8')}, ${arrays('-2.99::float8')},
          ${arrays(`${CELL} + (n % 5000 << 18)`)} from generate_series(1, ${SLICE_PACKS}) n`,
      );
    await fill(pool, 'heat', rows, `${workspaceOf('n')}, ${CELL} + (n % 5000 << 18), ${Math.floor(now / HOUR) - 30} - n % 20, 'o' || n, 5`);
    await pool.query('analyze');
  },
  probes: [
    {
      name: 'unit of the present',
      text: `with locked as materialized (${SHARE_SPANS}) insert into call_count
        select 'w', $2, 's', 'o', 200, 't', upto from heat_progress, (select count(*) from locked) once`,
      values: (n) => [[spanOf(Date.now())], n],
    },
  ],
  tasks: [{ name: 'a slice of 1,500,000 observations', run: async ({ pool }) => [await takeSlice(pool, now), await takeSlice(pool, now)] }],
};

/** A cell of resolution 8, with room for others in the digits that count. */
const CELL = '613196570331971583::bigint';

/** A cell of resolution 9. */
const FINE_CELL = '617700169957507071::bigint';

/** The oldest five million rows of each table are older than the retention. */
const OLD_SUMS: Readonly<Record<string, string>> = {
  movement: 'n % 2000 + 1, n / 2000, 10, 0, 0, 1000, 1000, 1000, 1, null',
  object_call: `'w1', 'o' || n % ${OBJECTS}, n / 2000, 'subject ' || n / ${OBJECTS}, 'read', 1`,
  counted_call: `n / 2000, n`,
  visit: `'o' || n, 'area', n, n, 'w1', 'van', 0`,
};

export const SUMS: LargeTable = {
  name: 'sums',
  dataSource: schemaOf(REPORT_MIGRATIONS),
  prepare: async (pool, rows) => {
    for (const [table, row] of Object.entries(OLD_SUMS)) await fill(pool, table, rows, row);
    await pool.query('analyze');
  },
  probes: [
    {
      name: 'sum',
      text: `insert into movement as held values ($1, 100000, 1, 0, 0, 1, 1, 1, 1, null) on conflict (facet, quarter) do update set updates = held.updates + 1`,
      values: (n) => [n % 100],
    },
    { name: 'call', text: `insert into counted_call values (100000, $1) on conflict do nothing`, values: (n) => [n] },
    {
      name: 'read',
      text: 'select sum(updates) from movement where facet = $1 and quarter between 9000 and 9100',
      values: (n) => [n % 2000],
    },
  ],
  tasks: [
    ...Object.keys(OLD_SUMS).map((table) => ({
      name: `old rows of ${table}, for a minute`,
      run: ({ pool }: Given) =>
        new BatchedDeletes(pool, performance.now() + 60_000, never).delete(table, table === 'visit' ? 'left_at < $1' : 'quarter < $1', [
          table === 'visit' ? 5_000_000 : 2500,
        ]),
    })),
    {
      name: 'data of a deleted workspace',
      run: ({ pool, copy }) =>
        new DeletedWorkspaces(withPlans(copy, {}, ['w1'])).clear(new BatchedDeletes(pool, performance.now() + 60_000, never)),
    },
  ],
};

/** The tables as they were before the indexes for upkeep, and before keys with workspace and facet. */
export const REPORT_UPDATE: LargeTable = {
  name: 'update_of_reports',
  dataSource: schemaOf(REPORT_MIGRATIONS.slice(0, 2)),
  prepare: async (pool, rows) => {
    await fill(pool, 'movement', rows, OLD_SUMS.movement!);
    await fill(pool, 'object_call', rows, OLD_SUMS.object_call!);
    await fill(pool, 'visit', rows, `'o' || n, 'area', n, n, 'w1', 'van'`);
    await fill(pool, 'area_sum', rows, `'w1', 'area ' || n % 2000, 'van', n / 2000, 1, 1`);
    for (const table of ['heat', 'heat_value'])
      await pool.query(`create table ${table}_piece_1 partition of ${table} for values from (${WEEK / HOUR}) to (${(2 * WEEK) / HOUR})`);
    await fill(pool, 'heat', rows, `'w1', ${FINE_CELL} + (n % 5000 << 18), ${WEEK / HOUR} + n % 20, 'o' || n, 5`);
    await fill(pool, 'heat_value', rows, `n / 100000, ${FINE_CELL} + (n % 5000 << 18), ${WEEK / HOUR} + n % 100000 / 5000, 1, 1, 1, 1`);
    await pool.query('insert into heat_progress (upto) values ($1)', [now]);
    await pool.query('analyze');
  },
  probes: [
    { name: 'sum', text: `update movement set updates = updates + 1 where facet = $1 and quarter = 100`, values: (n) => [n % 2000] },
    { name: 'visit', text: `update visit set left_at = left_at + 1 where external_id = $1`, values: (n) => [`o${n}`] },
    {
      name: 'area',
      text: `update area_sum set entered = entered + 1 where workspace = 'w1' and quarter = 5 and area_id = $1`,
      values: (n) => [`area ${n % 2000}`],
    },
    { name: 'call', text: `update object_call set calls = calls + 1 where external_id = $1`, values: (n) => [`o${n % OBJECTS}`] },
    {
      name: 'value',
      text: `insert into heat_value as held values ($1, ${CELL}, ${WEEK / HOUR}, 1, 1, 1, 1)
        on conflict (field, cell, hour) do update set count = held.count + 1`,
      values: (n) => [n % 100],
    },
    {
      name: 'heat',
      text: `select count(*) from heat where workspace = 'w1' and cell = ${FINE_CELL} + ($1::int << 18)`,
      values: (n) => [n % 5000],
    },
    { name: 'values', text: `select sum(count) from heat_value where field = $1 and hour = ${WEEK / HOUR}`, values: (n) => [n % 100] },
  ],
  tasks: [{ name: 'migrations since the first ones', run: migrating(schemaOf(REPORT_MIGRATIONS)) }],
};
