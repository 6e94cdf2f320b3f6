import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  json: any;
}

let space: TestSpace;
let directory: RunningService;
let stack: RunningStack;
const tokens: Record<'north' | 'south' | 'reader', string> = { north: '', south: '', reader: '' };

async function send(url: string, method: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) },
    body: text,
  });
  const received = await answer.text();
  return { status: answer.status, json: received === '' ? undefined : JSON.parse(received) };
}

/** Calls the directory like a gateway for the operator. */
const inner = (method: string, path: string, body?: unknown): Promise<Answer> =>
  send(directory.url + path, method, { 'x-waymark-internal': space.installation.secrets.internalToken }, body);
const call = (token: keyof typeof tokens, method: string, path: string, body?: unknown): Promise<Answer> =>
  send(stack.url + path, method, { authorization: `Bearer ${tokens[token]}` }, body);

beforeAll(async () => {
  space = await createTestSpace('fields', { directory: 'real' });
  directory = await startService('directory-service', space.environment('directory-service', { DELETE_GRACE_DAYS: '0' }));
  for (const id of ['north', 'south']) expect((await inner('POST', '/operator/workspaces', { id })).status).toBe(201);
  const mint = async (workspace: string, scopes: string[]): Promise<string> =>
    (await inner('POST', '/operator/tokens', { name: 'test', workspaces: [workspace], scopes })).json.token as string;
  tokens.north = await mint('north', ['objects:write', 'objects:read', 'fields:admin']);
  tokens.south = await mint('south', ['objects:write', 'objects:read', 'fields:admin']);
  tokens.reader = await mint('north', ['objects:read']);
  stack = await startStack(space);
});
afterAll(async () => {
  await stack?.close();
  await directory?.stop();
  await space?.close();
});

const post = (workspace: 'north' | 'south', ...fieldValues: object[]): Promise<Answer> =>
  call(workspace, 'POST', `/groups/${workspace}/externalObjects`, [
    { externalId: `${workspace}-1`, locationUpdate: { newPosition: { lat: 1, lon: 2 } }, fieldValues },
  ]);
const number = (field: string, value: number): object => ({ type: 'Number', field, value });

describe('field definitions', () => {
  it('are created, read, changed and removed by callers with the scope, in their own workspace', async () => {
    const battery = { type: 'Number', unit: '%', decimals: 1, min: 0, max: 100, objectTypes: ['forklift'], onConflict: 'reject' };
    expect(await call('north', 'PUT', '/groups/north/fields/battery', battery)).toEqual({
      status: 200,
      json: { workspace: 'north', name: 'battery', ...battery, review: 'approved' },
    });
    const odd = 'a/b ü%.😀';
    const state = {
      type: 'Category',
      categories: [{ namespace: 'n', categoryName: 'on', label: 'On', color: '#00aa5b', icon: 'bolt' }],
      review: 'proposed',
    };
    expect((await call('north', 'PUT', `/groups/north/fields/${encodeURIComponent(odd)}`, state)).status).toBe(200);
    expect((await call('reader', 'GET', '/groups/north/fields')).json.fields.map(({ name }: { name: string }) => name)).toEqual([
      odd,
      'battery',
    ]);
    expect((await inner('GET', '/operator/workspaces/north/fields')).json.fields).toHaveLength(2);
    expect((await call('south', 'GET', '/groups/south/fields')).json).toEqual({ fields: [] });
    for (const [method, body] of [
      ['PUT', battery],
      ['DELETE', undefined],
    ] as const) {
      expect((await call('reader', method, '/groups/north/fields/battery', body)).status).toBe(403);
      expect((await call('south', method, '/groups/north/fields/battery', body)).status).toBe(403);
    }
    expect((await call('reader', 'GET', '/groups/north/fields/review')).status).toBe(403);
    expect((await call('north', 'DELETE', `/groups/north/fields/${encodeURIComponent(odd)}`)).status).toBe(204);
    expect((await call('north', 'DELETE', `/groups/north/fields/${encodeURIComponent(odd)}`)).status).toBe(404);
    expect((await inner('PUT', '/operator/workspaces/nowhere/fields/a', { type: 'String' })).status).toBe(404);
  });

  it.each([
    ['', 422, ''],
    ['{', 400, undefined],
    ['[]', 422, ''],
    // The gateway reports that the body is not an object, the directory itself which member is missing.
    ['null', 422, undefined],
    [{}, 422, '/type'],
    [{ type: 'Boolean' }, 422, '/type'],
    [{ type: 'Number', min: '0' }, 422, '/min'],
    [{ type: 'Number', min: 2, max: 1 }, 422, '/max'],
    [{ type: 'Number', decimals: 11 }, 422, '/decimals'],
    [{ type: 'Number', unit: ' ' }, 422, '/unit'],
    [{ type: 'String', unit: 'm' }, 422, '/unit'],
    [{ type: 'String', categories: [{ namespace: 'n', categoryName: 'c' }] }, 422, '/categories'],
    [{ type: 'Category', categories: [] }, 422, '/categories'],
    [{ type: 'Category', categories: [{ namespace: 'n' }] }, 422, '/categories/0/categoryName'],
    [{ type: 'Category', categories: [{ namespace: 'n', categoryName: 'c', color: 'red' }] }, 422, '/categories/0/color'],
    [
      {
        type: 'Category',
        categories: [
          { namespace: 'n', categoryName: 'c' },
          { namespace: 'n', categoryName: 'c' },
        ],
      },
      422,
      '/categories/1',
    ],
    [
      { type: 'Category', categories: Array.from({ length: 501 }, (_, at) => ({ namespace: 'n', categoryName: `c${at}` })) },
      422,
      '/categories',
    ],
    [{ type: 'String', review: 'maybe' }, 422, '/review'],
    [{ type: 'String', onConflict: 'explode' }, 422, '/onConflict'],
    [{ type: 'String', label: 'a\u0000' }, 422, '/label'],
    [{ type: 'String', objectTypes: ['a', 'a'] }, 422, '/objectTypes'],
    [{ type: 'String', workspace: 'south' }, 422, '/workspace'],
  ])('are refused with a place when they are wrong: %j', async (body, status, pointer) => {
    for (const [at, answer] of [
      await call('north', 'PUT', '/groups/north/fields/bad', body),
      await inner('PUT', '/operator/workspaces/north/fields/bad', body === '' ? undefined : body),
    ].entries()) {
      // The gateway reports that the body is empty, the directory itself which member is missing.
      if (body === '') expect(at === 0 ? [400] : [411, 422]).toContain(answer.status);
      else expect(answer).toMatchObject({ status, json: { status, ...(pointer !== undefined && { errors: [{ pointer }] }) } });
    }
  });

  it.each(['%20', '%00', '__proto__', 'x'.repeat(600), '%ED%A0%80'])('are refused for impossible names of fields: %s', async (name) => {
    const { status } = await call('north', 'PUT', `/groups/north/fields/${name}`, { type: 'String' });
    expect([400, 414, 422]).toContain(status);
  });

  it('are checked against values at once, in their own workspace, until they are removed', async () => {
    expect((await call('north', 'PUT', '/groups/north/fields/speed', { type: 'Number', max: 10, onConflict: 'reject' })).status).toBe(200);
    expect((await post('north', number('speed', 11))).json.results[0]).toMatchObject({
      status: 'rejected',
      error: { code: 'field-conflict', pointer: '/0/fieldValues/0/value' },
    });
    expect((await post('south', number('speed', 11))).status).toBe(200);
    expect((await post('north', number('speed', 9))).status).toBe(200);
    const edit = (value: number): Promise<Answer> =>
      call('north', 'PATCH', '/groups/north/externalObjects/north-1', { fieldValues: [number('speed', value)] });
    expect(await edit(11)).toMatchObject({ status: 422, json: { code: 'field-conflict', errors: [{ pointer: '/fieldValues/0/value' }] } });
    expect((await call('north', 'PUT', '/groups/north/fields/speed', { type: 'Number', max: 10, onConflict: 'warn' })).status).toBe(200);
    expect((await post('north', number('speed', 11))).json.results[0]).toMatchObject({
      status: 'updated',
      warnings: [{ code: 'field-conflict', pointer: '/0/fieldValues/0/value' }],
    });
    expect((await edit(12)).json).toMatchObject({
      status: 'updated',
      warnings: [{ code: 'field-conflict', pointer: '/fieldValues/0/value' }],
    });
    expect((await call('north', 'DELETE', '/groups/north/fields/speed')).status).toBe(204);
    expect((await post('north', number('speed', 13))).json.results[0]).not.toHaveProperty('warnings');
  });
});

describe('fields that are not defined', () => {
  const review = async (workspace: 'north' | 'south'): Promise<Map<string, Record<string, unknown>>> =>
    new Map(
      ((await call(workspace, 'GET', `/groups/${workspace}/fields/review`)).json.fields as { name: string }[]).map((field) => [
        field.name,
        field,
      ]),
    );

  it('are offered for review with their sightings, including those from while the directory was away, until they are defined', async () => {
    await directory.stop();
    for (let at = 0; at < 3; at++)
      expect(
        (await post('north', number('unknown', at), { type: 'Category', field: 'mood', value: { namespace: 'n', categoryName: 'good' } }))
          .status,
      ).toBe(200);
    expect((await call('north', 'GET', '/groups/north/fields')).status).toBe(503);
    await directory.restart();
    await vi.waitFor(
      async () =>
        expect((await review('north')).get('unknown')).toMatchObject({
          count: 3,
          conflicts: 0,
          types: { Number: 3 },
          samples: ['0', '1', '2'],
          definition: null,
        }),
      { timeout: 30_000, interval: 500 },
    );
    expect((await post('north', { type: 'String', field: 'unknown', value: 'ten' })).status).toBe(200);
    await vi.waitFor(
      async () => expect((await review('north')).get('unknown')).toMatchObject({ count: 4, types: { Number: 3, String: 1 } }),
      { timeout: 30_000, interval: 500 },
    );
    expect((await review('north')).get('mood')).toMatchObject({ types: { Category: 3 }, samples: ['n/good'] });
    expect([...(await review('south')).keys()]).not.toContain('unknown');
    expect((await call('north', 'PUT', '/groups/north/fields/unknown', { type: 'Number' })).status).toBe(200);
    expect([...(await review('north')).keys()]).not.toContain('unknown');
    expect((await post('north', { type: 'String', field: 'unknown', value: 'ten' })).json.results[0]).toHaveProperty('warnings');
    await vi.waitFor(
      async () => expect((await review('north')).get('unknown')).toMatchObject({ conflicts: 1, definition: { type: 'Number' } }),
      { timeout: 30_000, interval: 500 },
    );
  });

  it('are not offered again when a sighting from before the decision is reported after it', async () => {
    const report = (field: string, conflicts = 0): Promise<Answer> =>
      inner('POST', '/internal/field-sightings', { sightings: [{ ...sighting, workspace: 'north', field, conflicts }] });
    for (const word of ['ignored', 'approved', 'proposed'])
      expect((await call('north', 'PUT', `/groups/north/fields/late-${word}`, { type: 'Number', review: word })).status).toBe(200);
    for (const word of ['ignored', 'approved', 'proposed', 'never']) expect((await report(`late-${word}`)).status).toBe(204);
    const late = async (): Promise<string[]> => [...(await review('north')).keys()].filter((name) => name.startsWith('late-'));
    expect(await late()).toEqual(['late-never', 'late-proposed']);
    for (const word of ['ignored', 'approved']) expect((await report(`late-${word}`, 1)).status).toBe(204);
    expect(await late()).toEqual(['late-approved', 'late-never', 'late-proposed']);
  });

  it('are a 404 in an unknown workspace', async () => {
    for (const path of ['/operator/workspaces/nowhere/fields', '/operator/workspaces/nowhere/fields/review'])
      expect(await inner('GET', path)).toMatchObject({ status: 404, json: { detail: expect.stringContaining('nowhere') } });
  });

  const sighting = {
    workspace: 'south',
    field: 'f',
    count: 1,
    conflicts: 0,
    firstSeen: '2026-11-21T10:00:00Z',
    lastSeen: '2026-11-21T10:00:00Z',
    types: { Number: 1 },
    samples: ['1'],
  };

  it('are added up however often and in whatever order they are reported, up to a maximum of names', async () => {
    const report = (sightings: object[]): Promise<Answer> => inner('POST', '/internal/field-sightings', { sightings });
    expect(
      (
        await report([
          { ...sighting, lastSeen: '2026-11-21T11:00:00Z' },
          { ...sighting, samples: ['2'] },
          { ...sighting, workspace: 'nowhere' },
        ])
      ).status,
    ).toBe(204);
    expect((await report([{ ...sighting, firstSeen: '2026-11-21T09:00:00Z', samples: ['1', '2', '3'] }])).status).toBe(204);
    expect((await review('south')).get('f')).toMatchObject({
      count: 3,
      firstSeen: '2026-11-21T09:00:00.000Z',
      lastSeen: '2026-11-21T11:00:00.000Z',
      types: { Number: 3 },
    });
    const categories = ['n/a', 'n/b', 'n/c', 'n/d', 'n/e'];
    for (const samples of [categories.slice(0, 3), categories.slice(2)])
      expect((await report([{ ...sighting, field: 'categories', types: { Category: 3 }, samples }])).status).toBe(204);
    expect((await review('south')).get('categories')).toMatchObject({
      samples: categories.slice(0, 3),
      categories: ['a', 'b', 'c', 'd', 'e'].map((categoryName) => ({ namespace: 'n', categoryName })),
    });
    expect((await report([{ ...sighting, field: 'note', types: { String: 1 }, samples: ['a\n\tb'] }])).status).toBe(204);
    expect((await review('south')).get('note')).toMatchObject({ samples: ['a\n\tb'] });
    for (let batch = 0; batch < 21; batch++)
      expect((await report(Array.from({ length: 100 }, (_, at) => ({ ...sighting, field: `g${batch * 100 + at}` })))).status).toBe(204);
    expect((await report([sighting])).status).toBe(204);
    let names = 0;
    for (let next: string | null = ''; next !== null;) {
      const page: Answer = await inner('GET', `/operator/workspaces/south/fields/review${next && `?after=${encodeURIComponent(next)}`}`);
      names += page.json.fields.length as number;
      next = page.json.next as string | null;
    }
    expect(names).toBe(2000);
    expect((await review('south')).get('f')).toMatchObject({ count: 4 });
  });

  it.each([
    [{}],
    [[]],
    [{ sightings: {} }],
    [{ sightings: [null] }],
    [{ sightings: [{ ...sighting, count: -1 }] }],
    [{ sightings: [{ ...sighting, field: 'a\u0000' }] }],
    [{ sightings: [{ ...sighting, samples: ['x'.repeat(65)] }] }],
    [{ sightings: [{ ...sighting, samples: ['a\u0007'] }] }],
    [{ sightings: [{ ...sighting, firstSeen: 'soon' }] }],
    [{ sightings: [{ ...sighting, types: null }] }],
    [{ sightings: Array.from({ length: 101 }, () => sighting) }],
  ])('are not taken from what no gateway writes: %#', async (body) => {
    expect((await inner('POST', '/internal/field-sightings', body)).status).toBe(422);
    expect((await send(`${directory.url}/internal/field-sightings`, 'POST', {}, body)).status).toBe(401);
  });

  it('are read on only from a name', async () => {
    for (const after of ['%00', 'x'.repeat(600), 'a&after=b'])
      expect((await call('north', 'GET', `/groups/north/fields/review?after=${after}`)).status).toBe(400);
  });
});

describe('a workspace', () => {
  let database: pg.Client;
  beforeAll(async () => {
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.directory}` });
    await database.connect();
  });
  afterAll(() => database.end());

  it('has at most 1,000 definitions', async () => {
    await database.query(
      `insert into field_definition (workspace, name, definition) select 'south', 'n' || n, '{"type":"String"}'
        from generate_series(1, 1000) n`,
    );
    expect(await call('south', 'PUT', '/groups/south/fields/more', { type: 'String' })).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('1000 field definitions') },
    });
    expect((await call('south', 'PUT', '/groups/south/fields/n7', { type: 'Number' })).status).toBe(200);
    expect((await call('north', 'PUT', '/groups/north/fields/more', { type: 'String' })).status).toBe(200);
  });

  it('that is removed leaves no definition and no sighting behind, and the others theirs', async () => {
    expect((await inner('DELETE', '/operator/workspaces/south')).status).toBe(200);
    await directory.restart();
    const left = async (table: string): Promise<string[]> =>
      (await database.query<{ workspace: string }>(`select distinct workspace from ${table}`)).rows.map(({ workspace }) => workspace);
    await vi.waitFor(async () => expect([await left('field_definition'), await left('field_sighting')]).toEqual([['north'], ['north']]), {
      timeout: 20_000,
      interval: 200,
    });
    const { rows } = await database.query(`select key from state_record where key like 'field:south:%' and body is not null`);
    expect(rows).toEqual([]);
  });
});
