import { MIGRATIONS as AREA_MIGRATIONS } from '../../apps/area-service/src/storage/migrations.js';
import { dropTracks } from '../../apps/area-service/src/storage/track-rows.js';
import { dropVisits } from '../../apps/area-service/src/visits/visit-upkeep.js';
import { fill, type LargeTable, migrating, now, schemaOf } from './large-tables.js';

const AREA = '00000000-0000-0000-0000-00000000000';
const ROWS = 10_000;

/** The schema begins with the first migration only: the others run while the tables are used. */
export const VISITS: LargeTable = {
  name: 'area_visits',
  dataSource: schemaOf(AREA_MIGRATIONS.slice(0, 1)),
  prepare: async (pool, rows) => {
    await pool.query(
      `insert into area select ('${AREA}' || n)::uuid, 'w' || n, null, n, n, '{}', now(), true from generate_series(0, 9) n`,
    );
    await fill(
      pool,
      'visit',
      rows,
      `('${AREA}' || n % 10)::uuid, 'o' || n, timestamptz '2026-01-01' + n * interval '1 second', 'w' || n % 10, 1,
        timestamptz '${new Date(now).toISOString()}' - (n % 100 + 0.5) * interval '1 day', null, null`,
    );
    await fill(pool, 'track', Math.ceil(rows / 10), `'w' || n % 10, 'o' || n, 0, 53.41, -2.99, 'state', null`);
    await pool.query('analyze');
  },
  probes: [
    {
      name: 'visit',
      text: `insert into visit values ('${AREA}1', $1, now(), 'w1', 1, null, null, null)`,
      values: (n) => [`probe ${n}`],
    },
    {
      name: 'track',
      text: `update track set lat = lat + 1 where workspace = 'w5' and external_id = $1`,
      values: (n) => [`o${n * 10 + 5}`],
    },
    { name: 'read', text: `select * from visit where area_id = '${AREA}2' order by started_at desc limit 50`, values: () => [] },
  ],
  tasks: [
    { name: 'migrations since the first', run: migrating(schemaOf(AREA_MIGRATIONS)) },
    {
      name: 'visits older than they are kept, 10 %',
      run: ({ pool }) => untilNone(() => dropVisits(pool, `ended_at < now() - $1 * interval '1 day'`, 90)),
    },
    {
      name: 'visits and tracks of a deleted workspace',
      run: async ({ pool }) => [
        await untilNone(() => dropVisits(pool, 'workspace = $1', 'w3')),
        await untilNone(() => dropTracks(pool, 'w3', null, ROWS)),
      ],
    },
  ],
};

/** Repeats a batch until nothing is left, for at most a minute. @returns number of rows */
async function untilNone(batch: () => Promise<number>): Promise<number> {
  const until = performance.now() + 60_000;
  for (let sum = 0; ;) {
    const rows = await batch();
    sum += rows;
    if (rows === 0 || performance.now() > until) return sum;
  }
}
