import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Narrowing } from '#identity/caller.js';
import { NARROWED_HEADER, narrowedHeader } from '#identity/forwarded-narrowing.js';
import type { ObjectState } from '#object-rules/object.js';
import { eventsOf } from '#testing/event-stream.js';
import { startService, type RunningService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { recountCells } from '../../src/indexing/cell-counts.js';
import { q16Of } from '../../src/space/morton.js';
import { cellByFormula } from './cell-by-formula.js';
import { EventWriter } from './event-writer.js';
import { tileLayers, type TileLayers } from './tile-layers.js';

interface Found {
  objects: { externalId: string; distance?: number }[];
  next: string | null;
}

let space: TestSpace;
let service: RunningService;
let writer: EventWriter;
let database: pg.Pool;
let token: string;

beforeAll(async () => {
  space = await createTestSpace('map-and-search');
  writer = new EventWriter(space);
  await writer.connect();
  const environment = space.environment('projection-service');
  token = environment.INTERNAL_TOKEN!;
  service = await startService('projection-service', environment);
  database = new pg.Pool({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection},public` });
});

afterAll(async () => {
  await database?.end();
  await service?.stop();
  await writer?.close();
  await space?.close();
});

function ask(path: string, narrowing?: Narrowing, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(service.url + path, { headers: { 'x-waymark-internal': token, ...(narrowing && { [NARROWED_HEADER]: narrowedHeader(narrowing) }), ...headers } });
}

/** All pages of a search, ids in their order. */
async function search(workspace: string, query: string, narrowing?: Narrowing): Promise<Found['objects']> {
  const all: Found['objects'] = [];
  for (let path: string | null = `/groups/${workspace}/externalObjects?${query}`; path !== null; ) {
    const answer: Response = await ask(path, narrowing);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    const page = JSON.parse(text) as Found;
    all.push(...page.objects);
    path = page.next;
  }
  return all;
}
const ids = (found: Found['objects']): string[] => found.map(({ externalId }) => externalId);

const tile = async (path: string, narrowing?: Narrowing): Promise<TileLayers> => tileLayers(path, await ask(path, narrowing));

/** What units noted is taken up. */
async function settled(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await database.query<{ left: number }>(`select ((select count(*) from cell_change) + (select count(*) from cell_category_change) + (select count(*) from search_due))::int as left`);
    expect(rows[0]!.left).toBe(0);
  }, { timeout: 20_000, interval: 100 });
}

async function projected(workspace: string, externalId: string, revision: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await database.query<{ revision: string }>('select revision from object_state where workspace = $1 and external_id = $2', [workspace, externalId]);
    expect(Number(rows[0]?.revision)).toBe(revision);
  }, { timeout: 20_000, interval: 50 });
}

const field = {
  number: (value: number) => ({ type: 'Number' as const, value }),
  text: (value: string) => ({ type: 'String' as const, value }),
  category: (namespace: string, categoryName: string) => ({ type: 'Category' as const, value: { namespace, categoryName } }),
};

describe('the numbers of objects by cell', () => {
  it('are those of a recount, after random moves, types, categories, archiving and erasure, at every level', { timeout: 60_000 }, async () => {
    const revisions = new Map<string, number>();
    const step = fc.record({ id: fc.integer({ min: 0, max: 40 }), what: fc.constantFrom('move', 'move', 'category', 'category', 'category', 'far', 'type', 'archived', 'restored', 'erased'), lat: fc.double({ min: -90, max: 90, noNaN: true }), lon: fc.double({ min: -180, max: 180, noNaN: true }), type: fc.constantFrom('crane', 'truck', null), named: fc.subarray(['b', 'c', 'a', 'e', 'd', '__proto__', 'é'], { minLength: 1 }), category: fc.constantFrom('busy', 'idle', null) });
    const gone = new Set<string>();
    for (const steps of fc.sample(fc.array(step, { minLength: 60, maxLength: 60 }), { numRuns: 8, seed: 11 })) {
      await writer.write(
        steps.map(({ id, what, lat, lon, type, named, category }) => {
          const externalId = `moved-${id}`;
          const revision = (revisions.get(externalId) ?? 0) + 1;
          revisions.set(externalId, revision);
          const base = { workspace: 'counted', externalId, revision };
          const position = what === 'far' || revision === 1 || gone.has(externalId) ? { lat, lon } : { lat: 53 + lat / 900, lon: -3 + lon / 900 };
          if (revision === 1 || gone.delete(externalId)) return { ...base, kind: 'created' as const, position, ...(type !== null && { set: { type } }) };
          if (what === 'archived' || what === 'restored') return { ...base, kind: what as 'archived' };
          if (what === 'erased') {
            gone.add(externalId);
            return { ...base, kind: 'erased' as const };
          }
          if (what === 'category') return { ...base, fields: JSON.parse(JSON.stringify(Object.fromEntries([...named.map((name) => [name, { type: 'Category', value: category && { namespace: 'work', categoryName: category } }]), ['cargo', field.text('coal')]]))) as Record<string, never> };
          return what === 'type' ? { ...base, kind: 'edited' as const, set: { type } } : { ...base, position };
        }),
      );
    }
    await writer.write([{ workspace: 'counted', externalId: 'last', revision: 1, position: { lat: 0, lon: 0 } }]);
    await projected('counted', 'last', 1);
    await vi.waitFor(async () => {
      const { rows } = await database.query<{ behind: number }>(`select count(*)::int as behind from unnest($1::text[], $2::int[]) as k (id, revision) where not exists (select from object_state where external_id = id and revision = k.revision) and not exists (select from erased_object where external_id = id and revision = k.revision)`, [[...revisions.keys()], [...revisions.values()]]);
      expect(rows[0]!.behind).toBe(0);
    }, { timeout: 20_000, interval: 100 });
    await settled();
    const { rows: objects } = await database.query<{ lat: number; lon: number; type: string | null; state: ObjectState }>(`select lat, lon, type, state from object_state where workspace = 'counted' and not archived`);
    const { rows: held } = await database.query<{ level: number; cell: number; type: string; count: number }>(`select level, cell, type, count from cell_count where workspace = 'counted'`);
    expect(objects.length).toBeGreaterThan(15);
    const { rows: categorised } = await database.query<{ level: number; cell: number; type: string; field: string; category: string; count: number }>(`select level, cell, type, field, category, count from cell_category_count where workspace = 'counted'`);
    const recount = new Map<string, number>();
    const recategorised = new Map<string, number>();
    for (const level of [5, 7, 9, 11, 13]) {
      for (const { lat, lon, type, state } of objects) {
        const key = `${level} ${cellByFormula(level, lat, lon)} ${type ?? ''}`;
        recount.set(key, (recount.get(key) ?? 0) + 1);
        const inOrder = Object.keys(state.fields).filter((name) => state.fields[name]!.type === 'Category' && state.fields[name]!.value !== null).sort();
        for (const name of inOrder.slice(0, 4)) {
          const categoryKey = `${key} ${name} ${(state.fields[name]!.value as { categoryName: string }).categoryName}`;
          recategorised.set(categoryKey, (recategorised.get(categoryKey) ?? 0) + 1);
        }
      }
    }
    expect(new Map(held.map(({ level, cell, type, count }) => [`${level} ${cell} ${type}`, count]))).toEqual(recount);
    expect(objects.some(({ state }) => Object.values(state.fields).filter(({ type, value }) => type === 'Category' && value !== null).length > 4)).toBe(true);
    expect(new Map(categorised.map(({ level, cell, type, field: name, category, count }) => [`${level} ${cell} ${type} ${name} ${category}`, count]))).toEqual(recategorised);
    expect(await recountCells(database)).toBe(0);
    // What was lost, or never counted, is found by a recount.
    await database.query(`delete from cell_category_count where workspace = 'counted'`);
    expect(await recountCells(database)).toBeGreaterThan(5);
    await settled();
    expect(await recountCells(database)).toBe(0);
  });
});

describe('a tile', () => {
  const quay = { lat: 53.41, lon: -2.99 };

  beforeAll(async () => {
    await writer.write([
      { workspace: 'map', externalId: 'crane-1', revision: 1, position: quay, set: { type: 'crane', title: 'Crane 1' }, fields: { heading: field.number(90), state: field.category('plant', 'busy'), cargo: field.text('coal') } },
      { workspace: 'map', externalId: 'truck-1', revision: 1, position: { lat: 53.42, lon: -2.98 }, set: { type: 'truck' } },
      { workspace: 'map', externalId: 'pole', revision: 1, position: { lat: 90, lon: 77 } },
      { workspace: 'map', externalId: 'dateline', revision: 1, position: { lat: 1, lon: 180 } },
      { workspace: 'map', externalId: 'retired', revision: 1, position: quay },
      { workspace: 'map', externalId: 'retired', revision: 2, kind: 'archived' },
      ...Array.from({ length: 1500 }, (_, at) => ({ workspace: 'crowd', externalId: `c${String(at).padStart(4, '0')}`, revision: 1, position: { lat: 48 + (at % 40) / 200, lon: 2 + Math.floor(at / 40) / 200 }, set: { type: at % 3 === 0 ? 'crane' : 'truck' }, ...(at % 5 < 3 && { fields: { state: field.category('plant', at % 5 === 0 ? 'busy' : 'idle') } }) })),
      ...Array.from({ length: 1100 }, (_, at) => ({ workspace: 'heap', externalId: `h${at}`, revision: 1, position: { lat: 10, lon: 10 } })),
    ]);
    await projected('heap', 'h1099', 1);
    await projected('map', 'retired', 2);
    await projected('crowd', 'c1499', 1);
    await settled();
  });

  it('shows each object where it is, with what a map draws of it, once over all tiles of a zoom', async () => {
    const { objects, clusters } = await tile('/groups/map/tiles/0/0/0.mvt?colour=state');
    expect(clusters).toBeUndefined();
    expect(objects!.map(({ id }) => id).sort()).toEqual(['crane-1', 'dateline', 'pole', 'truck-1']);
    const crane = objects!.find(({ id }) => id === 'crane-1')!;
    expect(crane).toMatchObject({ title: 'Crane 1', type: 'crane', heading: 90, category: 'busy' });
    expect(Math.abs(Number(crane.observedAt) * 1000 - Date.now())).toBeLessThan(120_000);
    const four = (await Promise.all([[0, 0], [0, 1], [1, 0], [1, 1]].map(([x, y]) => tile(`/groups/map/tiles/1/${x}/${y}.mvt`)))).flatMap((layers) => layers.objects ?? []);
    expect(four.map(({ id }) => id).sort()).toEqual(['crane-1', 'dateline', 'pole', 'truck-1']);
    // At zoom 20, in the tile of 30 m that the formula of the wiki names.
    const across = 2 ** 20;
    const [x, y] = [Math.floor(((quay.lon + 180) / 360) * across), Math.floor(((1 - Math.asinh(Math.tan((quay.lat * Math.PI) / 180)) / Math.PI) / 2) * across)];
    const near = (await tile(`/groups/map/tiles/20/${x}/${y}.mvt`)).objects!;
    expect(near).toMatchObject([{ id: 'crane-1' }]);
    expect(Math.abs(Number(near[0]!.lat) - quay.lat) + Math.abs(Number(near[0]!.lon) - quay.lon)).toBeLessThan(1e-6);
    expect(await tile(`/groups/map/tiles/20/${x + 1}/${y}.mvt`)).toEqual({});
  });

  it('of many shows clusters that count all of them once, at every zoom, and by type', async () => {
    for (const z of [0, 3, 6, 9, 11]) {
      const across = 2 ** z;
      const columns = new Set([2, 2.19].map((lon) => Math.floor(((lon + 180) / 360) * across)));
      const rows = new Set([48, 48.2].map((lat) => Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * across)));
      const paths = [...columns].flatMap((x) => [...rows].map((y) => `/groups/crowd/tiles/${z}/${x}/${y}.mvt`));
      const layers = await Promise.all(paths.map((path) => tile(path)));
      const counted = layers.reduce((sum, { clusters = [], objects = [] }) => sum + objects.length + clusters.reduce((all, { count }) => all + Number(count), 0), 0);
      expect([z, counted]).toEqual([z, 1500]);
      for (const { clusters = [], objects = [] } of layers) expect([clusters.length <= 64, objects.length <= 1000]).toEqual([true, true]);
      if (z < 9) expect(layers.some(({ clusters }) => clusters !== undefined)).toBe(true);
    }
    const [one] = (await tile('/groups/crowd/tiles/0/0/0.mvt')).clusters!;
    expect(one).toMatchObject({ count: 1500, type: 'truck', types: JSON.stringify({ truck: 1000, crane: 500 }), splits: true });
    expect(one).not.toHaveProperty('categories');
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt?type=crane')).objects).toHaveLength(500);
    // By category alike: of counted cells, also by type, and of the objects themselves.
    const coloured = { count: 1500, category: 'idle', categories: JSON.stringify({ idle: 600, busy: 300 }) };
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt?colour=state')).clusters).toMatchObject([coloured]);
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt?colour=state&type=truck&type=crane')).clusters).toMatchObject([coloured]);
    const looked = (await tile('/groups/crowd/tiles/0/0/0.mvt?colour=state', { idPrefix: 'c' })).clusters!;
    expect(looked).toMatchObject([coloured]);
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt?colour=state', { idPrefix: 'c', types: ['truck'] })).objects).toHaveLength(1000);
    // As many at one place do not come apart, however near one looks.
    const heap = await Promise.all([0, 10, 16, 22].map((z) => tile(`/groups/heap/tiles/${z}/${Math.floor((190 / 360) * 2 ** z)}/${Math.floor(((1 - Math.asinh(Math.tan((10 * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)}.mvt`)));
    for (const { clusters, objects } of heap) expect([objects, clusters!.map(({ count }) => count)]).toEqual([undefined, [1100]]);
    expect(heap.at(-1)!.clusters![0]!.splits).toBe(false);
  });

  it('shows a narrowed token no more than it may see, and is another workspace\'s for nobody', async () => {
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt', { types: ['crane'] })).objects).toHaveLength(500);
    expect(await tile('/groups/crowd/tiles/0/0/0.mvt?type=truck', { types: ['crane'] })).toEqual({});
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt', { ids: ['c0001', 'c0002', 'crane-1'] })).objects).toHaveLength(2);
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt', { idPrefix: 'c00' })).objects).toHaveLength(100);
    const some = (await tile('/groups/crowd/tiles/0/0/0.mvt', { bbox: [2, 48, 2.001, 48.05] })).objects!;
    expect(some.map(({ id }) => id).sort()).toEqual(Array.from({ length: 11 }, (_, at) => `c${String(at).padStart(4, '0')}`));
    const fields = { fields: ['cargo'] };
    expect((await ask('/groups/map/tiles/0/0/0.mvt?colour=state', fields)).status).toBe(403);
    const crane = (await tile('/groups/map/tiles/0/0/0.mvt?colour=cargo', fields)).objects!.find(({ id }) => id === 'crane-1')!;
    expect([crane.category, crane.heading]).toEqual(['coal', undefined]);
    expect(await tile('/groups/nobodys/tiles/0/0/0.mvt')).toEqual({});
  });

  it('is made once for many, zipped, answered with 304 while nothing moves, and says what is no tile', async () => {
    const path = '/groups/crowd/tiles/0/0/0.mvt?type=crane';
    const whole = await ask(path, undefined, { 'accept-encoding': 'gzip' });
    expect([whole.status, whole.headers.get('cache-control'), whole.headers.get('content-encoding')]).toEqual([200, 'private, max-age=1', 'gzip']);
    await whole.arrayBuffer();
    const etag = whole.headers.get('etag')!;
    expect((await ask(path, undefined, { 'if-none-match': `"x", ${etag}` })).status).toBe(304);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await ask(path, undefined, { 'if-none-match': etag })).status).toBe(304);
    await writer.write([{ workspace: 'crowd', externalId: 'c0000', revision: 2, position: { lat: 10, lon: 10 } }]);
    await vi.waitFor(async () => expect((await ask(path, undefined, { 'if-none-match': etag })).status).toBe(200), { timeout: 10_000, interval: 100 });
    for (const wrong of ['/23/0/0', '/1/2/0', '/1/0/2', '/-1/0/0', '/01/0/0', '/x/0/0']) expect([wrong, (await ask(`/groups/crowd/tiles${wrong}.mvt`)).status]).toEqual([wrong, 404]);
    expect((await ask(`${path}&colour=a&colour=b`)).status).toBe(400);
  });
});

describe('what is in view', () => {
  const at = (lat: number, lon = 20) => ({ lat, lon });

  it('comes whole, then as it changes, comes and leaves, for a narrowed token too', { timeout: 40_000 }, async () => {
    await writer.write([
      ...['v-1', 'v-2', 'v-3'].map((externalId) => ({ workspace: 'view', externalId, revision: 1, position: at(10), set: { type: 'crane' } })),
      { workspace: 'view', externalId: 'v-hidden', revision: 1, position: at(10), set: { type: 'truck' } },
      { workspace: 'view', externalId: 'v-far', revision: 1, position: at(50), set: { type: 'crane' } },
    ]);
    await projected('view', 'v-far', 1);
    await projected('view', 'v-3', 1);
    await projected('view', 'v-hidden', 1);
    const ends = new AbortController();
    const answer = await fetch(`${service.url}/groups/view/view?bbox=19,9,21,11`, { headers: { 'x-waymark-internal': token, [NARROWED_HEADER]: narrowedHeader({ types: ['crane'] }) }, signal: ends.signal });
    expect(answer.status).toBe(200);
    const events = eventsOf(answer.body!);
    const next = async (): Promise<{ event: string; objects: string[]; left: string[] }> => {
      const { event, data } = (await events.next()).value as { event: string; data: string };
      const { objects, left = [] } = JSON.parse(data) as { objects: { externalId: string; revision: number }[]; left?: string[] };
      return { event, objects: objects.map(({ externalId, revision }) => `${externalId}@${revision}`).sort(), left: left.sort() };
    };
    expect(await next()).toEqual({ event: 'view', objects: ['v-1@1', 'v-2@1', 'v-3@1'], left: [] });
    const seen = { objects: new Set<string>(), left: new Set<string>() };
    const until = async (objects: string[], left: string[]): Promise<void> => {
      [seen.objects, seen.left] = [new Set(), new Set()];
      while (!objects.every((id) => seen.objects.has(id)) || !left.every((id) => seen.left.has(id))) {
        const change = await next();
        for (const id of change.objects) seen.objects.add(id);
        for (const id of change.left) seen.left.add(id);
      }
      expect([[...seen.objects].sort(), [...seen.left].sort()]).toEqual([objects, left]);
    };
    await writer.write([
      { workspace: 'view', externalId: 'v-1', revision: 2, position: at(10.5) },
      { workspace: 'view', externalId: 'v-2', revision: 2, position: at(12) },
      { workspace: 'view', externalId: 'v-hidden', revision: 2, position: at(10.1) },
      { workspace: 'view', externalId: 'v-far', revision: 2, position: at(51) },
      { workspace: 'view', externalId: 'v-3', revision: 2, kind: 'archived' },
    ]);
    await until(['v-1@2'], ['v-2', 'v-3']);
    // One comes in, one comes back, one is given a type that is seen, one is erased.
    await writer.write([
      { workspace: 'view', externalId: 'v-far', revision: 3, position: at(10) },
      { workspace: 'view', externalId: 'v-3', revision: 3, kind: 'restored' },
      { workspace: 'view', externalId: 'v-hidden', revision: 3, kind: 'edited', set: { type: 'crane' } },
      { workspace: 'view', externalId: 'v-1', revision: 3, kind: 'erased' },
    ]);
    await until(['v-3@3', 'v-far@3', 'v-hidden@3'], ['v-1']);
    ends.abort();
    expect((await ask('/groups/view/view')).status).toBe(400);
  });
});

describe('a search', () => {
  const places = fc.sample(fc.record({ lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: 53, max: 53.5, noNaN: true })), lon: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -3, max: -2.5, noNaN: true }), fc.constantFrom(180, -180, 179.99)) }), { numRuns: 400, seed: 3 });

  beforeAll(async () => {
    await writer.write([
      ...places.map((position, at) => ({ workspace: 'places', externalId: `p${String(at).padStart(3, '0')}`, revision: 1, position, set: { type: at % 4 === 0 ? 'crane' : 'truck' }, fields: { n: field.number(at) } })),
      { workspace: 'words', externalId: 'Forklift-17', revision: 1, position: { lat: 1, lon: 1 }, set: { title: 'Große Gabel', type: 'forklift' }, fields: { driver: field.text('Ada Lovelace'), battery: field.number(15), state: field.category('plant', 'Loading') } },
      { workspace: 'words', externalId: 'forklift-18', revision: 1, position: { lat: 1, lon: 2 }, set: { title: 'Forklift at the gate', type: 'forklift' }, fields: { battery: field.number(80), note: field.text('20') } },
      { workspace: 'words', externalId: 'gantry-1', revision: 1, position: { lat: 2, lon: 2 }, set: { title: 'Harbour crane' }, fields: { battery: field.text('none'), driver: field.text('Forkner') } },
      { workspace: 'words', externalId: 'old', revision: 1, position: { lat: 2, lon: 2 }, set: { title: 'Forklift of old' } },
      { workspace: 'words', externalId: 'old', revision: 2, kind: 'archived' },
      { workspace: 'others', externalId: 'forklift-99', revision: 1, position: { lat: 1, lon: 1 } },
    ]);
    await projected('words', 'old', 2);
    await projected('places', 'p399', 1);
    await settled();
  });

  it('by distance finds what brute force finds, in its order, over pages of any size', { timeout: 60_000 }, async () => {
    const R = 6_371_008.8;
    const radians = (degrees: number): number => (degrees * Math.PI) / 180;
    const vector = ({ lat, lon }: { lat: number; lon: number }): number[] => [Math.cos(radians(lat)) * Math.cos(radians(lon)), Math.cos(radians(lat)) * Math.sin(radians(lon)), Math.sin(radians(lat))];
    for (const { lat, lon, limit, radius, type } of [
      { lat: 53.2, lon: -2.8, limit: 20 },
      { lat: 53.2, lon: -2.8, limit: 7, radius: 12_000 },
      { lat: 89.9, lon: 10, limit: 150, radius: 3_000_000 },
      { lat: 5, lon: 179.995, limit: 60, type: 'crane' },
      { lat: -60, lon: -179, limit: 100, radius: 5_000_000, type: 'truck' },
    ]) {
      const from = vector({ lat, lon });
      const expected = places
        .map((place, at) => ({ externalId: `p${String(at).padStart(3, '0')}`, at, distance: 2 * R * Math.asin(Math.min(1, Math.hypot(...vector(place).map((each, axis) => each - from[axis]!)) / 2)) }))
        .filter(({ at, distance }) => distance <= (radius ?? Infinity) && (type === undefined || (at % 4 === 0) === (type === 'crane')))
        .sort((a, b) => a.distance - b.distance);
      const found = await search('places', `near=${lat},${lon}&limit=${limit}${radius === undefined ? '' : `&radius=${radius}`}${type === undefined ? '' : `&type=${type}`}`);
      // Of two at the same distance but for rounding either may be the first.
      expect(ids(found).sort()).toEqual(expected.map(({ externalId }) => externalId).sort());
      const byId = new Map(expected.map(({ externalId, distance }) => [externalId, distance]));
      for (const [place, { externalId, distance }] of found.entries()) {
        expect(Math.abs(distance! - byId.get(externalId)!)).toBeLessThan(distance! > 19_000_000 ? 1000 : 1);
        expect(distance! - (found[place - 1]?.distance ?? 0)).toBeGreaterThanOrEqual(0);
      }
    }
    const narrowed = await search('places', 'near=53.2,-2.8&radius=20000000', { idPrefix: 'p00' });
    expect(narrowed).toHaveLength(10);
    expect(ids(narrowed).every((id) => id.startsWith('p00'))).toBe(true);
  });

  it('by words finds beginnings first, then what is alike, each object once', async () => {
    // In the order of what begins so: "forklift at…", "forklift-17", "forkner"; the title of one is before its id.
    expect(ids(await search('words', 'q=fork&limit=1'))).toEqual(['forklift-18', 'Forklift-17', 'gantry-1']);
    expect(ids(await search('words', 'q=GROSSE'))).toEqual([]);
    expect(ids(await search('words', `q=${encodeURIComponent('GROßE g')}`))).toEqual(['Forklift-17']);
    expect(ids(await search('words', 'q=load'))).toEqual(['Forklift-17']);
    expect(ids(await search('words', 'q=forklfit-18'))[0]).toBe('forklift-18');
    expect(ids(await search('words', 'q=lovlace'))).toEqual(['Forklift-17']);
    expect(ids(await search('words', 'q=forklift&includeArchived=true'))).toContain('old');
    expect(ids(await search('words', 'q=forklift'))).not.toContain('old');
    expect(ids(await search('words', 'q=fork&type=forklift&bbox=1.5,0,3,3'))).toEqual(['forklift-18']);
  });

  it('says that not all was compared, also where nothing of it is shown', async () => {
    await database.query(`insert into object_text (workspace, external_id, source, words) select 'alike', 'gone-' || n, 'i', 'container' from generate_series(1, 2001) n`);
    const answer = await ask('/groups/alike/externalObjects?q=containers');
    expect(await answer.json()).toMatchObject({ objects: [], next: null, incomplete: true });
  });

  it('and a list end pages of large objects early, and leave none out; their words are taken up', { timeout: 60_000 }, async () => {
    const large = Array.from({ length: 10 }, (_, at) => `large-${at}`);
    await database.query(
      `insert into object_state (external_id, workspace, revision, seen, lat, lon, q16, archived, state)
       select id, 'large', 1, 1, 5, 5, $2, false, json_build_object('externalId', id, 'workspace', 'large', 'revision', 1, 'position', json_build_object('lat', 5, 'lon', 5, 'observedAt', '2026-11-21T08:00:00.000Z'),
         'fields', json_build_object('text', json_build_object('type', 'String', 'value', repeat('long ', 200000), 'observedAt', '2026-11-21T08:00:00.000Z')), 'archived', false)
       from unnest($1::text[]) id`,
      [large, q16Of(5, 5)],
    );
    await database.query(`insert into search_due (workspace, external_id) select 'large', external_id from object_state where workspace = 'large'`);
    await settled();
    const { rows } = await database.query<{ words: number }>(`select count(*)::int as words from object_text where workspace = 'large'`);
    expect(rows[0]!.words).toBe(20);
    for (const query of ['limit=100', 'bbox=4,4,6,6', 'q=long', 'near=5,5', 'field=text!%3Dshort']) {
      const first = (await (await ask(`/groups/large/externalObjects?${query}`)).json()) as Found;
      expect([query, first.objects.length, first.next === null]).toEqual([query, 8, false]);
      expect([query, ids(await search('large', query)).sort()]).toEqual([query, large]);
    }
  });

  it('by fields compares numbers with numbers and texts with texts', async () => {
    expect(ids(await search('words', 'field=battery%3C20'))).toEqual(['Forklift-17']);
    expect(ids(await search('words', 'field=battery%3E%3D15'))).toEqual(['Forklift-17', 'forklift-18']);
    expect(ids(await search('words', 'field=battery!%3D15'))).toEqual(['forklift-18']);
    expect(ids(await search('words', 'field=battery%3Dnone'))).toEqual(['gantry-1']);
    expect(ids(await search('words', 'field=note%3D20'))).toEqual([]);
    expect(ids(await search('words', 'field=note%3D%2220%22'))).toEqual(['forklift-18']);
    expect(ids(await search('words', 'field=state%3DLoading'))).toEqual(['Forklift-17']);
    expect(ids(await search('words', 'field=state%3Dplant:Loading&field=battery%3C20'))).toEqual(['Forklift-17']);
    expect(ids(await search('places', 'field=n%3E%3D100&field=n%3C350&type=crane&limit=9'))).toEqual(places.map((_, at) => at).filter((at) => at >= 100 && at < 350 && at % 4 === 0).map((at) => `p${at}`));
    expect(ids(await search('places', 'field=n%3C200&near=53.2,-2.8&radius=40000&limit=3')).every((id) => Number(id.slice(1)) < 200)).toBe(true);
  });

  it('tells a narrowed token nothing of what it may not see, by no way of asking', async () => {
    const fields = { fields: ['battery'] };
    expect(ids(await search('words', 'q=ada', fields))).toEqual([]);
    expect(ids(await search('words', 'q=lovlace', fields))).toEqual([]);
    expect(ids(await search('words', 'q=load', fields))).toEqual([]);
    expect(ids(await search('words', 'q=forkner', fields))).not.toContain('gantry-1');
    expect(ids(await search('words', 'q=ada&near=1,1&radius=1000', fields))).toEqual([]);
    for (const query of ['field=driver%3DAda', 'field=absent%3D1']) expect((await ask(`/groups/words/externalObjects?${query}`, fields)).status).toBe(403);
    expect(ids(await search('words', 'q=ada', { types: ['crane'] }))).toEqual([]);
    expect(ids(await search('words', 'q=fork', { ids: ['forklift-18'] }))).toEqual(['forklift-18']);
    expect(ids(await search('words', 'q=forklift', { bbox: [0, 0, 1.5, 1.5] }))).toEqual(['Forklift-17']);
  });

  it('follows a title that is edited, and forgets an object that is erased', async () => {
    await writer.write([
      { workspace: 'words', externalId: 'gantry-1', revision: 2, kind: 'edited', set: { title: 'Zeppelin' } },
      { workspace: 'words', externalId: 'forklift-18', revision: 2, kind: 'erased' },
    ]);
    await vi.waitFor(async () => expect(ids(await search('words', 'q=zepp'))).toEqual(['gantry-1']), { timeout: 10_000, interval: 100 });
    await settled();
    expect(ids(await search('words', 'q=harbour'))).toEqual([]);
    const { rows } = await database.query(`select from object_text where external_id = 'forklift-18'`);
    expect(rows).toHaveLength(0);
  });

  it.each([
    ['q=%20', 'blank'],
    ['near=-122,37', 'near=37,-122'],
    ['field=battery', 'is no condition'],
    ['field=battery%3Clow', 'compares numbers'],
    ['q=a&snapshot=true', 'type and bbox alone'],
    ['q=a&page=abc', 'is not one that this service answered'],
  ])('with %s is told what is wrong', async (query, words) => {
    const answer = await ask(`/groups/words/externalObjects?${query}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(words)]);
  });
});
