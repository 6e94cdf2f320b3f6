import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { topicName } from '#kafka/topics/topics.js';
import { freePorts } from '#stack/processes/free-port.js';
import { readTopic } from '#testing/oracle/read-topic.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { WebhookReceiver } from '#testing/webhook-receiver.js';

/** Whole services and a receiver that fails, is slow, hangs, redirects and says that it is gone. */
const SETTINGS = {
  ALLOW_HTTP: 'true',
  ALLOWED_PORTS: '*',
  ALLOWED_NETWORKS: '127.0.0.0/8',
  RETRY_FIRST_MS: '40',
  RETRY_LONGEST_SECONDS: '1',
  ANSWER_TIMEOUT_MS: '400',
  LEASE_MS: '1000',
  DELIVERIES_OF_A_WORKSPACE: '4',
};
const WAIT = { timeout: 15_000, interval: 30 };
let space: TestSpace;
let receiver: WebhookReceiver;
let gateway: RunningService;
/** Two instances of the service that share the webhooks. */
let workers: RunningService[];
const others: RunningService[] = [];

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  space = await createTestSpace('webhooks', { workspaces: ['hung', 'prompt', 'flaky', 'alone', 'limited'] });
  const [port] = await freePorts(1);
  const first = space.environment('webhook-service', { ...SETTINGS, INSTANCE_ID: 'first' });
  const second = { ...first, PORT: String(port), INSTANCE_ID: 'second' };
  others.push(
    ...(await Promise.all((['object-service', 'projection-service'] as const).map((name) => startService(name, space.environment(name))))),
  );
  workers = await Promise.all([first, second].map((environment) => startService('webhook-service', environment)));
  gateway = await startService('gateway', space.environment('gateway'));
});
afterAll(async () => {
  for (const worker of workers ?? []) worker.signal('SIGCONT');
  await gateway?.stop();
  await Promise.all([...(workers ?? []), ...others].map((service) => service.stop()));
  await receiver?.close();
  await space?.close();
});

interface Webhook {
  id: string;
  secret: string;
  state: string;
  paused: { reason: string; detail: string } | null;
  failing: { lastError: string; attempts: number } | null;
  cursor: string;
  formerSecretUntil: string | null;
}

async function call<T = Webhook>(method: string, path: string, token: string, body?: unknown): Promise<{ status: number; json: T }> {
  const answer = await fetch(gateway.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, json: (text === '' ? null : JSON.parse(text)) as T };
}

const tokens = new Map<string, Promise<string>>();
const tokenOf = (workspace: string): Promise<string> => {
  const token = tokens.get(workspace) ?? space.token({ workspaces: [workspace] });
  tokens.set(workspace, token);
  return token;
};

/** Makes one that is sent to the path, and lets the receiver know its secret. */
async function hook(workspace: string, path: string, more: object = {}): Promise<Webhook> {
  const { status, json } = await call('POST', `/groups/${workspace}/webhooks`, await tokenOf(workspace), {
    url: receiver.url + path,
    ...more,
  });
  expect([status, json]).toEqual([201, expect.anything()]);
  receiver.knows(path, json.secret);
  return json;
}

const at = (workspace: string, id: string, what = ''): string => `/groups/${workspace}/webhooks/${id}${what}`;
const read = async (workspace: string, id: string): Promise<Webhook> =>
  (await call('GET', at(workspace, id), await tokenOf(workspace))).json;

async function post(workspace: string, ids: readonly string[], type?: string): Promise<void> {
  const elements = ids.map((externalId) => ({
    externalId: `${workspace}-${externalId}`,
    locationUpdate: { newPosition: { lat: 1, lon: 2 } },
    ...(type !== undefined && { initialExternalObject: { type } }),
  }));
  expect((await call('POST', `/groups/${workspace}/externalObjects`, await tokenOf(workspace), elements)).status).toBe(200);
}

const expected = (workspace: string, ids: readonly string[], revisions: number): string[] =>
  ids.flatMap((id) => Array.from({ length: revisions }, (_, n) => `${workspace}-${id}@${n + 1}`)).sort();

/** Each object's revisions in the order in which they came. */
function orders(changes: readonly string[]): Record<string, number[]> {
  const byObject: Record<string, number[]> = {};
  for (const change of changes) (byObject[change.split('@')[0]!] ??= []).push(Number(change.split('@')[1]));
  return byObject;
}

describe('deliveries', () => {
  it(
    'arrive at least once, in order per object, signed, though the receiver fails and is slow and a ' +
      'service is killed and another one stalls',
    { timeout: 120_000 },
    async () => {
      const ids = Array.from({ length: 20 }, (_, n) => `o${n}`);
      const path = '/flaky';
      receiver.behave(path, (n, response) => {
        if (n % 4 === 1) {
          response.writeHead(n % 8 === 1 ? 500 : 429, { 'retry-after': '0' }).end('not now');
          return 'answered';
        }
        // Too late: the message is taken, but the service gets no answer.
        return n % 7 === 2 ? 'late' : 'take';
      });
      await hook('flaky', path, { maxChanges: 7, filter: { idPrefix: 'flaky-' } });
      const rounds = 8;
      for (let round = 0; round < rounds; round++) {
        await post('flaky', ids);
        if (round === 2) workers[0]!.signal('SIGKILL');
        if (round === 4) {
          await workers[0]!.restart();
          workers[1]!.signal('SIGSTOP');
          setTimeout(() => workers[1]!.signal('SIGCONT'), 2000);
        }
      }
      await vi.waitFor(() => expect(new Set(receiver.changesOf(path)).size).toBe(ids.length * rounds), { timeout: 90_000, interval: 50 });
      const changes = receiver.changesOf(path);
      // Once each: who drops a message whose id was seen has nothing twice, for a message never changes.
      expect(changes.toSorted()).toEqual(expected('flaky', ids, rounds));
      for (const revisions of Object.values(orders(changes))) expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
      expect(receiver.forged).toEqual([]);
    },
  );

  it('of one workspace are not held up by receivers of another one that hang', async () => {
    receiver.behave('/hung', () => 'hang');
    for (let n = 0; n < 8; n++) await hook('hung', '/hung');
    await hook('prompt', '/prompt');
    await post('hung', ['a']);
    await vi.waitFor(() => expect(receiver.calls.get('/hung')).toBeGreaterThanOrEqual(4), WAIT);
    // More than an object's way to the readers, which the service of webhooks reads from.
    const delays: number[] = [];
    for (let n = 0; n < 10; n++) {
      const before = performance.now();
      await post('prompt', ['p']);
      const shown = vi.waitFor(
        async () => {
          const { json } = await call<{ revision: number }>('GET', '/groups/prompt/externalObjects/prompt-p', await tokenOf('prompt'));
          expect(json.revision).toBe(n + 1);
          return performance.now() - before;
        },
        { timeout: 15_000, interval: 5 },
      );
      await vi.waitFor(() => expect(receiver.changesOf('/prompt')).toContain(`prompt-p@${n + 1}`), { timeout: 15_000, interval: 5 });
      delays.push(receiver.of('/prompt').at(-1)!.at - before - (await shown));
    }
    expect(Math.max(...delays)).toBeLessThan(1000);
    const hung = async () => (await call<{ webhooks: Webhook[] }>('GET', '/groups/hung/webhooks', await tokenOf('hung'))).json.webhooks;
    await vi.waitFor(
      async () => expect((await hung()).map(({ failing }) => failing?.lastError)).toContain('The receiver did not answer in time.'),
      WAIT,
    );
  });
});

describe('a webhook', () => {
  const workspace = 'alone';

  it('is paused by 410 at once, says why, also in the access log, and continues from there when it is resumed', async () => {
    receiver.behave('/gone', (n, response) => {
      if (n > 1) return 'take';
      response.writeHead(410).end('x'.repeat(5000));
      return 'answered';
    });
    const { id } = await hook(workspace, '/gone');
    await post(workspace, ['g']);
    await vi.waitFor(
      async () =>
        expect(await read(workspace, id)).toMatchObject({
          state: 'paused',
          paused: { reason: 'gone', detail: 'The receiver answered 410 Gone.' },
        }),
      WAIT,
    );
    await post(workspace, ['g']);
    await sleep(300);
    expect(receiver.calls.get('/gone')).toBe(1);
    const { deliveries } = (
      await call<{ deliveries: { outcome: string; status: number; answer: string }[] }>(
        'GET',
        at(workspace, id, '/deliveries'),
        await tokenOf(workspace),
      )
    ).json;
    expect(deliveries).toMatchObject([{ outcome: 'gone', status: 410, answer: 'x'.repeat(1024) }]);
    await vi.waitFor(
      async () =>
        expect(
          (await readTopic(space.kafka, topicName(space.prefix, 'access.events'))).some(({ value }) =>
            String(value).includes(`"target":"webhook:${id} gone"`),
          ),
        ).toBe(true),
      WAIT,
    );
    expect((await call('POST', at(workspace, id, '/resume'), await tokenOf(workspace))).json).toMatchObject({
      state: 'active',
      paused: null,
    });
    await vi.waitFor(() => expect(receiver.changesOf('/gone')).toEqual(['alone-g@1', 'alone-g@2']), WAIT);
  });

  it('follows no redirect, and says so', async () => {
    receiver.behave('/moved', (_n, response) => {
      response.writeHead(307, { location: `${receiver.url}/secret` }).end();
      return 'answered';
    });
    const { id } = await hook(workspace, '/moved');
    const { json } = await call<{ outcome: string; error: string; status: number }>(
      'POST',
      at(workspace, id, '/test'),
      await tokenOf(workspace),
    );
    expect(json).toMatchObject({ outcome: 'failed', status: 307, error: expect.stringContaining('redirects are not followed') as string });
    expect(receiver.calls.get('/secret')).toBeUndefined();
    expect((await call('DELETE', at(workspace, id), await tokenOf(workspace))).status).toBe(204);
  });

  it('signs with both secrets while the former one has its grace', async () => {
    const { id, secret } = await hook(workspace, '/rotated');
    const rotated = (await call('POST', at(workspace, id, '/rotate-secret'), await tokenOf(workspace))).json;
    expect([rotated.secret === secret, rotated.formerSecretUntil]).toEqual([false, expect.any(String)]);
    receiver.knows('/rotated', secret, rotated.secret);
    // Again where the receiver, which is on the same machine, did not answer in time.
    await vi.waitFor(
      async () =>
        expect((await call<{ outcome: string }>('POST', at(workspace, id, '/test'), await tokenOf(workspace))).json).toMatchObject({
          outcome: 'delivered',
          status: 204,
        }),
      WAIT,
    );
    expect([new Set(receiver.of('/rotated').map(({ type }) => type)), receiver.forged]).toEqual([new Set(['waymark.webhook.test.v1']), []]);
    expect(JSON.stringify(await read(workspace, id))).not.toContain('whsec_');
    await call('DELETE', at(workspace, id), await tokenOf(workspace));
  });

  it('replays from the beginning, a time and a cursor of the public feed, and keeps its place under another filter', async () => {
    const { id } = await hook(workspace, '/replayed', { filter: { types: ['crane'] } });
    await post(workspace, ['r1'], 'crane');
    await post(workspace, ['r2'], 'truck');
    await vi.waitFor(() => expect(receiver.changesOf('/replayed')).toEqual(['alone-r1@1']), WAIT);
    // A truck came before, and is not sent behind.
    expect(
      (await call('PUT', at(workspace, id), await tokenOf(workspace), { url: `${receiver.url}/replayed`, filter: { types: ['truck'] } }))
        .json,
    ).toMatchObject({ state: 'active' });
    await post(workspace, ['r2']);
    await vi.waitFor(() => expect(receiver.changesOf('/replayed').at(-1)).toBe('alone-r2@2'), WAIT);
    const replay = async (from: string): Promise<string[]> => {
      receiver.taken.delete('/replayed');
      expect((await call('POST', at(workspace, id, '/replay'), await tokenOf(workspace), { from })).status).toBe(200);
      await vi.waitFor(() => expect(receiver.changesOf('/replayed').at(-1)).toBe('alone-r2@2'), WAIT);
      return receiver.changesOf('/replayed');
    };
    expect(await replay('earliest')).toEqual(['alone-r2@1', 'alone-r2@2']);
    const feed = (
      await call<{ cursor: string }>('GET', `/groups/${workspace}/changes?cursor=earliest&kind=created`, await tokenOf(workspace))
    ).json;
    await post(workspace, ['r2']);
    await vi.waitFor(() => expect(receiver.changesOf('/replayed').at(-1)).toBe('alone-r2@3'), WAIT);
    receiver.taken.delete('/replayed');
    expect((await call('POST', at(workspace, id, '/replay'), await tokenOf(workspace), { from: feed.cursor })).status).toBe(200);
    await vi.waitFor(() => expect(receiver.changesOf('/replayed')).toEqual(['alone-r2@3']), WAIT);
    expect(
      (await call<{ type: string }>('POST', at(workspace, id, '/replay'), await tokenOf(workspace), { from: `${feed.cursor}x` })).json,
    ).toMatchObject({ type: 'urn:waymark:problem:invalid-cursor' });
    receiver.taken.delete('/replayed');
    expect((await call('POST', at(workspace, id, '/replay'), await tokenOf(workspace), { from: '2001-01-01T00:00:00Z' })).status).toBe(200);
    await vi.waitFor(() => expect(receiver.changesOf('/replayed')).toEqual(['alone-r2@1', 'alone-r2@2', 'alone-r2@3']), WAIT);
    await call('DELETE', at(workspace, id), await tokenOf(workspace));
  });

  it('sends nothing of an object that was erased while its message waited, but that it was erased', async () => {
    let attempts = 0;
    receiver.behave('/erased', (_n, response) => {
      attempts++;
      response.writeHead(503).end();
      return 'answered';
    });
    const { id } = await hook(workspace, '/erased', { filter: { idPrefix: 'alone-e' } });
    await post(workspace, ['e1', 'e2']);
    await vi.waitFor(async () => expect(await read(workspace, id)).toMatchObject({ state: 'failing' }), WAIT);
    expect((await call('DELETE', `/groups/${workspace}/externalObjects/alone-e1`, await tokenOf(workspace))).status).toBe(200);
    await vi.waitFor(
      async () =>
        expect(
          (await call<{ erasedAt?: string }>('GET', `/groups/${workspace}/externalObjects/alone-e1`, await tokenOf(workspace))).json,
        ).toHaveProperty('erasedAt'),
      WAIT,
    );
    // The next attempt may have left the service before the erasure; the one after it has not.
    const before = attempts;
    await vi.waitFor(() => expect(attempts).toBeGreaterThanOrEqual(before + 2), WAIT);
    receiver.behave('/erased', () => 'take');
    await vi.waitFor(() => expect(receiver.changesOf('/erased').sort()).toEqual(['alone-e1@2', 'alone-e2@1']), WAIT);
    expect((await call('DELETE', at(workspace, id), await tokenOf(workspace))).status).toBe(204);
  });

  it('reports changes that are no longer stored, and continues with the oldest one', async () => {
    const { id } = await hook(workspace, '/gap', { enabled: false });
    await post(workspace, ['lost']);
    const database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
    await database.connect();
    await vi.waitFor(
      async () => expect((await call('GET', `/groups/${workspace}/externalObjects/alone-lost`, await tokenOf(workspace))).status).toBe(200),
      WAIT,
    );
    await database.query(
      'insert into feed_floor select partition, next_offset from partition_offset on conflict (partition) ' +
        'do update set first_offset = excluded.first_offset',
    );
    await database.end();
    // Steps that readers share are kept for two seconds.
    await sleep(2_100);
    await call('PUT', at(workspace, id), await tokenOf(workspace), { url: `${receiver.url}/gap` });
    await vi.waitFor(() => expect(receiver.of('/gap').map(({ type }) => type)).toEqual(['waymark.feed.gap.v1']), WAIT);
    expect(receiver.of('/gap')[0]!.data).toMatchObject({
      reason: 'The changes before this cursor are no longer stored, or the installation was put back to an earlier time.',
      resynchronise: { snapshot: '/groups/alone/externalObjects?snapshot=true&includeArchived=true' },
    });
    await post(workspace, ['kept']);
    await vi.waitFor(() => expect(receiver.changesOf('/gap')).toEqual(['alone-kept@1']), WAIT);
    expect((await call('DELETE', at(workspace, id), await tokenOf(workspace))).status).toBe(204);
  });

  it("sends nothing while its workspace is suspended, and is paused when its maker's token is taken back", async () => {
    const record = { id: 'limited', name: 'limited', formerNames: [], plan: 'few', createdAt: '2026-01-01T00:00:00.000Z' };
    const put = (status: string) => ({ key: 'workspace:limited', revision: Date.now(), body: { ...record, status } });
    await space.directory([{ key: 'plan:few', revision: 5, body: { name: 'few', limits: { webhooks: 1 } } }, put('active')]);
    const { id } = await hook('limited', '/held');
    await vi.waitFor(
      async () =>
        expect(await call('POST', '/groups/limited/webhooks', await tokenOf('limited'), { url: `${receiver.url}/held` })).toMatchObject({
          status: 409,
          json: { detail: expect.stringContaining('the plan of the workspace allows 1') as string },
        }),
      WAIT,
    );
    await post('limited', ['h']);
    await vi.waitFor(() => expect(receiver.changesOf('/held')).toEqual(['limited-h@1']), WAIT);
    receiver.behave('/held', (_n, response) => {
      response.writeHead(503).end();
      return 'answered';
    });
    await post('limited', ['h']);
    await vi.waitFor(async () => expect(await read('limited', id)).toMatchObject({ state: 'failing' }), WAIT);
    await space.directory([put('suspended')]);
    await vi.waitFor(
      async () => expect((await call('PATCH', '/groups/limited/externalObjects/x', await tokenOf('limited'), {})).status).toBe(403),
      WAIT,
    );
    await sleep(1500);
    const calls = receiver.calls.get('/held');
    await sleep(1100);
    expect(receiver.calls.get('/held')).toBe(calls);
    receiver.behave('/held', () => 'take');
    await space.directory([put('active')]);
    await vi.waitFor(() => expect(receiver.changesOf('/held')).toEqual(['limited-h@1', 'limited-h@2']), WAIT);
    const { jti, exp } = JSON.parse(Buffer.from((await tokenOf('limited')).split('.')[1]!, 'base64url').toString()) as {
      jti: string;
      exp: number;
    };
    await space.directory([{ key: `revocation:${jti}`, revision: Date.now(), body: { tokenId: jti, expiresAt: exp } }]);
    tokens.delete('limited');
    await post('limited', ['h']);
    await vi.waitFor(
      async () => expect(await read('limited', id)).toMatchObject({ state: 'paused', paused: { reason: 'creator-right-gone' } }),
      WAIT,
    );
    expect(receiver.changesOf('/held')).toHaveLength(2);
  });

  it('is received by the example, once each, and by nobody who forges', async () => {
    const [port] = await freePorts(1);
    const url = `http://127.0.0.1:${port}/`;
    const { json } = await call('POST', `/groups/${workspace}/webhooks`, await tokenOf(workspace), { url });
    const example = spawn(process.execPath, ['examples/receive-webhook.mjs'], {
      env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: json.secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let printed = '';
      example.stdout.on('data', (text: Buffer) => (printed += text.toString()));
      await vi.waitFor(() => expect(printed).toContain('Waiting at'), WAIT);
      const forged = await fetch(url, {
        method: 'POST',
        body: '{"data":{"changes":[{"externalId":"forged","revision":1}]}}',
        headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,AAAA' },
      });
      expect(forged.status).toBe(400);
      await post(workspace, ['shown']);
      await post(workspace, ['shown']);
      await call('POST', at(workspace, json.id, '/replay'), await tokenOf(workspace), { from: 'earliest' });
      await vi.waitFor(() => expect(printed).toContain('alone-shown @2 waymark.object.updated.v1'), WAIT);
      expect([printed.split('alone-shown @1').length, printed.split('alone-shown @2').length, printed.includes('forged')]).toEqual([
        2,
        2,
        false,
      ]);
    } finally {
      if (example.exitCode === null) await Promise.all([once(example, 'exit'), example.kill('SIGKILL')]);
      await call('DELETE', at(workspace, json.id), await tokenOf(workspace));
    }
  });

  it('is refused for an address that leads inside, or is not written as it is', async () => {
    const inside = [
      'http://10.0.0.1/',
      'https://169.254.169.254/latest/meta-data',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::ffff:10.0.0.1]/',
      'ftp://example.com/',
      'https://user:pw@example.com/',
      'http://example.com/#x',
    ];
    const token = await tokenOf(workspace);
    const statuses = await Promise.all(
      inside.map(async (url) => [url, (await call('POST', `/groups/${workspace}/webhooks`, token, { url })).status]),
    );
    expect(statuses).toEqual(inside.map((url) => [url, 422]));
    const unknownKind = await call('POST', `/groups/${workspace}/webhooks`, token, {
      url: `${receiver.url}/x`,
      filter: { kinds: ['created', 'moved'] },
    });
    expect(unknownKind).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/filter/kinds/1', detail: expect.stringMatching(/^Entry 1 must be one of created, /) as string }] },
    });
  });

  it('is refused for a filter or a beginning that the feed does not have, with its place in the body', async () => {
    const token = await tokenOf(workspace);
    const refusal = async (settings: object): Promise<unknown> => {
      const answer = await call<{ type: string; errors: { pointer: string }[] }>('POST', `/groups/${workspace}/webhooks`, token, {
        url: `${receiver.url}/x`,
        ...settings,
      });
      return [answer.status, answer.json.type.split(':').at(-1), answer.json.errors.map(({ pointer }) => pointer)];
    };
    expect(await refusal({ mode: 'state', filter: { kinds: ['created'] } })).toEqual([422, 'invalid', ['/filter/kinds']]);
    expect(await refusal({ filter: { bbox: [1, 50, 3, 4] } })).toEqual([422, 'invalid', ['/filter/bbox']]);
    expect(await refusal({ filter: { areas: ['depot'], fields: ['speed'] } })).toEqual([422, 'invalid', ['/filter/fields']]);
    expect(await refusal({ from: '2026-13-01T00:00:00Z' })).toEqual([422, 'invalid', ['/from']]);
    expect(await refusal({ from: 'tomorrow' })).toEqual([400, 'invalid-cursor', ['/from']]);
  });
});
