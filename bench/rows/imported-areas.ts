import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Pool } from 'pg';
import type { TestSpace } from '#testing/test-space.js';

const FEATURES = 1000;
const VERTICES = 30;
const DELETED_AT_ONCE = 16;
/** The corner of the region of the load's objects (bench/load/bodies.ts), and the distance between areas there. */
const [SOUTH, WEST, STEP] = [53.4, -2.99, 0.012];

/**
 * Creates `count` areas, and waits until the service uses them. Those of an earlier run are reused.
 * @param apart 1: they overlap, so that most objects are in one and pass a border every few reports; 3: they stand alone
 */
export async function importAreas(url: string, space: TestSpace, workspace: string, count: number, apart: number): Promise<void> {
  for (let first = await known(url); first < count; first += FEATURES) await importSome(url, space, workspace, first, apart);
  await untilKnown(url, count);
}

/** Imports round areas with 30 positions and a radius of about 800 m (less from east to west). */
async function importSome(url: string, space: TestSpace, workspace: string, first: number, apart: number): Promise<void> {
  const features = Array.from({ length: FEATURES }, (_, index) => {
    const [row, column] = [Math.floor((first + index) / 400), (first + index) % 400];
    const [lon, lat] = [WEST + column * apart * STEP, SOUTH + row * apart * STEP];
    const ring = Array.from({ length: VERTICES }, (_each, vertex) => [
      lon + STEP * 0.6 * Math.cos((2 * Math.PI * vertex) / VERTICES),
      lat + STEP * 0.6 * Math.sin((2 * Math.PI * vertex) / VERTICES),
    ]);
    return {
      type: 'Feature',
      properties: { name: `area ${first + index}` },
      geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
    };
  });
  const answer = await fetch(`${url}/groups/${workspace}/areas/import`, {
    method: 'POST',
    body: JSON.stringify({ type: 'FeatureCollection', features }),
    headers: { 'content-type': 'application/json', 'x-waymark-internal': space.installation.secrets.internalToken },
  });
  if (answer.status !== 201) throw new Error(`Areas could not be imported: ${answer.status} ${await answer.text()}`);
}

/** Deletes all areas of the workspace: other rows need different areas, or none. */
export async function deleteAreas(url: string, space: TestSpace, workspace: string): Promise<void> {
  const ask = async (method: string, path: string): Promise<Response> => {
    const answer = await fetch(`${url}/groups/${workspace}/areas${path}`, {
      method,
      headers: { 'x-waymark-internal': space.installation.secrets.internalToken },
    });
    if (!answer.ok) throw new Error(`${method} of areas${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  for (;;) {
    const { areas } = (await (await ask('GET', '?limit=1000')).json()) as { areas: readonly { areaId: string }[] };
    if (areas.length === 0) return;
    for (let first = 0; first < areas.length; first += DELETED_AT_ONCE)
      await Promise.all(areas.slice(first, first + DELETED_AT_ONCE).map(({ areaId }) => ask('DELETE', `/${areaId}`)));
  }
}

async function untilKnown(url: string, count: number): Promise<void> {
  while ((await known(url)) < count) await sleep(200);
}

/** The number of areas that the service uses. */
async function known(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^waymark_areas(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** The number of events that the area service has judged, by their offsets. */
export function judgedEvents(pool: Pool, space: TestSpace): () => Promise<number> {
  const text = `select coalesce(sum(next_offset), 0)::float8 as count from ${pg.escapeIdentifier(space.schemas.area)}.partition_offset`;
  return async () => (await pool.query<{ count: number }>(text)).rows[0]!.count;
}
