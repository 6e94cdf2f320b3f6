import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { AdoptedWebhookDto } from '#contracts/webhooks/adopted-webhook.dto.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { Problem } from '#problems/problem.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { checkedBody } from '../../src/http/checked-body.js';
import { AddressRules } from '../../src/network/address-rules.js';
import { WebhookSecrets } from '../../src/secrets/webhook-secrets.js';
import { signingSecrets } from '../../src/sending/signing-secrets.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { MovedWebhooks } from '../../src/subscriptions/moved-webhooks.js';
import { Webhooks } from '../../src/subscriptions/webhooks.js';

const MOVE = '5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d';
const TOKEN = { subject: 'token:fleet', tokenId: 'fleet', issuedAt: 1_795_000_000.5 };
const check = compileDto(AdoptedWebhookDto);

/** The tables and the secrets of one installation. */
class Side {
  readonly secrets: WebhookSecrets;
  readonly webhooks: Webhooks;
  readonly moved: MovedWebhooks;
  end = '1';
  /** If set, the feed refuses the filter. */
  refusal: Problem | undefined;
  /** False: the side does not know of the move yet. */
  knowsMove = true;

  constructor(
    readonly pool: Pool,
    name: string,
    maxWebhooks = 100,
  ) {
    this.secrets = new WebhookSecrets(`${name}: a secret that is long enough for everything`);
    const directory = {
      limitsOf: () => ({}) as never,
      workspace: () => (this.knowsMove ? { move: { id: MOVE, state: 'receiving', since: '' } } : undefined) as never,
      movedToken: (id: string) => (id === 'fleet' ? { workspace: 'harbour' } : undefined) as never,
      isRevoked: (id: string) => id === 'revoked',
    };
    const parts = {
      pool,
      feed: { cursorAt: () => (this.refusal === undefined ? Promise.resolve(this.end) : Promise.reject(this.refusal)) },
      secrets: this.secrets,
      directory,
      rules: { allowHttp: false, allowedPorts: undefined, addresses: new AddressRules([]) },
      maxWebhooks,
    };
    this.webhooks = new Webhooks({ ...parts, secretGraceHours: 24 });
    this.moved = new MovedWebhooks(parts);
  }
}

const spaces: TestSpace[] = [];
const pools: Pool[] = [];
let a: Side;
let b: Side;

async function side(name: string, maxWebhooks?: number): Promise<Side> {
  const space = await createTestSpace(name, { topics: false });
  spaces.push(space);
  const at = { url: space.databaseUrl, schema: space.schemas.webhook };
  const dataSource = createDataSource({ ...at, entities: [], migrations: MIGRATIONS });
  await migrate(dataSource);
  await dataSource.destroy();
  const pool = createPool({ ...at, max: 4, applicationName: 'test' });
  pools.push(pool);
  return new Side(pool, name, maxWebhooks);
}

beforeAll(async () => {
  [a, b] = [await side('webhooks from'), await side('webhooks to', 2)];
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await Promise.all(spaces.map((space) => space.close()));
});

/** Like the command: sends the export of one side to the other. */
async function move(): Promise<void> {
  for (const { id, ...webhook } of (await a.moved.kept('harbour', undefined)).webhooks)
    await b.moved.adopt('harbour', id, checkedBody<AdoptedWebhookDto>(check, JSON.parse(JSON.stringify(webhook))));
}

it('takes a webhook over with its id, settings, secrets and pause, sealed by its own key', async () => {
  const made = await a.webhooks.create(TOKEN, 'harbour', {
    url: 'https://hooks.example.com/waymark?key=1',
    filter: { areas: [MOVE], kinds: ['area.entered'] },
    maxChanges: 7,
  });
  const rotated = await a.webhooks.rotateSecret('harbour', made.id);
  await a.pool.query(
    `update webhook set state = 'paused', pause_reason = 'given-up', pause_detail = E'After 9 attempts.\\u0007', paused_at = now()`,
  );
  b.end = '17';
  await move();
  const before = await a.webhooks.find('harbour', made.id);
  const after = await b.webhooks.find('harbour', made.id);
  expect(after).toEqual({
    ...before,
    cursor: '17',
    updatedAt: after.updatedAt,
    paused: { ...before.paused, detail: 'After 9 attempts. ' },
  });
  const row = await b.webhooks.row('harbour', made.id);
  expect(signingSecrets(b.secrets, row)).toEqual([rotated.secret, made.secret]);
  expect(() => signingSecrets(a.secrets, row)).toThrow('KEY_SECRET');
});

it('takes it over again with what has changed since, from the present end of the feed, and drops a message of before', async () => {
  const [{ id } = { id: '' }] = (await a.webhooks.list('harbour', undefined)).webhooks;
  await a.webhooks.change(TOKEN, 'harbour', id, { url: 'https://hooks.example.com/other', description: 'Other', enabled: false });
  await a.webhooks.resume(TOKEN, 'harbour', id);
  await b.pool.query(`insert into pending_message (webhook, message_id, kind, body, changes, next_cursor, made_at)
    select id, 'm', 'changes', '{}', 1, '2', now() from webhook`);
  const { revision } = await b.webhooks.row('harbour', id);
  b.end = '23';
  await move();
  expect(await b.webhooks.find('harbour', id)).toMatchObject({
    description: 'Other',
    state: 'off',
    paused: null,
    cursor: '23',
    failing: null,
  });
  const row = await b.webhooks.row('harbour', id);
  // The instance that delivers it reads it again.
  expect(row.revision).toBeGreaterThan(revision);
  expect(row.message_id).toBe(null);
});

it('a moved token answers for it as before; for people, who are not known here, the move does', async () => {
  const person = await a.webhooks.create({ subject: 'person:1', tokenId: 'login' }, 'harbour', { url: 'https://hooks.example.com/person' });
  await move();
  const [byToken, byPerson] = await Promise.all(
    (await a.webhooks.list('harbour', undefined)).webhooks
      .sort(({ id }) => (id === person.id ? 1 : -1))
      .map(({ id }) => b.webhooks.row('harbour', id)),
  );
  expect(byToken!.answered_for).toEqual(TOKEN);
  expect(byPerson!.answered_for).toEqual({ subject: `move:${MOVE}` });
  expect(byPerson!.created_by).toBe('person:1');
  const order = { secret: b.secrets.create(), createdBy: 'x', createdAt: '2026-01-01T00:00:00Z', url: 'https://hooks.example.com/' };
  // A revoked caller stays the one on whose behalf it sends, so deliveries stay paused.
  await b.moved.adopt('harbour', person.id, { ...order, answeredFor: { subject: 'token:r', tokenId: 'revoked' } });
  expect((await b.webhooks.row('harbour', person.id)).answered_for).toEqual({ subject: 'token:r', tokenId: 'revoked' });
});

const ORDER = { createdBy: 'x', createdAt: '2026-01-01T00:00:00Z', answeredFor: TOKEN, url: 'https://hooks.example.com/' };

it('refuses an id of another workspace, more than may be, an address that may not be called, and what it knows no move of', async () => {
  const secret = b.secrets.create();
  const order = { ...ORDER, secret };
  const [{ id } = { id: '' }] = (await b.webhooks.list('harbour', undefined)).webhooks;
  await expect(b.moved.adopt('other', id, order)).rejects.toMatchObject({ type: 'conflict' });
  expect((await b.webhooks.list('other', undefined)).webhooks).toEqual([]);
  await expect(b.moved.adopt('harbour', randomUUID(), order)).rejects.toThrow('MAX_WEBHOOKS');
  await expect(b.moved.adopt('harbour', id, { ...order, url: 'http://hooks.example.com/' })).rejects.toMatchObject({ type: 'invalid' });
  b.knowsMove = false;
  await expect(b.moved.adopt('harbour', id, order)).rejects.toMatchObject({ type: 'unavailable' });
  const fault = (body: object): Problem => {
    try {
      checkedBody(check, body);
    } catch (error) {
      return error as Problem;
    }
    throw new Error('It was accepted.');
  };
  const refusal = fault({ ...order, secret: `${secret}!` });
  expect(JSON.stringify([refusal.message, refusal.extras])).not.toContain(secret.slice(6));
});

it('names the member of a filter that the feed refuses', async () => {
  const order = { ...ORDER, secret: b.secrets.create(), filter: { ids: ['a'] } };
  const [{ id } = { id: '' }] = (await b.webhooks.list('harbour', undefined)).webhooks;
  const errors = [{ pointer: 'id', detail: 'It is too long.' }];
  b.knowsMove = true;
  b.refusal = new Problem('invalid-parameter', 'id: It is too long.', { errors });
  await expect(b.moved.adopt('harbour', id, order)).rejects.toMatchObject({
    type: 'invalid',
    extras: { errors: [{ pointer: '/filter/ids', detail: 'ids: It is too long.' }] },
  });
});
