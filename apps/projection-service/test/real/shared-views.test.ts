import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '#contracts/event-types.js';
import type { FeedPage } from '../../src/feed/feed-page.js';
import type { ObjectList } from '../../src/objects/object-list.js';
import { q16Of } from '../../src/space/morton.js';
import { ViewedObjects, type ViewQuery } from '../../src/views/viewed-objects.js';
import { type OneProjection, startProjection } from './one-projection.js';

let projection: OneProjection;
/** Number of statements sent by views in this test. */
let reads = 0;
beforeAll(async () => {
  projection = await startProjection('shared-views');
});
afterAll(() => projection?.close());
beforeEach(() => void (reads = 0));

/** @param characters of an additional field */
const put = (workspace: string, type: string, externalIds: readonly string[], characters = 0): Promise<unknown> =>
  projection.database.query(
    `insert into object_state (external_id, workspace, revision, seen, lat, lon, q16, archived, type, state)
     select id, $1, 1, 1, 5, 5, $4, false, $2,
     json_build_object('externalId', id, 'workspace', $1::text, 'revision', 1, 'type', $2::text, 'position',
     json_build_object('lat', 5, 'lon', 5, 'observedAt', '2026-11-21T08:00:00.000Z'),
       'archived', false, 'fields',
       json_build_object('notes', json_build_object('type', 'String', 'value', repeat('x', $5), 'observedAt',
       '2026-11-21T08:00:00.000Z')))
     from unnest($3::text[]) id`,
    [workspace, type, externalIds, q16Of(5, 5), characters],
  );
/** A page for readers of one workspace. */
const pageOf = (...externalIds: string[]): FeedPage => ({
  pieces: [
    externalIds
      .map((externalId) => JSON.stringify({ externalId, revision: 1, type: EVENT_TYPES.updated, position: { lat: 5, lon: 5 } }))
      .join(',\n'),
  ],
  count: externalIds.length,
  ahead: false,
  offsets: [1],
  more: false,
});
function viewer(query: Partial<ViewQuery> & { workspace: string }): ViewedObjects {
  const counted = { query: (...args: unknown[]) => (reads++, (projection.database.query as (...all: unknown[]) => unknown)(...args)) };
  return new ViewedObjects(
    { pool: counted as unknown as Pool, list: undefined as unknown as ObjectList },
    { box: { west: 4, south: 4, east: 6, north: 6 }, ...query },
  );
}
async function seen(viewed: ViewedObjects, page: FeedPage): Promise<string[]> {
  const ids: string[] = [];
  for await (const { objects, left } of viewed.after(page))
    ids.push(...objects.map(({ externalId }) => externalId), ...left.map((id) => `-${id}`));
  return ids.sort();
}

describe('views of one workspace', () => {
  it('read each object of a page once, however many views there are, and each shows what it may', async () => {
    await put('one', 'crane', ['a', 'b']);
    await put('one', 'truck', ['c']);
    const page = pageOf('a', 'b', 'c', 'gone');
    const crowd = Array.from({ length: 50 }, () => seen(viewer({ workspace: 'one' }), page));
    const ofType = seen(viewer({ workspace: 'one', types: ['truck'] }), page);
    const narrowedToType = seen(viewer({ workspace: 'one', narrowing: { types: ['crane'] } }), page);
    const narrowedToIds = seen(viewer({ workspace: 'one', narrowing: { ids: ['b', 'c'] } }), page);
    expect(new Set((await Promise.all(crowd)).map(String))).toEqual(new Set(['a,b,c']));
    expect([await ofType, await narrowedToType, await narrowedToIds]).toEqual([['c'], ['a', 'b'], ['b', 'c']]);
    expect(reads).toBe(1);
  });

  it('hide fields from a token that is narrowed to others', async () => {
    await put('fields', 'crane', ['a']);
    const page = pageOf('a');
    const fieldsOf = async (viewed: ViewedObjects): Promise<string[]> => {
      for await (const { objects } of viewed.after(page)) return Object.keys(objects[0]!.fields ?? {});
      return [];
    };
    expect(await fieldsOf(viewer({ workspace: 'fields' }))).toEqual(['notes']);
    expect(await fieldsOf(viewer({ workspace: 'fields', narrowing: { fields: ['battery'] } }))).toEqual([]);
    expect(await fieldsOf(viewer({ workspace: 'fields' }))).toEqual(['notes']);
  });

  it('read objects of a later page again', async () => {
    await put('later', 'crane', ['a']);
    const viewed = viewer({ workspace: 'later' });
    expect(await seen(viewed, pageOf('a'))).toEqual(['a']);
    await projection.database.query(`delete from object_state where workspace = 'later'`);
    expect(await seen(viewed, pageOf('a'))).toEqual(['-a']);
  });

  it('share nothing with another workspace that has the same ids', async () => {
    await put('mine', 'crane', ['own-1', 'same-id']);
    expect(await seen(viewer({ workspace: 'mine' }), pageOf('same-id'))).toEqual(['same-id']);
    expect(await seen(viewer({ workspace: 'other' }), pageOf('same-id'))).toEqual([]);
  });

  it('show all objects of a page that are too large to be kept for others', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `large-${String(n).padStart(2, '0')}`);
    await put('large', 'crane', ids, 1_000_000);
    const page = pageOf('nobody', ...ids);
    const first = viewer({ workspace: 'large' });
    expect(
      await Promise.all([
        seen(first, page),
        seen(viewer({ workspace: 'large' }), page),
        seen(viewer({ workspace: 'large', narrowing: { ids: ids.slice(10) } }), page),
      ]),
    ).toEqual([ids, ids, ids.slice(10)]);
  });
});
