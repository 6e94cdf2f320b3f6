import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '#stack/processes/free-port.js';
import { type RunningService, startService } from '#testing/running-service.js';
import type { RunningStack } from '#testing/running-stack.js';
import { giveBack, sharedStack } from '#testing/shared-stack.js';
import type { TestSpace } from '#testing/test-space.js';
import { at, type WriteClient, writeClient } from './write-client.js';

let space: TestSpace;
let stack: RunningStack;
let own: WriteClient;
let other: WriteClient;
let second: WriteClient;
let secondGateway: RunningService | undefined;

beforeAll(async () => {
  ({ space, stack } = await sharedStack('updates'));
  own = writeClient(stack.gateways[0]!.url, await space.token({ workspaces: ['updatesOwn'] }), 'updatesOwn');
  secondGateway = await startService(
    'gateway',
    space.environment('gateway', { PORT: String((await freePorts(1))[0]), INSTANCE_ID: 'second' }),
  );
  second = writeClient(secondGateway.url, await space.token({ workspaces: ['updatesOwn'] }), 'updatesOwn');
  other = writeClient(secondGateway.url, await space.token({ workspaces: ['updatesOther'] }), 'updatesOther');
});

afterAll(async () => {
  await secondGateway?.stop();
  giveBack();
});

describe('the outcome of a call', () => {
  it('is 200 when all was applied, in the order of the array, also twice the same id', async () => {
    const { status, json } = await own({ body: [at('a'), at('a', { observedAt: '2020-01-01T00:00:00+02:00' }), at('b')] });
    expect(status).toBe(200);
    expect(json.results).toEqual([
      { index: 0, externalId: 'a', status: 'created', revision: 1 },
      { index: 1, externalId: 'a', status: 'updated', revision: 2, stale: true },
      { index: 2, externalId: 'b', status: 'created', revision: 1 },
    ]);
    expect(json.operationId).toMatch(/^[0-9a-f-]{36}-[0-9a-f]{10}$/);
  });

  it('is 207 when some elements were applied, 403 when all are foreign, 422 when none was applied', async () => {
    await own({ body: [at('mine')] });
    const some = await other({
      body: [
        at('mine'),
        at('theirs'),
        { externalId: 'x', locationUpdates: {} },
        { externalId: 'y', fieldValues: [{ type: 'Number', field: 'n', value: 1 }] },
      ],
    });
    expect(some.status).toBe(207);
    expect(some.json.results.map((result: { error?: { code: string } }) => result.error?.code)).toEqual([
      'belongs-to-another-workspace',
      undefined,
      'invalid',
      'first-update-needs-location',
    ]);
    expect(some.json.results[2].error.pointer).toBe('/2/locationUpdates');
    expect((await other({ body: [at('mine')] })).status).toBe(403);
    expect((await other({ body: [at('mine'), { externalId: 'z' }] })).status).toBe(422);
    const nothing = await own({ body: [null, [], { externalId: ' ' }] });
    expect(nothing.status).toBe(422);
    expect(nothing.json).toMatchObject({
      operationId: null,
      results: [{ index: 0, externalId: null, status: 'rejected', error: { code: 'invalid', pointer: '/0' } }, {}, {}],
    });
  });

  it('refuses all when one is invalid and handling=strict', async () => {
    const { status, headers, json } = await own({ headers: { prefer: 'handling=strict' }, body: [at('strict'), { externalId: 'e' }] });
    expect(status).toBe(422);
    expect(headers['preference-applied']).toBe('handling=strict');
    expect(json.errors).toEqual([{ pointer: '/1', code: 'empty-update', detail: expect.any(String) }]);
    expect((await own({ body: [at('strict')] })).json.results[0]).toMatchObject({ status: 'created' });
  });

  it('can be looked up after 202, at any gateway', async () => {
    const { status, headers, json } = await own({ headers: { prefer: 'respond-async' }, body: [at('later'), { externalId: 'bad' }] });
    expect(status).toBe(202);
    expect(headers['preference-applied']).toBe('respond-async');
    const path = headers['location']!.replace('/groups/updatesOwn', '');
    await expect
      .poll(async () => (await second({ method: 'GET', path })).json, { timeout: 10_000 })
      .toMatchObject({
        operationId: json.operationId,
        status: 'complete',
        results: [{ status: 'created' }, { status: 'rejected', error: { code: 'empty-update' } }],
      });
    const madeUp = path.slice(0, -1) + (path.endsWith('0') ? '1' : '0');
    expect((await own({ method: 'GET', path: madeUp })).status).toBe(404);
    expect((await other({ method: 'GET', path })).status).toBe(404);
  });
});

describe('an Idempotency-Key', () => {
  it('never applies twice and answers with the first outcomes, at another gateway too', async () => {
    const headers = { 'idempotency-key': 'key-1' };
    const body = [at('once'), { externalId: 'once', fieldValues: [] }];
    const first = await own({ headers, body });
    expect(first.status).toBe(207);
    const again = await second({ headers, body });
    expect(again.status).toBe(207);
    expect(again.json).toEqual(first.json);
    expect((await own({ body: [at('once')] })).json.results[0].revision).toBe(2);
  });

  it('is one operation also when both calls run at the same time', async () => {
    const call = { headers: { 'idempotency-key': 'key-2' }, body: [at('race-1'), at('race-2'), at('race-3')] };
    const answers = await Promise.all([own(call), second(call), own(call), second(call)]);
    for (const { status, json } of answers) expect({ status, json }).toEqual({ status: 200, json: answers[0]!.json });
    expect((await own({ body: [at('race-1')] })).json.results[0].revision).toBe(2);
  });

  it('is left free by a call that is refused as a whole', async () => {
    const headers = { 'idempotency-key': 'key-strict' };
    const strict = { ...headers, prefer: 'handling=strict' };
    const body = [at('k-strict'), { externalId: 'e' }];
    expect((await own({ headers: strict, body })).status).toBe(422);
    expect((await own({ headers, body: [{ externalId: 'e' }] })).json).toMatchObject({ operationId: null });
    const first = await second({ headers, body });
    expect([first.headers['waymark-position'], first.headers['idempotency-replayed']]).toEqual([first.json.operationId, undefined]);
    expect(first).toMatchObject({ status: 207, json: { results: [{ status: 'created', revision: 1 }, { status: 'rejected' }] } });
    expect((await own({ headers: strict, body })).json).toMatchObject({
      type: 'urn:waymark:problem:invalid',
      detail: expect.stringContaining('nothing of this call was applied'),
    });
    const again = await own({ headers, body });
    expect(again.json).toEqual(first.json);
    expect([again.headers['waymark-position'], again.headers['idempotency-replayed']]).toEqual([first.json.operationId, 'true']);
    expect((await own({ headers: strict, body: [at('k-strict')] })).json.type).toBe('urn:waymark:problem:idempotency-key-reused');
  });

  it('is refused with another body, twice in a call, and blank', async () => {
    await own({ headers: { 'idempotency-key': 'key-3' }, body: [at('k3')] });
    const reused = await second({ headers: { 'idempotency-key': 'key-3' }, body: [at('k4')] });
    expect([reused.status, reused.json.type]).toEqual([422, 'urn:waymark:problem:idempotency-key-reused']);
    expect((await own({ headers: { 'idempotency-key': ['a', 'b'] }, body: [at('k5')] })).status).toBe(400);
    expect((await own({ headers: { 'idempotency-key': '' }, body: [at('k5')] })).status).toBe(400);
  });
});

describe('an edit', () => {
  it('changes, clears and guards by revision', async () => {
    await own({ body: [at('edited', { initialExternalObject: { title: 'first' } })] });
    const path = '/externalObjects/edited';
    const edited = await own({
      method: 'PATCH',
      path,
      headers: { 'content-type': 'application/merge-patch+json', 'if-match': '"1"' },
      body: { title: 'second', type: null },
    });
    expect(edited.status).toBe(200);
    expect(edited.json).toMatchObject({ externalId: 'edited', status: 'updated', revision: 2 });
    expect([edited.headers['etag'], edited.headers['waymark-position']]).toEqual(['"2"', edited.json.operationId]);
    expect((await own({ method: 'PATCH', path, headers: { 'if-match': '"1"' }, body: { title: 'third' } })).status).toBe(412);
    expect(await own({ method: 'PATCH', path, headers: { 'if-match': 'W/"1"' }, body: { title: 'third' } })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: 'If-Match', detail: 'must be one revision in double quotes, or *' }] },
    });
    const wrong = await own({ method: 'PATCH', path, body: { titel: 'x' } });
    expect([wrong.status, wrong.json.errors]).toEqual([422, [{ pointer: '/titel', detail: '"titel" is not a property of this request.' }]]);
    const untitled = await own({ method: 'PATCH', path, body: { title: 5 } });
    expect([untitled.status, untitled.json.errors]).toEqual([
      422,
      [{ pointer: '/title', detail: 'title must be a string (or null, which clears it).' }],
    ]);
    expect((await own({ method: 'PATCH', path, body: { contentElements: [{ id: 'a' }] } })).json.errors).toEqual([
      { pointer: '/contentElements/0/kind', detail: 'kind is missing; the names here are "id".' },
    ]);
    expect((await own({ method: 'PATCH', path: '/externalObjects/nowhere', body: { title: 'x' } })).status).toBe(404);
    expect((await other({ method: 'PATCH', path, body: { title: 'x' } })).status).toBe(404);
    expect((await own({ path: `${path}/archive` })).json).toMatchObject({ status: 'updated', revision: 3 });
    expect((await own({ path: `${path}/restore`, body: {} })).json).toMatchObject({ status: 'updated', revision: 4 });
    expect((await own({ path: `${path}/restore`, body: { a: 1 } })).status).toBe(422);
  });
});

describe('a body', () => {
  const body = Buffer.from(JSON.stringify([at('coded')]));
  const sent = (coding: string, bytes: Buffer) =>
    own({ headers: { 'content-encoding': coding }, body: bytes }).then(({ status }) => status);

  it('may be gzip, deflate or br', async () => {
    expect(await sent('gzip', gzipSync(body))).toBe(200);
    expect(await sent('GZIP', gzipSync(body))).toBe(200);
    expect(await sent('deflate', deflateSync(body))).toBe(200);
    expect(await sent('br', brotliCompressSync(body))).toBe(200);
  });

  it.each(['gzip', 'deflate', 'br'])('is refused when %s is cut or followed by junk', async (coding) => {
    const packed = coding === 'gzip' ? gzipSync(body) : coding === 'deflate' ? deflateSync(body) : brotliCompressSync(body);
    expect(await sent(coding, packed.subarray(0, packed.length - 5))).toBe(400);
    expect(await sent(coding, Buffer.concat([packed, Buffer.from('junk')]))).toBe(400);
  });

  it('is bounded once inflated, and not inflated for a stranger', async () => {
    const bomb = gzipSync(Buffer.alloc(128 * 1024 * 1024, 0x20));
    expect(await sent('gzip', bomb)).toBe(413);
    expect((await own({ headers: { authorization: 'Bearer x', 'content-encoding': 'gzip' }, body: bomb })).status).toBe(401);
    expect((await own({ body: Buffer.alloc(4 * 1024 * 1024 + 1, 0x20) })).status).toBe(413);
    expect(await sent('deflate', deflateRawSync(body))).toBe(400);
    expect(await sent('gzip,gzip', gzipSync(gzipSync(body)))).toBe(415);
    expect(await sent('zstd', body)).toBe(415);
  });

  it.each([
    ['', 400],
    ['null', 400],
    ['{}', 400],
    ['"x"', 400],
    ['[', 400],
    ['[1,]', 400],
    ['[] []', 400],
    ['[NaN]', 400],
    ['[/**/]', 400],
    ['\ufeff[]', 400],
    ['['.repeat(100_000), 400],
    ['[{"externalId":"a","externalId":"b"}]', 400],
    ['[]', 422],
    ['[{"__proto__":{}}]', 422],
    [`[${Array.from({ length: 1001 }, () => '1').join()}]`, 422],
  ])('%.20s is %i', async (text, status) => {
    const answer = await own({ body: text });
    expect(answer.status).toBe(status);
  });

  it('names line and column', async () => {
    const { json } = await own({ body: '[\n  {"externalId": "a",\n   "externalId": "b"}]' });
    expect(json).toMatchObject({ type: 'urn:waymark:problem:malformed-json', line: 3, column: 4 });
  });

  it('applies 1,000 updates of one object in order', async () => {
    const { status, json } = await own({ body: Array.from({ length: 1000 }, () => at('thousand')) });
    expect(status).toBe(200);
    expect(json.results.map((result: { revision: number }) => result.revision)).toEqual(
      Array.from({ length: 1000 }, (_, index) => index + 1),
    );
  });

  it.each([
    ['application/json; charset="UTF-8"', 200],
    ['application/vnd.waymark+json', 200],
    ['text/plain', 415],
    ['application/json;charset=utf-16', 415],
  ])('of type %s is %i', async (type, status) => {
    expect((await own({ headers: { 'content-type': type }, body: [at('typed')] })).status).toBe(status);
  });

  it('may name its type in the header ContentType, as the specification spells it', async () => {
    const { Authorization, ...headers } = { Authorization: '', 'content-type': [] as string[], ContentType: 'application/json' };
    expect(Authorization).toBe('');
    expect((await own({ headers, body: [at('spelt')] })).status).toBe(200);
    // curl adds its own type to a body when no Content-Type was given.
    expect(
      (
        await own({
          headers: { 'content-type': 'application/x-www-form-urlencoded', ContentType: 'application/json' },
          body: [at('spelt')],
        })
      ).status,
    ).toBe(200);
    expect((await own({ headers: { 'content-type': 'text/plain', ContentType: 'application/json' }, body: [at('spelt')] })).status).toBe(
      415,
    );
  });
});
