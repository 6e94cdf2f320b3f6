import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { BearerStrategy } from '#identity/bearer-strategy.js';
import { BearerGuard } from '#identity/bearer.js';
import { protectRoutes } from '#identity/route-protection.js';
import { RouteRules } from '#identity/route-rules.js';
import { createKeyPair, type KeyPair } from '#identity/signing-key.js';
import { type MachineTokenOrder, mintToken } from '#identity/token-minting.js';
import { VerifiedTokens } from '#identity/verified-tokens.js';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { answerErrorsWithProblems, installProblems } from '#problems/install-problems.js';

const RULES = { issuer: 'waymark', audience: 'waymark', clockSkewSeconds: 30 };
const order: MachineTokenOrder = {
  tokenId: 'j0',
  subject: 'fleet',
  workspaces: ['ws1', 'ws2'],
  scopes: ['objects:write'],
  expiresInSeconds: 600,
  issuer: 'waymark',
  audience: 'waymark',
};
const now = (): number => Math.floor(Date.now() / 1000);

let server: FastifyInstance;
let port: number;
let pair: KeyPair;
const directory = new DirectoryCopy();
const verified = new VerifiedTokens(3, RULES.clockSkewSeconds);
let bodiesRead = 0;

beforeAll(async () => {
  pair = await createKeyPair();
  const { kid, x, y } = pair.publicJwk as { kid: string; x: string; y: string };
  directory.apply({ key: `signing-key:${kid}`, revision: 1, body: { kid, x, y } });
  for (const id of ['ws1', 'ws2', 'held', 'ending']) {
    directory.apply({
      key: `workspace:${id}`,
      revision: 1,
      body: {
        id,
        name: id,
        formerNames: [],
        plan: 'unlimited',
        createdAt: '',
        status: id === 'held' ? 'suspended' : id === 'ending' ? 'deleting' : 'active',
      },
    });
  }
  directory.markComplete();
  new BearerStrategy(directory, RULES);
  server = fastify(problemFastifyOptions) as unknown as FastifyInstance;
  installProblems(server);
  answerErrorsWithProblems(server);
  const rules = new RouteRules([
    { method: 'POST', path: '/groups/:groupID/things', scope: 'objects:write', summary: 'write' },
    { method: 'GET', path: '/groups/:groupID/things', scope: 'objects:read', summary: 'read' },
    { method: 'GET', path: '/groups/:groupID/kept', scope: 'objects:write', narrowing: 'enforced', summary: 'kept' },
    { method: 'POST', path: '/groups/:groupID/guesses', scope: 'objects:read', changesNothing: true, summary: 'guess' },
    { method: 'DELETE', path: '/groups/:groupID/things', scope: 'objects:write', whileSuspended: true, summary: 'take away' },
    { method: 'GET', path: '/any', scope: 'any', summary: 'any' },
    { method: 'GET', path: '/open', scope: null, summary: 'open' },
    { method: 'GET', path: '/considered', scope: null, tokenConsidered: true, summary: 'considered' },
  ]);
  protectRoutes(server, rules, new BearerGuard(verified, directory), directory);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    bodiesRead += 1;
    done(null, body);
  });
  server.post('/groups/:group/things', (request) => request.caller.subject);
  server.get('/groups/:group/things', (request) => request.caller.subject);
  server.get('/groups/:group/kept', (request) => JSON.stringify(request.caller.narrowing ?? null));
  server.post('/groups/:group/guesses', (request) => request.caller.subject);
  server.delete('/groups/:group/things', (request) => request.caller.subject);
  server.get('/any', (request) => request.caller.subject);
  server.get('/open', () => 'open');
  server.get('/considered', (request) => request.caller?.subject ?? 'nobody');
  server.get('/forgotten', () => 'never');
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

interface Answer {
  status: number;
  challenge: string | undefined;
  text: string;
}

function call(authorization: string | string[] | undefined, path = '/groups/ws1/things', method = 'POST'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = authorization === undefined ? {} : { authorization: authorization as string };
    const sent = httpRequest({ port, method, path, headers: { ...headers, 'content-type': 'text/plain' }, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode!, challenge: answer.headers['www-authenticate'], text }));
    });
    sent.on('error', reject).end(method === 'POST' ? 'body' : undefined);
  });
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = (changes: object = {}): Record<string, unknown> => ({
  iss: 'waymark',
  aud: 'waymark',
  sub: 'fleet',
  jti: 'j1',
  iat: now(),
  nbf: now(),
  exp: now() + 600,
  workspaces: ['ws1'],
  scope: 'objects:write',
  ...changes,
});
async function signed(payload: Record<string, unknown>, header: object = {}, key: JWK = pair.privateJwk): Promise<string> {
  const protectedHeader = { alg: 'ES256', kid: pair.publicJwk.kid, typ: 'JWT', ...header };
  return new SignJWT(payload)
    .setProtectedHeader(protectedHeader as never)
    .sign(await importJWK(key, 'ES256'), { crit: { b64: true } as never });
}

describe('a valid token', () => {
  it('passes, and the second time without a signature check', async () => {
    const token = await mintToken(pair.privateJwk, order);
    const before = verified.size;
    expect(await call(`Bearer ${token}`)).toMatchObject({ status: 200, text: 'fleet' });
    expect(verified.size).toBe(before + 1);
    expect((await call(`bearer  ${token}`)).status).toBe(200);
    expect(verified.size).toBe(before + 1);
  });

  it.each([['JWT'], ['at+jwt'], ['application/at+jwt']])('of typ %s passes', async (typ) => {
    expect((await call(`Bearer ${await signed(claims(), { typ })}`)).status).toBe(200);
  });

  it('may be late or early by the clock skew, not more', async () => {
    expect((await call(`Bearer ${await signed(claims({ exp: now() - 20 }))}`)).status).toBe(200);
    expect((await call(`Bearer ${await signed(claims({ exp: now() - 31 }))}`)).status).toBe(401);
    expect((await call(`Bearer ${await signed(claims({ nbf: now() + 20 }))}`)).status).toBe(200);
    expect((await call(`Bearer ${await signed(claims({ nbf: now() + 35 }))}`)).status).toBe(401);
  });

  it('is forgotten when it has expired', async () => {
    const token = await signed(claims({ exp: now() - 29 }));
    expect((await call(`Bearer ${token}`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const { status, challenge } = await call(`Bearer ${token}`);
    expect([status, challenge]).toEqual([401, 'Bearer realm="waymark", error="invalid_token", error_description="The token has expired"']);
  });

  it('is remembered with a bound', async () => {
    for (let index = 0; index < 5; index += 1) await call(`Bearer ${await signed(claims({ jti: `bound-${index}` }))}`);
    expect(verified.size).toBe(3);
  });
});

describe('an invalid token is 401', () => {
  const publicPem = (): string =>
    createPublicKey({ key: pair.publicJwk as never, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString();
  const hmac = async (secret: Buffer | string, header: object): Promise<string> => {
    const { createHmac } = await import('node:crypto');
    const text = `${base64({ alg: 'HS256', typ: 'JWT', kid: pair.publicJwk.kid, ...header })}.${base64(claims())}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const cases: [string, () => string | Promise<string>][] = [
    ['alg none without signature', () => `${base64({ alg: 'none', typ: 'JWT', kid: pair.publicJwk.kid })}.${base64(claims())}.`],
    ['alg none with signature', () => `${base64({ alg: 'none', typ: 'JWT', kid: pair.publicJwk.kid })}.${base64(claims())}.abc`],
    ['alg NoNe', () => `${base64({ alg: 'NoNe', typ: 'JWT', kid: pair.publicJwk.kid })}.${base64(claims())}.abc`],
    ['HS256 by the public key (PEM)', () => hmac(publicPem(), {})],
    ['HS256 by the public key (JWK)', () => hmac(JSON.stringify(pair.publicJwk), {})],
    ['HMAC under the name ES256', () => hmac(publicPem(), { alg: 'ES256' })],
    ['expired', () => signed(claims({ exp: now() - 3600 }))],
    ['without exp', () => signed(claims({ exp: undefined }))],
    ['exp as text', () => signed(claims({ exp: String(now() + 600) as never }))],
    ['not yet valid', () => signed(claims({ nbf: now() + 3600 }))],
    ['issued in the future', () => signed(claims({ iat: now() + 3600 }))],
    ['another audience', () => signed(claims({ aud: 'stranger' }))],
    ['no audience', () => signed(claims({ aud: undefined }))],
    ['another issuer', () => signed(claims({ iss: 'stranger' }))],
    ['no issuer', () => signed(claims({ iss: undefined }))],
    ['no subject', () => signed(claims({ sub: undefined }))],
    ['no jti', () => signed(claims({ jti: '' }))],
    ['workspaces not an array', () => signed(claims({ workspaces: 'ws1' }))],
    ['a workspace that is no text', () => signed(claims({ workspaces: ['ws1', 2] }))],
    ['no scope', () => signed(claims({ scope: undefined }))],
    ['unknown kid', () => signed(claims(), { kid: 'stranger' })],
    ['kid ../', () => signed(claims(), { kid: '../../dev/null' })],
    ['kid __proto__', () => signed(claims(), { kid: '__proto__' })],
    ['kid a number', () => signed(claims(), { kid: 1 })],
    ['no kid', () => signed(claims(), { kid: undefined })],
    ['typ missing', () => signed(claims(), { typ: undefined })],
    ['typ of another kind', () => signed(claims(), { typ: 'secevent+jwt' })],
    ['jku', () => signed(claims(), { jku: 'https://example.org/keys' })],
    ['jwk', () => signed(claims(), { jwk: pair.publicJwk })],
    ['x5u', () => signed(claims(), { x5u: 'https://example.org/cert' })],
    ['x5c', () => signed(claims(), { x5c: ['abc'] })],
    ['crit', () => signed(claims(), { crit: ['b64'], b64: true })],
    ['another key under our kid', async () => signed(claims(), {}, (await createKeyPair()).privateJwk)],
    [
      'its own key in jwk',
      async () => {
        const own = await createKeyPair();
        return signed(claims(), { jwk: own.publicJwk }, own.privateJwk);
      },
    ],
    [
      'ES384',
      async () => {
        const key = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
        return new SignJWT(claims()).setProtectedHeader({ alg: 'ES384', kid: pair.publicJwk.kid, typ: 'JWT' }).sign(key);
      },
    ],
    [
      'a changed payload',
      async () => {
        const [head, , tail] = (await signed(claims())).split('.');
        return `${head}.${base64(claims({ workspaces: ['ws9'] }))}.${tail}`;
      },
    ],
    [
      'a signature of zeros',
      async () => `${(await signed(claims())).split('.').slice(0, 2).join('.')}.${Buffer.alloc(64).toString('base64url')}`,
    ],
    ['a cut signature', async () => (await signed(claims())).slice(0, -4)],
    ['payload not an object', () => `${base64({ alg: 'ES256', typ: 'JWT', kid: pair.publicJwk.kid })}.${base64('x')}.abcd`],
    ['four parts', async () => `${await signed(claims())}.x`],
    ['no JWT', () => 'hello'],
    ['9,000 characters', () => `${'a'.repeat(3000)}.${'b'.repeat(3000)}.${'c'.repeat(3000)}`],
  ];

  it.each(cases)('%s', async (_name, make) => {
    const { status, challenge, text } = await call(`Bearer ${await make()}`);
    expect(status).toBe(401);
    expect(challenge).toMatch(/^Bearer realm="waymark", error="invalid_token", error_description="[^"]+"$/);
    expect(JSON.parse(text)).toMatchObject({ type: 'urn:waymark:problem:unauthenticated', status: 401 });
    expect(text).not.toMatch(/stranger|expected|eyJ/);
  });

  it.each([['Basic abc'], ['Bearer'], ['Bearer '], ['Token abc'], ['bearer\tabc']])('%s', async (authorization) => {
    expect((await call(authorization)).status).toBe(401);
  });

  it('sent twice, even when both are valid and known', async () => {
    const token = `Bearer ${await mintToken(pair.privateJwk, order)}`;
    expect((await call(token)).status).toBe(200);
    expect((await call([token, token])).status).toBe(401);
    expect((await call(`${token}, ${token}`)).status).toBe(401);
  });

  it('in the query only: as if none was sent, so no error code (RFC 6750, 3.1)', async () => {
    const token = await mintToken(pair.privateJwk, order);
    expect(await call(undefined, `/groups/ws1/things?access_token=${token}`)).toMatchObject({
      status: 401,
      challenge: 'Bearer realm="waymark"',
    });
  });

  it('and its body is not read', async () => {
    const before = bodiesRead;
    await call(undefined);
    await call('Bearer a.b.c');
    expect(bodiesRead).toBe(before);
  });
});

describe('the rights of a token', () => {
  it('is its scopes', async () => {
    const token = `Bearer ${await mintToken(pair.privateJwk, order)}`;
    const { status, challenge } = await call(token, '/groups/ws1/things', 'GET');
    expect([status, challenge]).toEqual([403, 'Bearer realm="waymark", error="insufficient_scope", scope="objects:read"']);
    expect((await call(token, '/groups/ws1/things', 'HEAD')).status).toBe(403);
  });

  it('is its workspaces; any other gives the same answer', async () => {
    const token = `Bearer ${await mintToken(pair.privateJwk, order)}`;
    expect((await call(token, '/groups/ws2/things')).status).toBe(200);
    const others = await Promise.all(
      ['ws3', 'WS1', 'ws1%20', '..%2Fws1', '__proto__', 'x'.repeat(65)].map((id) => call(token, `/groups/${id}/things`)),
    );
    const bodies = new Set(
      others.map(({ status, challenge, text }) => JSON.stringify([status, challenge, { ...JSON.parse(text), requestId: '' }])),
    );
    expect(bodies.size).toBe(1);
    expect(others[0]!.status).toBe(403);
  });

  it('is nothing for a text that cannot be a workspace id, or a scope that does not exist', async () => {
    const odd = `Bearer ${await signed(claims({ workspaces: ['', '../ws2', 'ws1'], scope: 'admin objects:write constructor' }))}`;
    for (const id of ['%2e%2e%2Fws2', '']) expect((await call(odd, `/groups/${id}/things`)).status).toBe(403);
    expect((await call(odd)).status).toBe(200);
  });

  it('is nothing on a route that is not in the table', async () => {
    expect((await call(`Bearer ${await mintToken(pair.privateJwk, order)}`, '/forgotten', 'GET')).status).toBe(403);
  });

  it('does not matter on open routes, unless it is considered', async () => {
    expect((await call('Bearer rubbish', '/open', 'GET')).status).toBe(200);
    expect(await call(undefined, '/considered', 'GET')).toMatchObject({ status: 200, text: 'nobody' });
    expect((await call('Bearer rubbish', '/considered', 'GET')).status).toBe(401);
    expect(await call(`Bearer ${await mintToken(pair.privateJwk, order)}`, '/considered', 'GET')).toMatchObject({
      status: 200,
      text: 'fleet',
    });
  });
});

describe('a narrowed token', () => {
  const narrowed = (claim: unknown): Promise<string> => signed(claims({ narrowed: claim })).then((token) => `Bearer ${token}`);

  it.each([[{ types: ['a'] }], [{ idPrefix: 'x' }], [{ fields: [] }]])(
    '%j is refused where the table does not say that the route keeps to it',
    async (claim) => {
      const token = await narrowed(claim);
      for (const [path, method] of [
        ['/groups/ws1/things', 'POST'],
        ['/any', 'GET'],
      ] as const) {
        const { status, text } = await call(token, path, method);
        expect([status, JSON.parse(text).detail]).toEqual([
          403,
          expect.stringMatching(
            /^The token is limited to (types of objects|an id prefix|fields), and this route does not support such limits/,
          ),
        ]);
      }
      expect(await call(token, '/groups/ws1/kept', 'GET')).toMatchObject({ status: 200, text: JSON.stringify(claim) });
      expect((await call(token, '/considered', 'GET')).status).toBe(200);
    },
  );

  it('learns nothing of another workspace by it', async () => {
    const { text } = await call(await narrowed({ types: ['a'] }), '/groups/ws2/things');
    expect(JSON.parse(text).detail).toBe('The token gives no access to this workspace.');
  });

  it('is not narrowed by an empty claim', async () => {
    expect((await call(await narrowed({}))).status).toBe(200);
  });

  it.each([
    [null],
    ['a'],
    [['a']],
    [{ types: 'a' }],
    [{ types: [1] }],
    [{ idPrefix: 1 }],
    [{ idPrefix: 'a\0' }],
    [{ fields: ['\ud800'] }],
    [{ types: ['a\0'] }],
    [{ areas: ['a'] }],
    [{ types: Array.from({ length: 201 }, () => 'a') }],
  ])('is refused when it cannot be understood: %j', async (claim) => {
    expect((await call(await narrowed(claim), '/groups/ws1/kept', 'GET')).challenge).toContain('The claim narrowed has an unknown form');
  });
});

describe('the state of the directory', () => {
  it('opens only existing workspaces, with the same answer for those that end', async () => {
    const token = `Bearer ${await mintToken(pair.privateJwk, { ...order, workspaces: ['ws1', 'unborn', 'ending'] })}`;
    const [foreign, unborn, ending] = await Promise.all(
      ['ws2', 'unborn', 'ending'].map(async (id) => ({ ...JSON.parse((await call(token, `/groups/${id}/things`)).text), requestId: '' })),
    );
    expect(foreign.status).toBe(403);
    expect(unborn).toEqual(foreign);
    expect(ending).toEqual(foreign);
  });

  it('lets a suspended workspace be read and not written', async () => {
    const token =
      'Bearer ' + `${await mintToken(pair.privateJwk, { ...order, workspaces: ['held'], scopes: ['objects:write', 'objects:read'] })}`;
    expect((await call(token, '/groups/held/things', 'GET')).status).toBe(200);
    expect((await call(token, '/groups/held/guesses')).status).toBe(200);
    const refused = await call(token, '/groups/held/things');
    expect(JSON.parse(refused.text)).toMatchObject({ status: 403, type: 'urn:waymark:problem:workspace-suspended' });
    // Callers with the permission can still call routes that only remove rights.
    expect((await call(token, '/groups/held/things', 'DELETE')).status).toBe(200);
    const reader = `Bearer ${await mintToken(pair.privateJwk, { ...order, workspaces: ['held'], scopes: ['objects:read'] })}`;
    expect((await call(reader, '/groups/held/things', 'DELETE')).challenge).toContain('insufficient_scope');
  });

  it('takes a token back, also one that was verified before', async () => {
    const token = `Bearer ${await mintToken(pair.privateJwk, { ...order, tokenId: 'taken-back' })}`;
    expect((await call(token)).status).toBe(200);
    directory.apply({ key: 'revocation:taken-back', revision: 2, body: { tokenId: 'taken-back', expiresAt: now() + 600 } });
    expect((await call(token)).challenge).toContain('error_description="The token was revoked"');
    // Expired a minute ago: with the gateways' tolerance and differences between clocks, the token may still be accepted somewhere.
    directory.forgetExpired(now() + 660);
    expect((await call(token)).status).toBe(401);
    directory.forgetExpired(now() + 600 + 3601);
    expect((await call(token)).status).toBe(200);
  });

  it('takes back all that a subject was given before a moment', async () => {
    const early = `Bearer ${await signed(claims({ sub: 'person:1', iat: now() - 10 }))}`;
    const late = `Bearer ${await signed(claims({ sub: 'person:1', jti: 'late' }))}`;
    directory.apply({
      key: 'cutoff:person:1',
      revision: 3,
      body: { subject: 'person:1', issuedBefore: now() - 5, expiresAt: now() + 600 },
    });
    expect((await call(early)).status).toBe(401);
    expect((await call(late)).status).toBe(200);
  });

  it('gives a person the scopes of the role in each workspace', async () => {
    const person = {
      tokenId: 'p',
      subject: 'person:2',
      roles: { ws1: 'editor', ws2: 'viewer' },
      operator: false,
      expiresInSeconds: 60,
      issuer: 'waymark',
      audience: 'waymark',
    } as const;
    const token = `Bearer ${await mintToken(pair.privateJwk, person)}`;
    expect((await call(token, '/groups/ws1/things')).status).toBe(200);
    expect((await call(token, '/groups/ws2/things', 'GET')).status).toBe(200);
    expect((await call(token, '/groups/ws2/things')).challenge).toContain('insufficient_scope');
  });

  it('refuses tokens signed by a withdrawn key, even verified ones', async () => {
    const other = await createKeyPair();
    const { kid, x, y } = other.publicJwk as { kid: string; x: string; y: string };
    directory.apply({ key: `signing-key:${kid}`, revision: 4, body: { kid, x, y } });
    const token = `Bearer ${await mintToken(other.privateJwk, order)}`;
    expect((await call(token)).status).toBe(200);
    directory.apply({ key: `signing-key:${kid}`, revision: 5, body: undefined });
    expect((await call(token)).challenge).toContain('unknown');
  });

  it('is not guessed: before it was read, a token is neither valid nor invalid', async () => {
    const unread = new DirectoryCopy();
    const guard = new BearerGuard(verified, unread);
    const request = { raw: { headers: { authorization: 'Bearer a.b.c' }, rawHeaders: ['authorization', 'Bearer a.b.c'] } };
    expect(() => guard.authenticate(request as never, {} as never)).toThrow(expect.objectContaining({ type: 'not-ready' }));
  });
});

describe('minting', () => {
  it('is skipped for texts that cannot be a workspace id', async () => {
    await expect(mintToken(pair.privateJwk, { ...order, workspaces: ['a-b'] })).rejects.toThrow(/alphanumeric/);
  });
});

describe('the table of routes', () => {
  it('has each route once', () => {
    const rule = { method: 'GET', path: '/a/:b', scope: null, summary: '' } as const;
    expect(() => new RouteRules([rule, { ...rule, path: '/a/:c' }])).toThrow(/twice/);
  });
});
