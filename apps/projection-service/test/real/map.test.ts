import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Narrowing } from '#identity/caller.js';
import type { ObjectState } from '#object-rules/object.js';
import { eventsOf } from '#testing/event-stream.js';
import { q16Of } from '../../src/space/morton.js';
import { recountCells } from '../../src/tiles/counts/cell-recount.js';
import { cellByFormula } from './cell-by-formula.js';
import { field } from './fields.js';
import { type OneProjection, startProjection } from './one-projection.js';
import { type TileLayers, tileLayers } from './tile-layers.js';

let projection: OneProjection;
beforeAll(async () => {
  projection = await startProjection('map');
});
afterAll(() => projection?.close());

const tile = async (path: string, narrowing?: Narrowing): Promise<TileLayers> => tileLayers(path, await projection.ask(path, narrowing));

describe('the numbers of objects by cell', () => {
  it(
    'are those of a recount, after random moves, types, categories, archiving and erasure, at every level',
    { timeout: 60_000 },
    async () => {
      const revisions = new Map<string, number>();
      const step = fc.record({
        id: fc.integer({ min: 0, max: 40 }),
        what: fc.constantFrom('move', 'move', 'category', 'category', 'category', 'far', 'type', 'archived', 'restored', 'erased'),
        lat: fc.double({ min: -90, max: 90, noNaN: true }),
        lon: fc.double({ min: -180, max: 180, noNaN: true }),
        type: fc.constantFrom('crane', 'truck', null),
        named: fc.subarray(['b', 'c', 'a', 'e', 'd', '__proto__', 'é'], { minLength: 1 }),
        category: fc.constantFrom('busy', 'idle', null),
      });
      const gone = new Set<string>();
      for (const steps of fc.sample(fc.array(step, { minLength: 60, maxLength: 60 }), { numRuns: 8, seed: 11 })) {
        await projection.writer.write(
          steps.map(({ id, what, lat, lon, type, named, category }) => {
            const externalId = `moved-${id}`;
            const revision = (revisions.get(externalId) ?? 0) + 1;
            revisions.set(externalId, revision);
            const base = { workspace: 'counted', externalId, revision };
            const position =
              what === 'far' || revision === 1 || gone.has(externalId) ? { lat, lon } : { lat: 53 + lat / 900, lon: -3 + lon / 900 };
            if (revision === 1 || gone.delete(externalId))
              return { ...base, kind: 'created' as const, position, ...(type !== null && { set: { type } }) };
            if (what === 'archived' || what === 'restored') return { ...base, kind: what as 'archived' };
            if (what === 'erased') {
              gone.add(externalId);
              return { ...base, kind: 'erased' as const };
            }
            if (what === 'category')
              return {
                ...base,
                fields: JSON.parse(
                  JSON.stringify(
                    Object.fromEntries([
                      ...named.map((name) => [
                        name,
                        { type: 'Category', value: category && { namespace: 'work', categoryName: category } },
                      ]),
                      ['cargo', field.text('coal')],
                    ]),
                  ),
                ) as Record<string, never>,
              };
            return what === 'type' ? { ...base, kind: 'edited' as const, set: { type } } : { ...base, position };
          }),
        );
      }
      await projection.writer.write([{ workspace: 'counted', externalId: 'last', revision: 1, position: { lat: 0, lon: 0 } }]);
      await projection.projected('counted', 'last', 1);
      await vi.waitFor(
        async () => {
          const { rows } = await projection.database.query<{ behind: number }>(
            `select count(*)::int as behind from unnest($1::text[], $2::int[]) as k (id, revision)
              where not exists (select from object_state where external_id = id and revision = k.revision)
              and not exists (select from erased_object where external_id = id and revision = k.revision)`,
            [[...revisions.keys()], [...revisions.values()]],
          );
          expect(rows[0]!.behind).toBe(0);
        },
        { timeout: 20_000, interval: 100 },
      );
      await projection.settled();
      const { rows: objects } = await projection.database.query<{ lat: number; lon: number; type: string | null; state: ObjectState }>(
        `select lat, lon, type, state from object_state where workspace = 'counted' and not archived`,
      );
      const { rows: held } = await projection.database.query<{ level: number; cell: number; type: string; count: number }>(
        `select level, cell, type, count from cell_count where workspace = 'counted'`,
      );
      expect(objects.length).toBeGreaterThan(15);
      const { rows: categorised } = await projection.database.query<{
        level: number;
        cell: number;
        type: string;
        field: string;
        category: string;
        count: number;
      }>(`select level, cell, type, field, category, count from cell_category_count where workspace = 'counted'`);
      const recount = new Map<string, number>();
      const recategorised = new Map<string, number>();
      for (const level of [5, 7, 9, 11, 13]) {
        for (const { lat, lon, type, state } of objects) {
          const key = `${level} ${cellByFormula(level, lat, lon)} ${type ?? ''}`;
          recount.set(key, (recount.get(key) ?? 0) + 1);
          const inOrder = Object.keys(state.fields)
            .filter((name) => state.fields[name]!.type === 'Category' && state.fields[name]!.value !== null)
            .sort();
          for (const name of inOrder.slice(0, 4)) {
            const categoryKey = `${key} ${name} ${(state.fields[name]!.value as { categoryName: string }).categoryName}`;
            recategorised.set(categoryKey, (recategorised.get(categoryKey) ?? 0) + 1);
          }
        }
      }
      expect(new Map(held.map(({ level, cell, type, count }) => [`${level} ${cell} ${type}`, count]))).toEqual(recount);
      expect(
        objects.some(
          ({ state }) => Object.values(state.fields).filter(({ type, value }) => type === 'Category' && value !== null).length > 4,
        ),
      ).toBe(true);
      expect(
        new Map(
          categorised.map(({ level, cell, type, field: name, category, count }) => [`${level} ${cell} ${type} ${name} ${category}`, count]),
        ),
      ).toEqual(recategorised);
      expect(await recountCells(projection.database)).toBe(0);
      // A recount finds lost counts, and objects that were never counted.
      await projection.database.query(`delete from cell_category_count where workspace = 'counted'`);
      expect(await recountCells(projection.database)).toBeGreaterThan(5);
      await projection.settled();
      expect(await recountCells(projection.database)).toBe(0);
    },
  );
});

describe('a tile', () => {
  const quay = { lat: 53.41, lon: -2.99 };

  beforeAll(async () => {
    await projection.writer.write([
      {
        workspace: 'map',
        externalId: 'crane-1',
        revision: 1,
        position: quay,
        set: { type: 'crane', title: 'Crane 1', icon: 'crane' },
        fields: { heading: field.number(90), state: field.category('plant', 'busy'), cargo: field.text('coal') },
      },
      {
        workspace: 'map',
        externalId: 'truck-1',
        revision: 1,
        position: { lat: 53.42, lon: -2.98 },
        set: { type: 'truck', icon: 'x'.repeat(65) },
      },
      { workspace: 'map', externalId: 'pole', revision: 1, position: { lat: 90, lon: 77 } },
      { workspace: 'map', externalId: 'dateline', revision: 1, position: { lat: 1, lon: 180 } },
      { workspace: 'map', externalId: 'retired', revision: 1, position: quay },
      { workspace: 'map', externalId: 'retired', revision: 2, kind: 'archived' },
      ...Array.from({ length: 1500 }, (_, at) => ({
        workspace: 'crowd',
        externalId: `c${String(at).padStart(4, '0')}`,
        revision: 1,
        position: { lat: 48 + (at % 40) / 200, lon: 2 + Math.floor(at / 40) / 200 },
        set: { type: at % 3 === 0 ? 'crane' : 'truck' },
        ...(at % 5 < 3 && { fields: { state: field.category('plant', at % 5 === 0 ? 'busy' : 'idle') } }),
      })),
      ...Array.from({ length: 1100 }, (_, at) => ({
        workspace: 'heap',
        externalId: `h${at}`,
        revision: 1,
        position: { lat: 10, lon: 10 },
      })),
    ]);
    await projection.projected('heap', 'h1099', 1);
    await projection.projected('map', 'retired', 2);
    await projection.projected('crowd', 'c1499', 1);
    await projection.settled();
  });

  it('shows each object at its place, with the properties that a map draws, once over all tiles of a zoom', async () => {
    const { objects, clusters } = await tile('/groups/map/tiles/0/0/0.mvt?colour=state');
    expect(clusters).toBeUndefined();
    expect(objects!.map(({ id }) => id).sort()).toEqual(['crane-1', 'dateline', 'pole', 'truck-1']);
    const crane = objects!.find(({ id }) => id === 'crane-1')!;
    expect(crane).toMatchObject({ title: 'Crane 1', type: 'crane', icon: 'crane', heading: 90, category: 'busy' });
    // No picture has a name of this length.
    expect(objects!.find(({ id }) => id === 'truck-1')!.icon).toBeUndefined();
    expect(Math.abs(Number(crane.observedAt) * 1000 - Date.now())).toBeLessThan(120_000);
    const four = (
      await Promise.all(
        [
          [0, 0],
          [0, 1],
          [1, 0],
          [1, 1],
        ].map(([x, y]) => tile(`/groups/map/tiles/1/${x}/${y}.mvt`)),
      )
    ).flatMap((layers) => layers.objects ?? []);
    expect(four.map(({ id }) => id).sort()).toEqual(['crane-1', 'dateline', 'pole', 'truck-1']);
    // At zoom 20, in the tile of 30 m given by the wiki's formula.
    const across = 2 ** 20;
    const [x, y] = [
      Math.floor(((quay.lon + 180) / 360) * across),
      Math.floor(((1 - Math.asinh(Math.tan((quay.lat * Math.PI) / 180)) / Math.PI) / 2) * across),
    ];
    const near = (await tile(`/groups/map/tiles/20/${x}/${y}.mvt`)).objects!;
    expect(near).toMatchObject([{ id: 'crane-1' }]);
    expect(Math.abs(Number(near[0]!.lat) - quay.lat) + Math.abs(Number(near[0]!.lon) - quay.lon)).toBeLessThan(1e-6);
    expect(await tile(`/groups/map/tiles/20/${x + 1}/${y}.mvt`)).toEqual({});
  });

  it('shows the same properties for large and small objects', async () => {
    const fields = { heading: field.number(45), state: field.category('plant', 'busy') };
    await projection.writer.write(
      ['small', 'large'].map((externalId) => ({
        workspace: 'sizes',
        externalId,
        revision: 1,
        position: quay,
        set: { title: 'Tug', icon: 'ship' },
        fields: { ...fields, ...(externalId === 'large' && { notes: field.text('x'.repeat(100_000)) }) },
      })),
    );
    await projection.projected('sizes', 'large', 1);
    await projection.settled();
    const [large, small] = (await tile('/groups/sizes/tiles/0/0/0.mvt?colour=state')).objects!.sort((a, b) =>
      String(a.id) < String(b.id) ? -1 : 1,
    );
    expect(large).toEqual({ ...small, id: 'large', observedAt: large!.observedAt });
    expect(small).toMatchObject({ id: 'small', title: 'Tug', icon: 'ship', heading: 45, category: 'busy' });
  });

  it('with many objects shows clusters that count all of them once, at every zoom, and by type', async () => {
    for (const z of [0, 3, 6, 9, 11]) {
      const across = 2 ** z;
      const columns = new Set([2, 2.19].map((lon) => Math.floor(((lon + 180) / 360) * across)));
      const rows = new Set([48, 48.2].map((lat) => Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * across)));
      const paths = [...columns].flatMap((x) => [...rows].map((y) => `/groups/crowd/tiles/${z}/${x}/${y}.mvt`));
      const layers = await Promise.all(paths.map((path) => tile(path)));
      const counted = layers.reduce(
        (sum, { clusters = [], objects = [] }) => sum + objects.length + clusters.reduce((all, { count }) => all + Number(count), 0),
        0,
      );
      expect([z, counted]).toEqual([z, 1500]);
      for (const { clusters = [], objects = [] } of layers) expect([clusters.length <= 64, objects.length <= 1000]).toEqual([true, true]);
      if (z < 9) expect(layers.some(({ clusters }) => clusters !== undefined)).toBe(true);
    }
    const [one] = (await tile('/groups/crowd/tiles/0/0/0.mvt')).clusters!;
    expect(one).toMatchObject({ count: 1500, type: 'truck', types: JSON.stringify({ truck: 1000, crane: 500 }), splits: true });
    expect(one).not.toHaveProperty('categories');
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt?type=crane')).objects).toHaveLength(500);
    // The same by category: from counted cells, also for a type, and from the objects themselves.
    const coloured = { count: 1500, category: 'idle', categories: JSON.stringify({ idle: 600, busy: 300 }) };
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt?colour=state')).clusters).toMatchObject([coloured]);
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt?colour=state&type=truck&type=crane')).clusters).toMatchObject([coloured]);
    const looked = (await tile('/groups/crowd/tiles/0/0/0.mvt?colour=state', { idPrefix: 'c' })).clusters!;
    expect(looked).toMatchObject([coloured]);
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt?colour=state', { idPrefix: 'c', types: ['truck'] })).objects).toHaveLength(1000);
    // Objects at the same place stay in one cluster at every zoom.
    const heap = await Promise.all(
      [0, 10, 16, 22].map((z) =>
        tile(
          `/groups/heap/tiles/${z}/${Math.floor((190 / 360) * 2 ** z)}/${Math.floor(((1 - Math.asinh(Math.tan((10 * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)}.mvt`,
        ),
      ),
    );
    for (const { clusters, objects } of heap) expect([objects, clusters!.map(({ count }) => count)]).toEqual([undefined, [1100]]);
    expect(heap.at(-1)!.clusters![0]!.splits).toBe(false);
  });

  it('respects the narrowing of a token, and is closed to other workspaces', async () => {
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt', { types: ['crane'] })).objects).toHaveLength(500);
    expect(await tile('/groups/crowd/tiles/0/0/0.mvt?type=truck', { types: ['crane'] })).toEqual({});
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt', { ids: ['c0001', 'c0002', 'crane-1'] })).objects).toHaveLength(2);
    expect((await tile('/groups/crowd/tiles/0/0/0.mvt', { idPrefix: 'c00' })).objects).toHaveLength(100);
    const some = (await tile('/groups/crowd/tiles/0/0/0.mvt', { bbox: [2, 48, 2.001, 48.05] })).objects!;
    expect(some.map(({ id }) => id).sort()).toEqual(Array.from({ length: 11 }, (_, at) => `c${String(at).padStart(4, '0')}`));
    const fields = { fields: ['cargo'] };
    expect((await projection.ask('/groups/map/tiles/0/0/0.mvt?colour=state', fields)).status).toBe(403);
    const crane = (await tile('/groups/map/tiles/0/0/0.mvt?colour=cargo', fields)).objects!.find(({ id }) => id === 'crane-1')!;
    expect([crane.category, crane.heading]).toEqual(['coal', undefined]);
    expect(await tile('/groups/nobodys/tiles/0/0/0.mvt')).toEqual({});
  });

  it('is built once for many readers, compressed, answered with 304 while nothing moves, and rejects invalid addresses', async () => {
    const path = '/groups/crowd/tiles/0/0/0.mvt?type=crane';
    const whole = await projection.ask(path, undefined, { 'accept-encoding': 'gzip' });
    expect([whole.status, whole.headers.get('cache-control'), whole.headers.get('content-encoding')]).toEqual([
      200,
      'private, max-age=1',
      'gzip',
    ]);
    await whole.arrayBuffer();
    const etag = whole.headers.get('etag')!;
    expect((await projection.ask(path, undefined, { 'if-none-match': `"x", ${etag}` })).status).toBe(304);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await projection.ask(path, undefined, { 'if-none-match': etag })).status).toBe(304);
    await projection.writer.write([{ workspace: 'crowd', externalId: 'c0000', revision: 2, position: { lat: 10, lon: 10 } }]);
    await vi.waitFor(async () => expect((await projection.ask(path, undefined, { 'if-none-match': etag })).status).toBe(200), {
      timeout: 15_000,
      interval: 100,
    });
    for (const wrong of ['/23/0/0', '/1/2/0', '/1/0/2', '/-1/0/0', '/01/0/0', '/x/0/0'])
      expect([wrong, (await projection.ask(`/groups/crowd/tiles${wrong}.mvt`)).status]).toEqual([wrong, 404]);
    expect((await projection.ask(`${path}&colour=a&colour=b`)).status).toBe(400);
  });
});

describe('a live view', () => {
  const at = (lat: number, lon = 20) => ({ lat, lon });

  it('is sent completely, then with changed, entering and leaving objects, also to a narrowed token', { timeout: 40_000 }, async () => {
    await projection.writer.write([
      ...['v-1', 'v-2', 'v-3'].map((externalId) => ({
        workspace: 'view',
        externalId,
        revision: 1,
        position: at(10),
        set: { type: 'crane' },
      })),
      { workspace: 'view', externalId: 'v-hidden', revision: 1, position: at(10), set: { type: 'truck' } },
      { workspace: 'view', externalId: 'v-far', revision: 1, position: at(50), set: { type: 'crane' } },
    ]);
    await projection.projected('view', 'v-far', 1);
    await projection.projected('view', 'v-3', 1);
    await projection.projected('view', 'v-hidden', 1);
    await projection.settled();
    const ends = new AbortController();
    const answer = await projection.ask('/groups/view/view?bbox=19,9,21,11', { types: ['crane'] }, {}, ends.signal);
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
    await projection.writer.write([
      { workspace: 'view', externalId: 'v-1', revision: 2, position: at(10.5) },
      { workspace: 'view', externalId: 'v-2', revision: 2, position: at(12) },
      { workspace: 'view', externalId: 'v-hidden', revision: 2, position: at(10.1) },
      { workspace: 'view', externalId: 'v-far', revision: 2, position: at(51) },
      { workspace: 'view', externalId: 'v-3', revision: 2, kind: 'archived' },
    ]);
    await until(['v-1@2'], ['v-2', 'v-3']);
    // One object enters, one returns, one gets a visible type, one is erased.
    await projection.writer.write([
      { workspace: 'view', externalId: 'v-far', revision: 3, position: at(10) },
      { workspace: 'view', externalId: 'v-3', revision: 3, kind: 'restored' },
      { workspace: 'view', externalId: 'v-hidden', revision: 3, kind: 'edited', set: { type: 'crane' } },
      { workspace: 'view', externalId: 'v-1', revision: 3, kind: 'erased' },
    ]);
    await until(['v-3@3', 'v-far@3', 'v-hidden@3'], ['v-1']);
    ends.abort();
    expect((await projection.ask('/groups/view/view')).status).toBe(400);
  });

  it('is refused if its objects are too large to be sent at once', async () => {
    const put = (externalIds: string[]): Promise<unknown> =>
      projection.database.query(
        `insert into object_state (external_id, workspace, revision, seen, lat, lon, q16, archived, state)
         select id, 'heavy', 1, 1, 5, 5, $2, false,
         json_build_object('externalId', id, 'workspace', 'heavy', 'revision', 1, 'position',
         json_build_object('lat', 5, 'lon', 5, 'observedAt', '2026-11-21T08:00:00.000Z'),
           'archived', false, 'fields',
           json_build_object('notes', json_build_object('type', 'String', 'value', repeat('x', 1000000), 'observedAt',
           '2026-11-21T08:00:00.000Z')))
         from unnest($1::text[]) id`,
        [externalIds, q16Of(5, 5)],
      );
    await put(Array.from({ length: 3 }, (_, n) => `heavy-${n}`));
    const ends = new AbortController();
    const whole = await projection.ask('/groups/heavy/view?bbox=4,4,6,6', undefined, {}, ends.signal);
    const first = (await eventsOf(whole.body!).next()).value as { data: string };
    expect((JSON.parse(first.data) as { objects: unknown[] }).objects).toHaveLength(3);
    ends.abort();
    await put(Array.from({ length: 16 }, (_, n) => `heavier-${n}`));
    const refused = await projection.ask('/groups/heavy/view?bbox=4,4,6,6');
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
      400,
      expect.stringContaining('more than 16 MiB'),
    ]);
  });
});
