import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Narrowing } from '#identity/caller.js';
import { q16Of } from '../../src/space/morton.js';
import { field } from './fields.js';
import { type OneProjection, startProjection } from './one-projection.js';

interface Found {
  objects: { externalId: string; distance?: number }[];
  next: string | null;
}

let projection: OneProjection;
beforeAll(async () => {
  projection = await startProjection('search');
});
afterAll(() => projection?.close());

/** All pages of a search, with ids in order. */
async function search(workspace: string, query: string, narrowing?: Narrowing): Promise<Found['objects']> {
  const all: Found['objects'] = [];
  for (let path: string | null = `/groups/${workspace}/externalObjects?${query}`; path !== null;) {
    const answer: Response = await projection.ask(path, narrowing);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    const page = JSON.parse(text) as Found;
    all.push(...page.objects);
    path = page.next;
  }
  return all;
}
const ids = (found: Found['objects']): string[] => found.map(({ externalId }) => externalId);

describe('a search', () => {
  const places = fc.sample(
    fc.record({
      lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: 53, max: 53.5, noNaN: true })),
      lon: fc.oneof(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -3, max: -2.5, noNaN: true }),
        fc.constantFrom(180, -180, 179.99),
      ),
    }),
    { numRuns: 400, seed: 3 },
  );

  beforeAll(async () => {
    await projection.writer.write([
      ...places.map((position, at) => ({
        workspace: 'places',
        externalId: `p${String(at).padStart(3, '0')}`,
        revision: 1,
        position,
        set: { type: at % 4 === 0 ? 'crane' : 'truck' },
        fields: { n: field.number(at) },
      })),
      {
        workspace: 'words',
        externalId: 'Forklift-17',
        revision: 1,
        position: { lat: 1, lon: 1 },
        set: { title: 'Große Gabel', type: 'forklift' },
        fields: { driver: field.text('Ada Lovelace'), battery: field.number(15), state: field.category('plant', 'Loading') },
      },
      {
        workspace: 'words',
        externalId: 'forklift-18',
        revision: 1,
        position: { lat: 1, lon: 2 },
        set: { title: 'Forklift at the gate', type: 'forklift' },
        fields: { battery: field.number(80), note: field.text('20') },
      },
      {
        workspace: 'words',
        externalId: 'gantry-1',
        revision: 1,
        position: { lat: 2, lon: 2 },
        set: { title: 'Harbour crane' },
        fields: { battery: field.text('none'), driver: field.text('Forkner') },
      },
      { workspace: 'words', externalId: 'old', revision: 1, position: { lat: 2, lon: 2 }, set: { title: 'Forklift of old' } },
      { workspace: 'words', externalId: 'old', revision: 2, kind: 'archived' },
      { workspace: 'others', externalId: 'forklift-99', revision: 1, position: { lat: 1, lon: 1 } },
    ]);
    await projection.projected('words', 'old', 2);
    await projection.projected('places', 'p399', 1);
    await projection.settled();
  });

  it('by distance equals brute force, in order, over pages of any size', { timeout: 60_000 }, async () => {
    const R = 6_371_008.8;
    const radians = (degrees: number): number => (degrees * Math.PI) / 180;
    const vector = ({ lat, lon }: { lat: number; lon: number }): number[] => [
      Math.cos(radians(lat)) * Math.cos(radians(lon)),
      Math.cos(radians(lat)) * Math.sin(radians(lon)),
      Math.sin(radians(lat)),
    ];
    for (const { lat, lon, limit, radius, type } of [
      { lat: 53.2, lon: -2.8, limit: 20 },
      { lat: 53.2, lon: -2.8, limit: 7, radius: 12_000 },
      { lat: 89.9, lon: 10, limit: 150, radius: 3_000_000 },
      { lat: 5, lon: 179.995, limit: 60, type: 'crane' },
      { lat: -60, lon: -179, limit: 100, radius: 5_000_000, type: 'truck' },
    ]) {
      const from = vector({ lat, lon });
      const expected = places
        .map((place, at) => ({
          externalId: `p${String(at).padStart(3, '0')}`,
          at,
          distance: 2 * R * Math.asin(Math.min(1, Math.hypot(...vector(place).map((each, axis) => each - from[axis]!)) / 2)),
        }))
        .filter(({ at, distance }) => distance <= (radius ?? Infinity) && (type === undefined || (at % 4 === 0) === (type === 'crane')))
        .sort((a, b) => a.distance - b.distance);
      const found = await search(
        'places',
        `near=${lat},${lon}&limit=${limit}${radius === undefined ? '' : `&radius=${radius}`}${type === undefined ? '' : `&type=${type}`}`,
      );
      // Two objects at almost the same distance may come in either order.
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

  it('by words finds matching beginnings first, then similar words, each object once', async () => {
    // In the order of the matching text: "forklift at…", "forklift-17", "forkner"; the title of the first sorts before its id.
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

  it('reports that not everything was compared, even if no result is shown', async () => {
    await projection.database.query(
      `insert into object_text (workspace, external_id, source, words) select 'alike', 'gone-' || n, 'i', 'container'
        from generate_series(1, 2001) n`,
    );
    const answer = await projection.ask('/groups/alike/externalObjects?q=containers');
    expect(await answer.json()).toMatchObject({ objects: [], next: null, incomplete: true });
  });

  it('and a list end pages of large objects early without leaving any out, and their words are indexed', { timeout: 60_000 }, async () => {
    const large = Array.from({ length: 10 }, (_, at) => `large-${at}`);
    await projection.database.query(
      `insert into object_state (external_id, workspace, revision, seen, lat, lon, q16, archived, state)
       select id, 'large', 1, 1, 5, 5, $2, false,
       json_build_object('externalId', id, 'workspace', 'large', 'revision', 1, 'position',
       json_build_object('lat', 5, 'lon', 5, 'observedAt', '2026-11-21T08:00:00.000Z'),
         'fields', json_build_object('text',
         json_build_object('type', 'String', 'value', repeat('long ', 200000), 'observedAt', '2026-11-21T08:00:00.000Z')),
         'archived', false)
       from unnest($1::text[]) id`,
      [large, q16Of(5, 5)],
    );
    await projection.database.query(
      `insert into search_due (workspace, external_id) select 'large', external_id from object_state where workspace = 'large'`,
    );
    await projection.settled();
    const { rows } = await projection.database.query<{ words: number }>(
      `select count(*)::int as words from object_text where workspace = 'large'`,
    );
    expect(rows[0]!.words).toBe(20);
    for (const query of ['limit=100', 'bbox=4,4,6,6', 'q=long', 'near=5,5', 'field=text!%3Dshort']) {
      const first = (await (await projection.ask(`/groups/large/externalObjects?${query}`)).json()) as Found;
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
    expect(ids(await search('places', 'field=n%3E%3D100&field=n%3C350&type=crane&limit=9'))).toEqual(
      places
        .map((_, at) => at)
        .filter((at) => at >= 100 && at < 350 && at % 4 === 0)
        .map((at) => `p${at}`),
    );
    expect(ids(await search('places', 'field=n%3C200&near=53.2,-2.8&radius=40000&limit=3')).every((id) => Number(id.slice(1)) < 200)).toBe(
      true,
    );
  });

  it('reveals nothing outside the narrowing of a token, whatever the query', async () => {
    const fields = { fields: ['battery'] };
    expect(ids(await search('words', 'q=ada', fields))).toEqual([]);
    expect(ids(await search('words', 'q=lovlace', fields))).toEqual([]);
    expect(ids(await search('words', 'q=load', fields))).toEqual([]);
    expect(ids(await search('words', 'q=forkner', fields))).not.toContain('gantry-1');
    expect(ids(await search('words', 'q=ada&near=1,1&radius=1000', fields))).toEqual([]);
    for (const query of ['field=driver%3DAda', 'field=absent%3D1'])
      expect((await projection.ask(`/groups/words/externalObjects?${query}`, fields)).status).toBe(403);
    expect(ids(await search('words', 'q=ada', { types: ['crane'] }))).toEqual([]);
    expect(ids(await search('words', 'q=fork', { ids: ['forklift-18'] }))).toEqual(['forklift-18']);
    expect(ids(await search('words', 'q=forklift', { bbox: [0, 0, 1.5, 1.5] }))).toEqual(['Forklift-17']);
  });

  it('follows a title that is edited, and forgets an object that is erased', async () => {
    await projection.writer.write([
      { workspace: 'words', externalId: 'gantry-1', revision: 2, kind: 'edited', set: { title: 'Zeppelin' } },
      { workspace: 'words', externalId: 'forklift-18', revision: 2, kind: 'erased' },
    ]);
    await vi.waitFor(async () => expect(ids(await search('words', 'q=zepp'))).toEqual(['gantry-1']), { timeout: 15_000, interval: 100 });
    await projection.settled();
    expect(ids(await search('words', 'q=harbour'))).toEqual([]);
    const { rows } = await projection.database.query(`select from object_text where external_id = 'forklift-18'`);
    expect(rows).toHaveLength(0);
  });

  it.each([
    ['q=%20', 'blank'],
    ['near=-122,37', 'near=37,-122'],
    ['field=battery', 'is not a condition'],
    ['field=battery%3Clow', 'compares numbers'],
    ['q=a&snapshot=true', 'only with type and bbox'],
    ['q=a&page=abc', 'was not issued by this service'],
  ])('with %s gets a message that says what is wrong', async (query, words) => {
    const answer = await projection.ask(`/groups/words/externalObjects?${query}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(words)]);
  });
});

describe('the objects around an object', () => {
  interface Nearby {
    near: object;
    objects: { externalId: string; distance: number; fields: object }[];
    more: boolean;
  }
  const nearby = async (externalId: string, query = '', narrowing?: Narrowing, workspace = 'yard'): Promise<Nearby> => {
    const answer = await projection.ask(`/groups/${workspace}/externalObjects/${externalId}/nearby?${query}`, narrowing);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return JSON.parse(text) as Nearby;
  };
  const shown = ({ objects, more }: Nearby): [string[], boolean] => [objects.map(({ externalId }) => externalId), more];

  beforeAll(async () => {
    const at = (externalId: string, lat: number, type: string, workspace = 'yard') => ({
      workspace,
      externalId,
      revision: 1,
      position: { lat, lon: 7 },
      set: { type },
      fields: { battery: field.number(5), driver: field.text('Ada') },
    });
    await projection.writer.write([
      at('van', 50, 'van'),
      at('b-same-place', 50, 'crane'),
      at('a-100-metres', 50.0009, 'crane'),
      at('c-500-metres', 50.0045, 'van'),
      at('d-1100-metres', 50.01, 'van'),
      at('archived', 50, 'van'),
      { workspace: 'yard', externalId: 'archived', revision: 2, kind: 'archived' },
      at('not-ours', 50, 'van', 'theirs'),
    ]);
    await projection.projected('yard', 'archived', 2);
    await projection.settled();
  });

  it('are those within the radius, nearest first, without itself, archived ones and other workspaces', async () => {
    const all = await nearby('van');
    expect(all.near).toEqual({ lat: 50, lon: 7, radius: 1000 });
    expect(shown(all)).toEqual([['b-same-place', 'a-100-metres', 'c-500-metres'], false]);
    expect(all.objects.map(({ distance }) => Math.round(distance))).toEqual([0, 100, 500]);
    expect(shown(await nearby('van', 'radius=2000'))[0]).toContain('d-1100-metres');
    expect(shown(await nearby('van', 'type=van'))).toEqual([['c-500-metres'], false]);
    expect(shown(await nearby('van', 'type=van&type=crane&radius=101'))).toEqual([['b-same-place', 'a-100-metres'], false]);
    expect(shown(await nearby('archived', 'radius=1'))).toEqual([['b-same-place', 'van'], false]);
    expect(shown(await nearby('not-ours', '', undefined, 'theirs'))).toEqual([[], false]);
  });

  it('are at most as many as requested, and the answer says whether there are more', async () => {
    for (const [limit, more] of [
      [1, true],
      [2, true],
      [3, false],
    ] as const) {
      const [found, isMore] = shown(await nearby('van', `limit=${limit}`));
      expect([found.length, isMore]).toEqual([limit, more]);
      expect(found).not.toContain('van');
    }
    // As many at the same place as fit; the object itself is not among those that were read.
    expect(shown(await nearby('van', 'radius=1&limit=1'))).toEqual([['b-same-place'], false]);
    expect(shown(await nearby('b-same-place', 'radius=1&limit=1'))).toEqual([['van'], false]);
  });

  it('are only those that the token may see, and only if it may see the object', async () => {
    expect(shown(await nearby('van', '', { types: ['van'] }))).toEqual([['c-500-metres'], false]);
    expect(shown(await nearby('van', '', { ids: ['van', 'a-100-metres'] }))).toEqual([['a-100-metres'], false]);
    expect(shown(await nearby('van', '', { bbox: [6, 49, 8, 50.001] }))).toEqual([['b-same-place', 'a-100-metres'], false]);
    expect((await nearby('van', 'limit=1', { fields: ['battery'] })).objects[0]!.fields).toEqual({ battery: expect.anything() });
    for (const narrowing of [{ types: ['crane'] }, { idPrefix: 'a-' }, { bbox: [6, 51, 8, 52] as const }])
      expect((await projection.ask('/groups/yard/externalObjects/van/nearby', narrowing as Narrowing)).status).toBe(404);
  });

  it.each([
    ['van/nearby?radius=0', 400, 'radius: It must be a whole number from 1 to 100000.'],
    ['van/nearby?radius=100001', 400, 'radius: It must be a whole number from 1 to 100000.'],
    ['van/nearby?limit=101', 400, 'limit: It must be a whole number from 1 to 100.'],
    ['van/nearby?type=', 400, 'type: It is empty.'],
    ['van/nearby?near=1,1', 400, 'the existing ones are radius, type, limit'],
    ['not-ours/nearby', 404, 'This workspace has no object with this externalId.'],
  ])('%s gets %s and the reason', async (path, status, words) => {
    const answer = await projection.ask(`/groups/yard/externalObjects/${path}`);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)]);
  });
});
