import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Narrowing } from '#identity/caller.js';
import { createPool } from '#postgres/pool.js';
import { fillMissedAges } from '../../src/objects/ages/missed-ages.js';
import { field } from './fields.js';
import { type OneProjection, startProjection } from './one-projection.js';

interface Listed {
  objects: { externalId: string; lastSeen?: string; archived: boolean }[];
  next: string | null;
  count?: { objects: number; atLeast: boolean };
}

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const iso = (time: number): string => new Date(time).toISOString();

/** Objects with the time of their last report, a third of them only for a field. */
const fleet = fc
  .sample(
    fc.record({
      hoursAgo: fc.oneof(fc.double({ min: 0, max: 3, noNaN: true }), fc.double({ min: 0, max: 400, noNaN: true }), fc.constant(24)),
      type: fc.constantFrom('crane', 'truck', undefined),
    }),
    { numRuns: 300, seed: 7 },
  )
  .map(({ hoursAgo, type }, at) => ({
    externalId: `o${String(at).padStart(3, '0')}`,
    type,
    lastSeen: Math.round(NOW - hoursAgo * HOUR_MS),
    byField: at % 3 === 0,
    archived: at % 10 === 7,
  }));

let projection: OneProjection;
beforeAll(async () => {
  projection = await startProjection('lists');
  await projection.writer.write(
    fleet.flatMap(({ externalId, type, lastSeen, byField, archived }, at) => {
      const made = {
        workspace: 'fleet',
        externalId,
        revision: 1,
        observedAt: iso(byField ? lastSeen - 50 * HOUR_MS : lastSeen),
        position: { lat: at / 10, lon: 5 },
        set: { type, title: externalId },
      };
      const reported = { workspace: 'fleet', externalId, revision: 2, observedAt: iso(lastSeen), fields: { battery: field.number(at) } };
      const put = { workspace: 'fleet', externalId, revision: byField ? 3 : 2, observedAt: iso(NOW), kind: 'archived' as const };
      return [made, ...(byField ? [reported] : []), ...(archived ? [put] : [])];
    }),
  );
  await projection.writer.write([
    { workspace: 'other', externalId: 'stranger', revision: 1, position: { lat: 1, lon: 1 }, set: { type: 'ship' } },
  ]);
  for (const { externalId, byField, archived } of fleet.slice(-10))
    await projection.projected('fleet', externalId, 1 + Number(byField) + Number(archived));
  await projection.projected('other', 'stranger', 1);
  await projection.settled();
}, 60_000);
afterAll(() => projection?.close());

async function ask<T>(path: string, narrowing?: Narrowing): Promise<T> {
  const answer = await projection.ask(path, narrowing);
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text) as T;
}

async function pages(query: string, narrowing?: Narrowing): Promise<Listed['objects']> {
  const all: Listed['objects'] = [];
  for (let path: string | null = `/groups/fleet/externalObjects?${query}`; path !== null;) {
    const page: Listed = await ask<Listed>(path, narrowing);
    all.push(...page.objects);
    path = page.next;
  }
  return all;
}
const ids = (objects: readonly { externalId: string }[]): string[] => objects.map(({ externalId }) => externalId).sort();

describe('a list by age', () => {
  it('has each object once on pages of any size, ordered by hour, with its last report by position or field', async () => {
    const present = fleet.filter(({ archived }) => !archived);
    const times = new Map(fleet.map(({ externalId, lastSeen }) => [externalId, lastSeen]));
    for (const [order, direction] of [
      ['lastSeen', 1],
      ['-lastSeen', -1],
    ] as const) {
      for (const limit of [7, 1000]) {
        const listed = await pages(`order=${order}&limit=${limit}`);
        expect(ids(listed)).toEqual(ids(present));
        for (const [at, { externalId, lastSeen }] of listed.entries()) {
          expect(lastSeen).toBe(iso(times.get(externalId)!));
          const before = listed[at - 1];
          if (before !== undefined) expect(direction * (times.get(before.externalId)! - times.get(externalId)!)).toBeLessThan(HOUR_MS);
        }
      }
    }
  });

  it('leaves out objects seen since then, to the millisecond, and counts the others', async () => {
    const exactly = fleet.find(({ lastSeen, archived }) => lastSeen === NOW - 24 * HOUR_MS && !archived)!;
    for (const before of [NOW - 24 * HOUR_MS, NOW - 24 * HOUR_MS + 1, NOW - 1.5 * HOUR_MS, NOW - 1000 * HOUR_MS]) {
      const expected = fleet.filter(({ lastSeen, archived }) => lastSeen < before && !archived);
      const query = `seenBefore=${iso(before)}`;
      expect(ids(await pages(`${query}&limit=9`))).toEqual(ids(expected));
      expect(ids(await pages(`${query}&order=-lastSeen`))).toEqual(ids(expected));
      const { count, next } = await ask<Listed>(`/groups/fleet/externalObjects?${query}&limit=1&count=true`);
      expect(count).toEqual({ objects: expected.length, atLeast: false });
      // Counted only for the first page.
      if (next !== null) expect((await ask<Listed>(next)).count).toBeUndefined();
    }
    expect(ids(await pages(`seenBefore=${iso(exactly.lastSeen)}`))).not.toContain(exactly.externalId);
  });

  it('can be combined with type, bbox and the archive, and respects the narrowing of a token', async () => {
    const day = NOW - 24 * HOUR_MS;
    const old = fleet.filter(({ lastSeen }) => lastSeen < day);
    expect(ids(await pages(`seenBefore=${iso(day)}&type=crane`))).toEqual(
      ids(old.filter(({ type, archived }) => type === 'crane' && !archived)),
    );
    expect(ids(await pages(`seenBefore=${iso(day)}&type=crane&type=truck`))).toEqual(
      ids(old.filter(({ type, archived }) => type !== undefined && !archived)),
    );
    expect(ids(await pages(`seenBefore=${iso(day)}&bbox=4,0,6,10`))).toEqual(
      ids(old.filter(({ externalId, archived }) => Number(externalId.slice(1)) <= 100 && !archived)),
    );
    expect(ids(await pages(`seenBefore=${iso(day)}&archived=only`))).toEqual(ids(old.filter(({ archived }) => archived)));
    expect(ids(await pages('order=lastSeen', { idPrefix: 'o00' }))).toEqual(
      ids(fleet.filter(({ externalId, archived }) => externalId.startsWith('o00') && !archived)),
    );
    const { count } = await ask<Listed>('/groups/fleet/externalObjects?order=lastSeen&count=true', { types: ['truck'] });
    expect(count).toEqual({ objects: fleet.filter(({ type, archived }) => type === 'truck' && !archived).length, atLeast: false });
  });

  it('accepts times that no observation can have', async () => {
    const all = fleet.filter(({ archived }) => !archived);
    for (const query of ['seenBefore=6053-01-23T02:10:00Z', 'seenBefore=9999-12-31T23:59:59-23:59&order=lastSeen'])
      expect(ids(await pages(query))).toHaveLength(all.length);
    expect(await pages('seenBefore=0000-01-01T00:00:00Z')).toEqual([]);
    expect(await pages('seenBefore=0001-01-01T00:00:00%2B23:59')).toEqual([]);
  });

  it('explains conflicting parameters', async () => {
    for (const query of [
      'order=age',
      'seenBefore=yesterday',
      'order=externalId&seenBefore=2026-11-21T08:00:00Z',
      'count=true',
      'order=lastSeen&q=crane',
      'order=lastSeen&snapshot=true',
      'order=lastSeen&near=1,1',
      'archived=maybe',
      'archived=only&includeArchived=true',
    ]) {
      const answer = await projection.ask(`/groups/fleet/externalObjects?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
      expect((await answer.json()) as object).toMatchObject({ type: 'urn:waymark:problem:invalid-parameter' });
    }
    const { next } = await ask<Listed>('/groups/fleet/externalObjects?order=lastSeen&limit=1');
    expect((await projection.ask(next!.replace('order=lastSeen', 'order=-lastSeen'))).status).toBe(400);
  });

  it('includes objects from before the order by age existed', async () => {
    const { database } = projection;
    const ages = async () =>
      (await database.query('select external_id, last_seen from object_state order by external_id')).rows as unknown[];
    const before = await ages();
    await database.query(`update object_state set last_seen = null, seen_span = null where workspace = 'fleet' and external_id < 'o200'`);
    expect((await pages('order=lastSeen')).length).toBeLessThan(110);
    const pool = createPool({ url: database.options.connectionString!, schema: await schemaOf(), max: 1, applicationName: 'test' });
    try {
      expect(await fillMissedAges(pool)).toBe(200);
      expect(await fillMissedAges(pool)).toBe(0);
    } finally {
      await pool.end();
    }
    expect(await ages()).toEqual(before);
    const listed = await pages('order=lastSeen&limit=50');
    expect(ids(listed)).toEqual(ids(fleet.filter(({ archived }) => !archived)));
    for (const [at, { lastSeen }] of listed.entries())
      if (at > 0) expect(Date.parse(listed[at - 1]!.lastSeen!) - Date.parse(lastSeen!)).toBeLessThan(HOUR_MS);
  });

  const schemaOf = async (): Promise<string> =>
    (await projection.database.query<{ schema: string }>('select current_schema() as schema')).rows[0]!.schema;
});

describe('archived objects', () => {
  it('are left out, included, or listed alone', async () => {
    const archived = fleet.filter((each) => each.archived);
    expect(ids(await pages('limit=50'))).toEqual(ids(fleet.filter((each) => !each.archived)));
    expect(ids(await pages('archived=exclude'))).toEqual(ids(fleet.filter((each) => !each.archived)));
    for (const query of ['archived=include', 'includeArchived=true', 'includeArchived=true&archived=include'])
      expect(ids(await pages(query))).toEqual(ids(fleet));
    expect(ids(await pages('archived=only&limit=4'))).toEqual(ids(archived));
    expect((await pages('archived=only')).every((each) => each.archived)).toBe(true);
    expect(ids(await pages(`archived=only&q=${archived[0]!.externalId}`))).toContain(archived[0]!.externalId);
    expect(ids(await pages('archived=only&type=crane&limit=1'))).toEqual(ids(archived.filter(({ type }) => type === 'crane')));
  });
});

describe('the list of types', () => {
  const present = fleet.filter(({ archived }) => !archived);
  const numberOf = (type: string, among: readonly { type?: string }[] = present): number =>
    among.filter((each) => each.type === type).length;

  it('has the types in use, the most common first, and none of another workspace', async () => {
    const { types, more } = await ask<{ types: { type: string; count: number }[]; more: boolean }>('/groups/fleet/types');
    expect(Object.fromEntries(types.map(({ type, count }) => [type, count]))).toEqual({
      crane: numberOf('crane'),
      truck: numberOf('truck'),
    });
    expect(types[0]!.count).toBeGreaterThanOrEqual(types[1]!.count);
    expect(more).toBe(false);
    expect(await ask('/groups/fleet/types?limit=1')).toEqual({ types: [types[0]], more: true });
    expect(await ask('/groups/nowhere/types')).toEqual({ types: [], more: false });
    for (const limit of ['0', '1001', 'x']) expect((await projection.ask(`/groups/fleet/types?limit=${limit}`)).status).toBe(400);
  });

  it('shows a narrowed token the types of the objects that it may see', async () => {
    const types = async (narrowing: Narrowing) =>
      (await ask<{ types: { type: string; count: number }[] }>('/groups/fleet/types', narrowing)).types;
    expect(await types({ types: ['truck', 'ship'] })).toEqual([{ type: 'truck', count: numberOf('truck') }]);
    const few = present.filter(({ externalId }) => externalId.startsWith('o00'));
    expect(new Set(await types({ idPrefix: 'o00' }))).toEqual(
      new Set(['crane', 'truck'].flatMap((type) => (numberOf(type, few) > 0 ? [{ type, count: numberOf(type, few) }] : []))),
    );
    const crane = present.find(({ type }) => type === 'crane')!;
    expect(await types({ ids: [crane.externalId, 'stranger'] })).toEqual([{ type: 'crane', count: 1 }]);
    expect(await types({ bbox: [100, 0, 110, 10] })).toEqual([]);
  });

  it('follows an object that is given another type, and one that is archived', async () => {
    await projection.writer.write([
      { workspace: 'harbour', externalId: 'h1', revision: 1, position: { lat: 1, lon: 1 }, set: { type: 'buoy' } },
      { workspace: 'harbour', externalId: 'h2', revision: 1, position: { lat: 1, lon: 1 }, set: { type: 'buoy' } },
    ]);
    const types = async () => (await ask<{ types: object[] }>('/groups/harbour/types')).types;
    await expect.poll(types, { timeout: 20_000 }).toEqual([{ type: 'buoy', count: 2 }]);
    await projection.writer.write([
      { workspace: 'harbour', externalId: 'h1', revision: 2, set: { type: 'light' } },
      { workspace: 'harbour', externalId: 'h2', revision: 2, kind: 'archived' },
    ]);
    await expect.poll(types, { timeout: 20_000 }).toEqual([{ type: 'light', count: 1 }]);
  });
});
