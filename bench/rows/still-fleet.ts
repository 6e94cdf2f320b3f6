import pg from 'pg';
import { q16Of } from '../../apps/projection-service/src/space/morton.js';
import type { BenchStack } from '../bench-stack.js';

/** Number of objects that do not move, in addition to the moving fleet: they give the tables the wanted size. */
export const STILL_OBJECTS = 1_000_000;
/** Europe, covered evenly: a box of 0.31 by 0.31 degrees has about 100 objects. */
export const LAND = { west: -10, south: 36, east: 30, north: 60 };
const BATCH = 10_000;
const TYPES = ['crane', 'truck', 'container', 'forklift', 'trailer'];
const SETTLE_MS = 240_000;

/** Scattered places, the same in each run: two sequences that fill the square evenly (Roberts, 2018). */
export function stillPlace(at: number): { lat: number; lon: number } {
  return {
    lat: LAND.south + ((at * 0.7548776662466927) % 1) * (LAND.north - LAND.south),
    lon: LAND.west + ((at * 0.5698402909980532) % 1) * (LAND.east - LAND.west),
  };
}

const prepared = new WeakSet<BenchStack>();

/** Writes the objects to the projection's tables: through the gateway it would take minutes, and reads see no difference. */
export async function prepareStillFleet(stack: BenchStack): Promise<void> {
  if (prepared.has(stack)) return;
  prepared.add(stack);
  const client = new pg.Client({
    connectionString: stack.projection.databaseUrl,
    options: `-c search_path=${stack.projection.schema},public`,
  });
  await client.connect();
  try {
    for (let from = 0; from < STILL_OBJECTS; from += BATCH) await client.query(INSERT, columns(stack.workspace, from));
    await client.query(
      `insert into cell_change (workspace, cell, type, change)
        select workspace, ((q16::bigint + 2147483648) >> 6)::int, type, count(*)::int from object_state
        where external_id like 'still-%' group by 1, 2, 3 order by 2`,
    );
    await client.query('vacuum analyze object_state');
    for (
      const deadline = performance.now() + SETTLE_MS;
      performance.now() < deadline;
      await new Promise((resolve) => setTimeout(resolve, 250))
    ) {
      const { rows } = await client.query<{ left: boolean }>('select exists (select from cell_change) as left');
      if (!rows[0]!.left) break;
    }
    await client.query('analyze cell_count');
  } finally {
    await client.end();
  }
}

const INSERT = `
  insert into object_state (external_id, workspace, revision, seen, title, type, lat, lon, q16, archived, state)
  select id, $1, 1, 1, title, type, lat, lon, q16, false,
  json_build_object('externalId', id, 'workspace', $1::text, 'revision', 1, 'title', title, 'type', type,
    'position', json_build_object('lat', lat, 'lon', lon, 'observedAt', '2026-11-21T08:00:00.000Z'),
    'fields', json_build_object('battery',
    json_build_object('type', 'Number', 'value', n % 1000 / 10.0, 'observedAt', '2026-11-21T08:00:00.000Z')),
    'archived', false, 'createdAt', '2026-11-21T08:00:00.000Z', 'updatedAt', '2026-11-21T08:00:00.000Z')
  from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[], $8::int[]) as k (n, id, title, type, lat, lon, q16)
  on conflict do nothing`;

function columns(workspace: string, from: number): unknown[] {
  const numbers = Array.from({ length: BATCH }, (_, at) => from + at);
  const places = numbers.map(stillPlace);
  return [
    workspace,
    numbers,
    numbers.map((n) => `still-${n}`),
    numbers.map((n) => `Still ${n}`),
    numbers.map((n) => TYPES[n % TYPES.length]!),
    places.map(({ lat }) => lat),
    places.map(({ lon }) => lon),
    places.map(({ lat, lon }) => q16Of(lat, lon)),
  ];
}
