import type { Pool } from 'pg';
import { createPool } from '#postgres/pool.js';
import { q16Of } from '../../apps/projection-service/src/space/morton.js';
import type { BenchStack } from '../bench-stack.js';

/** The numbers that the issue requires. */
const OBJECTS = 1_000_000;
const ROWS_AN_OBJECT = 9;
/** Number of objects that report every minute for most of a day. */
const BUSY = 1_000;
const ROWS_PER_BUSY_OBJECT = 1_000;
/** Number of positions of one object, for the export. */
const LONG = 1_000_000;
/** The loaded history lies in this many days. */
export const DAYS = 28;
const DAY_MS = 86_400_000;

/** The ids of its objects differ from those of other rows. */
export const BUSY_IDS = Array.from({ length: BUSY }, (_, n) => `busy-${n}`);
export const LONG_ID = 'long-0';

/** For each byte, its bits with a gap after each of them. */
const SPREAD = Array.from({ length: 256 }, (_, byte) =>
  [...Array(8).keys()].reduce((sum, bit) => sum | (((byte >> bit) & 1) << (2 * bit)), 0),
).join(',');
const spread = (value: string): string =>
  `(('{${SPREAD}}'::int[])[(${value} & 255) + 1]::bigint | (('{${SPREAD}}'::int[])[(${value} >> 8 & 255) + 1]::bigint << 16))`;
/** The tile at zoom 16, computed as in apps/projection-service/src/space/morton.ts. */
const Q16 = `(((${spread('y')}) << 1 | ${spread('x')}) - 2147483648)::int`;

/**
 * Each object moves on one of 28 days, with nine reports that are six minutes and about 100 m apart; a thousand objects
 * report every minute for most of a day. These ten million rows of history are written directly to the tables, which
 * takes minutes instead of hours.
 */
const TRACK = `
  select i, s, case when i < ${OBJECTS} then 'h-' || i else 'busy-' || (i - ${OBJECTS}) end as id,
    date_trunc('day', now()) - (1 + i % ${DAYS}) * interval '1 day' + (hashint4(i::int) & 1023) * interval '40 seconds' + s * (case when i < ${OBJECTS} then interval '6 minutes' else interval '1 minute' end) as at,
    40 + 20 * ((hashint4(i::int) & 1048575) / 1048576.0) + s * 0.0007 as lat,
    -5 + 30 * ((hashint4((i + 7)::int) & 1048575) / 1048576.0) + s * 0.0009 as lon`;

const changeOf = (lat: string, lon: string): string =>
  `'{"position":{"lat":' || ${lat} || ',"lon":' || ${lon} || '},"fields":{"battery":{"type":"Number","value":50}}}'`;

const STATE = 'external_id, workspace, revision, seen, type, lat, lon, q16, archived, state, first_seen';

/** Fills the projection's tables once; later calls find them filled. */
export async function loadHistory({ projection, workspace }: BenchStack): Promise<Pool> {
  const pool = createPool({
    url: projection.databaseUrl,
    schema: projection.schema,
    max: 1,
    applicationName: 'bench',
    statementTimeoutMs: 600_000,
  });
  const { rows } = await pool.query<{ there: boolean }>(
    `select exists (select from object_state where workspace = $1 and external_id = $2) as there`,
    [workspace, LONG_ID],
  );
  if (rows[0]!.there) return pool;
  const startedAt = performance.now();
  for (const table of ['history', 'presence']) await pool.query(`create table if not exists ${table}_bench partition of ${table} default`);
  for (let first = 0; first < OBJECTS + BUSY; first += 100_000) {
    const steps = first < OBJECTS ? ROWS_AN_OBJECT : ROWS_PER_BUSY_OBJECT;
    await pool.query(
      `create temp table track as select *, ${Q16} as q16
        from (select *, floor((0.5 - ln((1 + sind(lat)) / (1 - sind(lat))) / (4 * pi())) * 65536)::int as y,
        floor((lon + 180) / 360 * 65536)::int as x from (${TRACK}
        from generate_series(${first}, ${Math.min(first + 100_000, OBJECTS + BUSY) - 1}) i,
        generate_series(1, ${steps}) s) t offset 0) t`,
    );
    await pool.query(`insert into history select id, s, '${workspace}', at, at, ${changeOf('lat', 'lon')} from track`);
    await pool.query(`insert into presence select id, s, '${workspace}', at, case
      when floor(extract(epoch from at) / 86400) = floor(extract(epoch from before) / 86400)
      then floor(extract(epoch from at) / 86400) else -1 end, was, floor(extract(epoch
      from before) / 3600), floor(extract(epoch from at) / 3600)
      from (select *, lag(at) over w as before, lag(q16) over w as was from track window w as (partition by i order by s)) t
      where before is not null and (was <> q16 or date_trunc('hour', before) <> date_trunc('hour', at))`);
    await pool.query(`insert into object_state (${STATE}) select id, '${workspace}', s, s, 'bench', lat, lon, q16, false,
      json_build_object('externalId', id, 'workspace', '${workspace}', 'revision', s, 'type', 'bench', 'position',
      json_build_object('lat', lat, 'lon', lon, 'observedAt',
      to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'fields', '{}'::json, 'archived', false, 'createdAt',
      '2026-01-01T00:00:00.000Z', 'updatedAt', '2026-01-01T00:00:00.000Z'), extract(epoch from first) * 1000
      from (select *, min(at) over (partition by i) as first from track) t where s = ${steps}`);
    await pool.query('drop table track');
  }
  await pool.query(
    `insert into history select '${LONG_ID}', s, '${workspace}', now() - interval '20 days' + s * interval '1 second',
      now() - interval '20 days' + s * interval '1 second',
      ${changeOf('50 + sin(s / 1000.0) / 10', '10 + s / 1e6')} from generate_series(1, ${LONG}) s`,
  );
  await pool.query(
    `insert into object_state (${STATE}) select '${LONG_ID}', '${workspace}', ${LONG}, ${LONG}, 'bench', 51, 11, 0, false,
      json_build_object('externalId', '${LONG_ID}', 'workspace', '${workspace}', 'revision', ${LONG}, 'position',
      json_build_object('lat', 51, 'lon', 11, 'observedAt',
      to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'fields', '{}'::json, 'archived', false,
      'createdAt', '2026-01-01T00:00:00.000Z', 'updatedAt', '2026-01-01T00:00:00.000Z'),
      extract(epoch from now() - interval '20 days') * 1000`,
  );
  await pool.query('vacuum analyze history, presence, object_state');
  await checkTiles(pool);
  console.log(`history loaded in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return pool;
}

/** Reads by place find nothing in rows with a wrong tile, and would look fast. */
async function checkTiles(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ lat: number; lon: number; q16: number }>(
    `select lat, lon, q16 from object_state where external_id like 'busy-%'`,
  );
  const wrong = rows.find(({ lat, lon, q16 }) => q16 !== q16Of(lat, lon));
  if (wrong) throw new Error(`The loaded history has a wrong tile: ${JSON.stringify(wrong)}, not ${q16Of(wrong.lat, wrong.lon)}.`);
}

/** A day with loaded history; the newest for 0, then older ones. */
export const loadedDay = (back: number): Date => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - (1 + (back % DAYS)) * DAY_MS);
