import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Narrowing } from '#identity/caller.js';
import type { RunningStack } from '#testing/running-stack.js';
import { giveBack, sharedStack } from '#testing/shared-stack.js';
import type { TestSpace } from '#testing/test-space.js';
import { ROUTES } from '../../src/routes/routes.js';

interface Shown {
  externalId: string;
  revision: number;
  type?: string;
  objectType?: string;
  fields?: Record<string, unknown>;
  [member: string]: unknown;
}

const TYPES = ['crane', 'truck', 'hoist', undefined] as const;
const PREFIXES = ['a-', 'a_', 'a%', 'b\\', 'B-', 'é'];
const FIELDS = ['speed', 'battery', 'driver', 'toString.x'];
const OBJECTS = 300;

let space: TestSpace;
let stack: RunningStack;
let whole: string;

beforeAll(async () => {
  ({ space, stack } = await sharedStack('narrowing'));
  whole = await space.token({ workspaces: ['narrowA', 'narrowB'] });
  for (const workspace of ['narrowA', 'narrowB']) await fill(workspace);
});
afterAll(giveBack);

interface Answer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into whatever came back
  json: any;
}

async function call(token: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(stack.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
}

const idOf = (workspace: string, at: number): string => `${PREFIXES[at % PREFIXES.length]}${workspace}-${at}`;

/** Objects of every type and prefix, each changed a few times, some of them retyped, some archived. */
async function fill(workspace: string): Promise<void> {
  const ids = Array.from({ length: OBJECTS }, (_, at) => idOf(workspace, at));
  for (let round = 0; round < 3; round++) {
    const elements = ids.map((externalId, at) => ({
      externalId,
      locationUpdate: { newPosition: { lat: round, lon: at / 10 } },
      fieldValues: FIELDS.filter((_, field) => (at >> field) % 2 === round % 2).map((field) => ({
        type: 'Number',
        field,
        value: at + round,
      })),
      initialExternalObject: { type: TYPES[at % 4], title: `Object ${at}` },
    }));
    expect(
      ((await call(whole, 'POST', `/groups/${workspace}/externalObjects`, elements)).json.results as { error?: object }[]).flatMap(
        ({ error }) => error ?? [],
      ),
    ).toEqual([]);
  }
  const edit = (at: number, op: string, body?: object): Promise<Answer> =>
    call(whole, op === '' ? 'PATCH' : 'POST', `/groups/${workspace}/externalObjects/${encodeURIComponent(ids[at]!)}${op}`, body);
  for (let at = 0; at < 40; at += 4)
    expect(
      (await edit(at, '', { type: TYPES[(at / 4) % 4] ?? null, fieldValues: [{ type: 'String', field: 'driver', value: `d${at}` }] }))
        .status,
    ).toBe(200);
  for (let at = 0; at < 30; at += 7) expect((await edit(at, '/archive')).status).toBe(200);
  await vi.waitFor(async () => expect(await feed(whole, workspace, 'events', 5000)).toHaveLength(OBJECTS * 3 + 10 + 5), {
    timeout: 30_000,
    interval: 200,
  });
  // The counts by type are some tenths of a second older than the feed.
  const numbers = numbersByType(await list(whole, workspace, 1000));
  await vi.waitFor(async () => expect(await typesListed(whole, workspace)).toEqual({ types: numbers, more: false }), {
    timeout: 30_000,
    interval: 200,
  });
}

async function typesListed(token: string, workspace: string): Promise<{ types: Record<string, number>; more: boolean }> {
  const { types, more } = (await call(token, 'GET', `/groups/${workspace}/types`)).json as {
    types: { type: string; count: number }[];
    more: boolean;
  };
  return { types: Object.fromEntries(types.map(({ type, count }) => [type, count])), more };
}

function numbersByType(objects: Shown[]): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const { type, archived } of objects) if (type !== undefined && archived === false) numbers[type] = (numbers[type] ?? 0) + 1;
  return numbers;
}

async function list(token: string, workspace: string, limit: number): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let next: string | null = `/groups/${workspace}/externalObjects?includeArchived=true&limit=${limit}`; next !== null;) {
    const { status, json }: Answer = await call(token, 'GET', next);
    expect(status).toBe(200);
    all.push(...(json.objects as Shown[]));
    next = json.next as string | null;
  }
  return all;
}

async function feed(token: string, workspace: string, mode: string, limit: number): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let cursor = 'earliest', more = true; more;) {
    const { status, json } = await call(
      token,
      'GET',
      `/groups/${workspace}/changes?mode=${mode}&limit=${limit}&cursor=${encodeURIComponent(cursor)}`,
    );
    expect(status).toBe(200);
    all.push(...(json.changes as Shown[]));
    ({ cursor, more } = json as { cursor: string; more: boolean });
  }
  return all;
}

/** An independent version of the filter. */
const inside = ({ types, idPrefix = '' }: Narrowing, id: string, type: string | undefined): boolean =>
  id.slice(0, idPrefix.length) === idPrefix && (types === undefined || types.some((each) => each === type));
function without(shown: Shown, { fields }: Narrowing, dropEmpty: boolean): Shown {
  if (fields === undefined || shown.fields === undefined) return shown;
  const kept = Object.entries(shown.fields).filter(([name]) => fields.includes(name));
  const { fields: _all, ...rest } = shown;
  return dropEmpty && kept.length === 0 ? rest : { ...rest, fields: Object.fromEntries(kept) };
}
const inAnyOrder = (changes: Shown[]): string[] => changes.map((change) => JSON.stringify(Object.entries(change).sort())).sort();

const narrowings = fc.record(
  {
    types: fc.subarray(['crane', 'truck', 'hoist', 'none']),
    idPrefix: fc.constantFrom(...PREFIXES, 'a', '', 'a-narrowA-1', 'zz'),
    fields: fc.subarray([...FIELDS, 'other']),
  },
  { requiredKeys: [] },
);

describe('reads with a narrowed token', () => {
  it('equal those of another token, filtered by hand: list, object, history and both feeds', { timeout: 180_000 }, async () => {
    const all = new Map<string, { objects: Shown[]; events: Shown[]; states: Shown[]; types: Map<string, string | undefined> }>();
    for (const workspace of ['narrowA', 'narrowB']) {
      const objects = await list(whole, workspace, 1000);
      all.set(workspace, {
        objects,
        events: await feed(whole, workspace, 'events', 5000),
        states: await feed(whole, workspace, 'state', 5000),
        types: new Map(objects.map(({ externalId, type }) => [externalId, type])),
      });
    }
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(
        narrowings,
        fc.constantFrom('narrowA', 'narrowB'),
        fc.constantFrom(37, 1000),
        fc.integer({ min: 0, max: OBJECTS - 1 }),
        async (narrowed, workspace, limit, at) => {
          const { objects, events, states, types } = all.get(workspace)!;
          const token = await space.token({ workspaces: [workspace], narrowed });
          const may = ({ externalId }: Shown): boolean => inside(narrowed, externalId, types.get(externalId));
          const expected = objects.filter(may).map((object) => without(object, narrowed, false));
          expect(await list(token, workspace, limit)).toEqual(expected);
          seen += expected.length;
          expect(inAnyOrder(await feed(token, workspace, 'events', limit))).toEqual(
            inAnyOrder(events.filter(may).map((change) => without(change, narrowed, true))),
          );
          expect(inAnyOrder(await feed(token, workspace, 'state', limit))).toEqual(
            inAnyOrder(states.filter(may).map((change) => without(change, narrowed, false))),
          );
          expect(await typesListed(token, workspace)).toEqual({ types: numbersByType(objects.filter(may)), more: false });
          const byAge = (
            await call(token, 'GET', `/groups/${workspace}/externalObjects?order=lastSeen&archived=include&count=true&limit=1000`)
          ).json as { objects: (Shown & { lastSeen?: string })[]; count: object };
          expect(inAnyOrder(byAge.objects.map(({ lastSeen: _seen, ...shown }) => shown))).toEqual(inAnyOrder(expected));
          expect(byAge.count).toEqual({ objects: expected.length, atLeast: false });
          const object = objects[at]!;
          const path = `/groups/${workspace}/externalObjects/${encodeURIComponent(object.externalId)}`;
          const [one, history] = await Promise.all([call(token, 'GET', path), call(token, 'GET', `${path}/history?limit=2`)]);
          if (!may(object)) {
            expect([one.status, history.status]).toEqual([404, 404]);
            return;
          }
          expect(one.json).toEqual(without(object, narrowed, false));
          const changes = (await call(whole, 'GET', `${path}/history?limit=2`)).json.history as Shown[];
          expect(history.json.history).toEqual(changes.map((change) => without(change, narrowed, true)));
        },
      ),
      { numRuns: 40 },
    );
    expect(seen).toBeGreaterThan(500);
  });

  it('is the same 404 whether an object is outside or not there', async () => {
    const token = await space.token({ workspaces: ['narrowA'], narrowed: { types: ['crane'], idPrefix: 'a-' } });
    const outside = [idOf('narrowA', 6), idOf('narrowA', 1), 'a-nothing', 'nothing'];
    const reads = ROUTES.filter(
      ({ method, path, scope }) =>
        method === 'GET' && path.startsWith('/groups/:groupID/externalObjects/:externalId') && scope === 'objects:read',
    ).map(({ path }) => path.replace(/^.*:externalId/, ''));
    expect(reads).toEqual(expect.arrayContaining(['', '/history', '/nearby']));
    for (const rest of [...reads, '/history?limit=1&order=oldest']) {
      const answers = await Promise.all(
        outside.map((id) => call(token, 'GET', `/groups/narrowA/externalObjects/${encodeURIComponent(id)}${rest}`)),
      );
      expect(new Set(answers.map(({ status, json }) => JSON.stringify([status, { ...json, requestId: '' }]))).size, rest).toBe(1);
      expect(answers[0]!.status).toBe(404);
    }
  });

  it('continue only from cursors and pages of the same narrowing', async () => {
    const narrowed = { types: ['crane', 'truck'], fields: ['speed'] };
    const tokens = {
      whole,
      same: await space.token({ workspaces: ['narrowA'], narrowed: { fields: ['speed'], types: ['truck', 'crane'] } }),
      other: await space.token({ workspaces: ['narrowA'], narrowed: { types: ['crane'] } }),
    };
    const token = await space.token({ workspaces: ['narrowA'], narrowed });
    for (const mode of ['events', 'state']) {
      const { cursor } = (await call(token, 'GET', `/groups/narrowA/changes?limit=5&mode=${mode}`)).json as { cursor: string };
      const next = (by: string, from: string): Promise<Answer> =>
        call(by, 'GET', `/groups/narrowA/changes?limit=5&mode=${mode}&cursor=${from}`);
      expect((await next(tokens.same, cursor)).status).toBe(200);
      for (const by of [tokens.whole, tokens.other])
        expect((await next(by, cursor)).json).toMatchObject({ status: 400, detail: expect.stringContaining('a token with other limits') });
      const wide = (await call(whole, 'GET', `/groups/narrowA/changes?limit=5&mode=${mode}`)).json as { cursor: string };
      expect((await next(token, wide.cursor)).status).toBe(400);
    }
    const { next } = (await call(token, 'GET', '/groups/narrowA/externalObjects?limit=5')).json as { next: string };
    expect((await call(tokens.same, 'GET', next)).status).toBe(200);
    for (const by of [tokens.whole, tokens.other]) expect((await call(by, 'GET', next)).status).toBe(400);
  });

  it('reach a waiting reader, which nothing else wakes', async () => {
    const token = await space.token({ workspaces: ['narrowA'], narrowed: { idPrefix: 'late-' } });
    const { cursor } = (await call(token, 'GET', '/groups/narrowA/changes?cursor=latest')).json as { cursor: string };
    const waiting = call(token, 'GET', `/groups/narrowA/changes?cursor=${cursor}&wait=20`);
    const at = { locationUpdate: { newPosition: { lat: 1, lon: 1 } } };
    await call(whole, 'POST', '/groups/narrowA/externalObjects', [{ externalId: 'early-1', ...at }]);
    await call(whole, 'POST', '/groups/narrowA/externalObjects', [{ externalId: 'late-1', ...at }]);
    expect((await waiting).json.changes.map(({ externalId }: Shown) => externalId)).toEqual(['late-1']);
  });
});

describe('writes with a narrowed token', () => {
  const at = { locationUpdate: { newPosition: { lat: 1, lon: 1 } } };

  it('are limited to its ids, fields and types, element by element', async () => {
    const token = await space.token({ workspaces: ['narrowA'], narrowed: { types: ['crane'], idPrefix: 'w-', fields: ['speed'] } });
    const crane = { initialExternalObject: { type: 'crane' } };
    await call(whole, 'POST', '/groups/narrowA/externalObjects', [
      { externalId: 'w-truck', ...at, initialExternalObject: { type: 'truck' } },
    ]);
    const { status, json } = await call(token, 'POST', '/groups/narrowA/externalObjects', [
      { externalId: 'w-1', ...at, ...crane, fieldValues: [{ type: 'Number', field: 'speed', value: 1 }] },
      { externalId: 'x-1', ...at, ...crane },
      { externalId: 'w-2', ...at, ...crane, fieldValues: [{ type: 'Number', field: 'battery', value: 1 }] },
      { externalId: 'w-3', ...at },
      { externalId: 'w-truck', ...at, ...crane },
      { externalId: 'w-1', fieldValues: [{ type: 'Number', field: 'speed', value: 2 }] },
    ]);
    expect(status).toBe(207);
    expect(json.results.map((result: { status: string; error?: { code: string } }) => result.error?.code ?? result.status)).toEqual([
      'created',
      'outside-token',
      'outside-token',
      'outside-token',
      'outside-token',
      'updated',
    ]);
    const operation = `/groups/narrowA/operations/${json.operationId}`;
    expect([(await call(token, 'GET', operation)).status, (await call(whole, 'GET', operation)).status]).toEqual([200, 200]);
    const foreign = (await call(whole, 'POST', '/groups/narrowA/externalObjects', [{ externalId: 'w-9', ...at }])).json
      .operationId as string;
    expect((await call(token, 'GET', `/groups/narrowA/operations/${foreign}`)).status).toBe(404);
    for (const id of ['x-1', 'w-2', 'w-3'])
      expect((await call(whole, 'PATCH', `/groups/narrowA/externalObjects/${id}`, { title: 'x' })).status).toBe(404);
  });

  it('is 403 for the whole call if all elements are outside', async () => {
    const token = await space.token({ workspaces: ['narrowA'], narrowed: { idPrefix: 'w-', types: ['crane'] } });
    for (const externalId of ['x-1', 'w-typeless'])
      expect((await call(token, 'POST', '/groups/narrowA/externalObjects', [{ externalId, ...at }])).status).toBe(403);
  });

  it('are 403 for an edit outside its ids, fields and types, and 404 for an object of another type', async () => {
    await call(whole, 'POST', '/groups/narrowA/externalObjects', [
      { externalId: 'e-crane', ...at, initialExternalObject: { type: 'crane' } },
      { externalId: 'e-truck', ...at, initialExternalObject: { type: 'truck' } },
    ]);
    const token = await space.token({ workspaces: ['narrowA'], narrowed: { types: ['crane'], idPrefix: 'e-', fields: ['speed'] } });
    const edit = (id: string, body: object): Promise<Answer> => call(token, 'PATCH', `/groups/narrowA/externalObjects/${id}`, body);
    expect((await edit('e-crane', { title: 'x', fieldValues: [{ type: 'Number', field: 'speed', value: 1 }] })).status).toBe(200);
    expect((await edit('e-crane', { fieldValues: [{ type: 'Number', field: 'battery', value: 1 }] })).json).toMatchObject({
      status: 403,
      code: 'outside-token',
      errors: [{ pointer: '/fieldValues/0/field' }],
    });
    expect((await edit('e-crane', { type: 'truck' })).json).toMatchObject({ status: 403, code: 'outside-token' });
    expect((await edit('e-truck', { title: 'x' })).json).toMatchObject({ status: 404, code: 'unknown-object' });
    expect((await edit('e-nothing', { title: 'x' })).json).toMatchObject({ status: 404, code: 'unknown-object' });
    for (const op of ['archive', 'restore']) {
      const go = (id: string): Promise<Answer> => call(token, 'POST', `/groups/narrowA/externalObjects/${id}/${op}`);
      expect([(await go('e-crane')).status, (await go('e-truck')).status, (await go('f-1')).status]).toEqual([200, 404, 403]);
    }
  });
});
