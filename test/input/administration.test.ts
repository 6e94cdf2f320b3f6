import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { mintToken } from '#identity/token-minting.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '#stack/services/service-environment.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { DIRECTORY_ROUTES } from '../../apps/gateway/src/routes/directory-routes.js';
import { SAMPLE_BODIES } from '../end-to-end/sample-bodies.js';

/** Bad bodies for every route of the directory that takes one, made from its sample: a route that is added takes part. */
let space: TestSpace;
let stack: RunningStack;
let tokens: { operator: string; admin: string; person: string };

beforeAll(async () => {
  space = await createTestSpace('bad-administration', { workspaces: ['mine'] });
  stack = await startStack(space, { directories: 1, objectServices: 1 });
  tokens = {
    operator: await mintToken(space.keys.privateJwk, {
      tokenId: randomUUID(),
      subject: 'person:operator',
      roles: {},
      operator: true,
      expiresInSeconds: 600,
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
    }),
    person: '',
    admin: await space.token({ workspaces: ['mine'], scopes: WORKSPACE_SCOPES }),
  };
  const made = await send(routeOf('createWorkspace'), JSON.stringify({ id: 'mine' }));
  expect(made.status).toBe(201);
  const move = { ...routeOf('moveWorkspace'), path: '/operator/workspaces/arriving/move' };
  expect((await send(move, JSON.stringify({ id: randomUUID(), state: 'receiving' }))).status).toBeLessThan(300);
  // Until the gateway knows of it.
  await vi.waitFor(async () => expect((await send(routeOf('adoptView'), '{}')).status).toBe(422), { timeout: 15_000 });
  const person = JSON.parse((await send(routeOf('createPerson'), JSON.stringify({ email: 'somebody@example.org' }))).text) as {
    subject: string;
  };
  tokens.person = await mintToken(space.keys.privateJwk, {
    tokenId: randomUUID(),
    subject: person.subject,
    roles: { mine: 'admin' },
    operator: false,
    expiresInSeconds: 600,
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
  });
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});

type Route = (typeof DIRECTORY_ROUTES)[number];
const routeOf = (wanted: string): Route => DIRECTORY_ROUTES.find(({ name }) => name === wanted)!;
const taking = DIRECTORY_ROUTES.filter(({ body }) => body !== undefined).map((route) => ({
  ...route,
  title: `${route.method} ${route.path}`,
}));
const PARAMETERS: Readonly<Record<string, string>> = { groupID: 'mine', workspaceId: 'mine', plan: 'spoiled' };

async function send(
  route: Route,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; type: string }> {
  const parameters = route.whileReceiving ? { ...PARAMETERS, workspaceId: 'arriving' } : PARAMETERS;
  const path = route.path.replace(/:([A-Za-z]+)/g, (_all, name: string) => parameters[name] ?? '00000000-0000-4000-8000-000000000000');
  const token =
    route.scope === 'operator' ? tokens.operator : route.scope === 'any' || route.ofPeople === true ? tokens.person : tokens.admin;
  const answer = await fetch(stack.url + path, {
    method: route.method,
    body: body as string,
    headers: { 'content-type': 'application/json', ...(route.scope !== null && { authorization: `Bearer ${token}` }), ...headers },
  });
  return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') ?? '' };
}

const LEAKS = /\bat .+\.(js|ts):\d+|node_modules|ECONN|select .* from |insert into|violates|kafka|postgres|x-waymark-internal|ajv|fastify/i;

function expectProblem({ status, text, type }: { status: number; text: string; type: string }, expected: string): void {
  expect([expected, status >= 400 && status < 500, text.slice(0, 300)]).toEqual([expected, true, text.slice(0, 300)]);
  expect([expected, type]).toEqual([expected, 'application/problem+json']);
  const problem = JSON.parse(text) as { type: string; detail?: string; requestId: string; errors?: { pointer: string }[] };
  expect(problem).toMatchObject({ type: expect.stringMatching(/^urn:waymark:problem:/), requestId: expect.any(String) });
  expect([expected, LEAKS.test(text)]).toEqual([expected, false]);
}

type Spoiled = [what: string, body: unknown, pointer: string];

/** One value at a time replaced by what does not belong there, and a property that nobody knows in each object. */
function* spoil(value: unknown, path: readonly (string | number)[], put: (value: unknown) => unknown): Generator<Spoiled> {
  const pointer = path.map((part) => `/${part}`).join('');
  for (const other of [null, true, 7.5, 'x\u0000y', '\ud800', '', 'y'.repeat(100_000), [], {}, [[[[]]]]]) {
    if (typeof other === typeof value && typeof value !== 'string' && Array.isArray(other) === Array.isArray(value)) continue;
    yield [`${pointer || 'the body'} as ${JSON.stringify(other).slice(0, 20)}`, put(other), pointer];
  }
  if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* spoil(item, [...path, at], (changed) => put(value.with(at, changed)));
  else if (typeof value === 'object' && value !== null) {
    yield [`${pointer}/unheardOf`, put({ ...value, unheardOf: 1 }), `${pointer}/unheardOf`];
    for (const [name, item] of Object.entries(value)) yield* spoil(item, [...path, name], (changed) => put({ ...value, [name]: changed }));
  }
}

describe.each(taking)('$title', (route) => {
  const sample = SAMPLE_BODIES[route.name];

  it.runIf(route.takes !== undefined && sample !== undefined)('refuses values that do not belong into its body, saying where', async () => {
    let refused = 0;
    for (const [what, body, pointer] of spoil(sample, [], (value) => value)) {
      const answer = await send(route, JSON.stringify(body));
      // Optional members may be null or empty in places; nothing may fail.
      if (answer.status < 300) continue;
      expectProblem(answer, what);
      refused += 1;
      const errors = (JSON.parse(answer.text) as { errors?: { pointer: string }[] }).errors;
      if (what.endsWith('unheardOf')) expect([what, answer.status, errors?.[0]?.pointer]).toEqual([what, 422, pointer]);
    }
    expect(refused).toBeGreaterThan(5);
  });

  it('refuses bodies that are no JSON, not UTF-8, too deep, too large or of another type', async () => {
    const bodies: [string, string | Buffer, Record<string, string>][] = [
      ['cut off', '{"name":', {}],
      ['not JSON', 'name=x', {}],
      ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}],
      ['deep', '['.repeat(20_000) + ']'.repeat(20_000), {}],
      ['large', `{"name":"${'z'.repeat(600_000)}"}`, {}],
      ['a form', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['gzip that is none', 'abc', { 'content-encoding': 'gzip' }],
      ['an encoding that is not known', 'abc', { 'content-encoding': 'zstd' }],
      ['a prototype', '{"__proto__":{"operator":true}}', {}],
    ];
    for (const [what, body, headers] of bodies) {
      const answer = await send(route, body, headers);
      if (answer.status < 300) expect([what, route.takes]).toEqual([what, undefined]);
      else expectProblem(answer, what);
    }
  });
});

const addressed = DIRECTORY_ROUTES.filter(({ path, query }) => path.includes(':') || query !== undefined).map((route) => ({
  ...route,
  title: `${route.method} ${route.path}`,
}));

describe.each(addressed)('$title', (route) => {
  it('refuses odd addresses, and never fails on them', async () => {
    const names = [...route.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]!).filter((name) => name !== 'groupID');
    const body = route.body === undefined ? undefined : JSON.stringify(SAMPLE_BODIES[route.name] ?? {});
    const token =
      route.scope === 'operator' ? tokens.operator : route.scope === 'any' || route.ofPeople === true ? tokens.person : tokens.admin;
    const ask = async (path: string) => {
      const answer = await fetch(stack.url + path, {
        method: route.method,
        body,
        redirect: 'manual',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(route.scope !== null && { authorization: `Bearer ${token}` }),
        },
      });
      const text = await answer.text();
      expect([
        path.slice(0, 120),
        answer.status < 500 || (answer.status === 503 && route.path.startsWith('/auth/oidc')),
        text.slice(0, 200),
      ]).toEqual([path.slice(0, 120), true, text.slice(0, 200)]);
      expect([path.slice(0, 120), LEAKS.test(text)]).toEqual([path.slice(0, 120), false]);
    };
    const pathWith = (changed?: string, value = ''): string =>
      route.path.replace(/:([A-Za-z]+)/g, (_all, name: string) =>
        name === changed ? value : (PARAMETERS[name] ?? '00000000-0000-4000-8000-000000000000'),
      );
    const odd = ['%00', 'a%00b', '%F0%9F%90%8B', '%2e%2e%2f', "'%3B--", 'x'.repeat(3000), '%25', '__proto__', '-1', '%EF%BF%BF'];
    for (const name of names) for (const value of odd) await ask(pathWith(name, value));
    for (const name of Object.keys(route.query ?? {}))
      for (const value of ['', ...odd, `1&${name}=2`, `&${name}[a]=1`]) await ask(`${pathWith()}?${name}=${value}`);
  });
});
