import { createPublicKey, createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BearerGuard } from '#identity/bearer.js';
import { type ForeignIssuer, parseForeignIssuers } from '#identity/foreign-issuer.js';
import { ForeignKeys } from '#identity/foreign-keys.js';
import { ForeignTokens } from '#identity/foreign-tokens.js';
import { VerifiedTokens } from '#identity/verified-tokens.js';

const ISSUER = 'https://login.customer.example';
const OTHER = 'https://login.other.example';
const now = (): number => Math.floor(Date.now() / 1000);

interface Pair {
  publicJwk: JWK;
  privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
}

async function pairOf(kid: string, alg = 'RS256'): Promise<Pair> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { publicJwk: { ...(await exportJWK(publicKey)), kid, alg }, privateKey };
}

let mine: Pair;
let others: Pair;
let tokens: ForeignTokens;
const settingOf = (publicJwk: JWK, more: object = {}): object => ({
  issuer: ISSUER,
  audience: 'waymark',
  algorithms: ['RS256'],
  jwks: { keys: [publicJwk] },
  workspaces: ['harbour', 'quay'],
  scopes: ['objects:read', 'objects:write'],
  workspacesClaim: 'ws',
  scopesClaim: 'scope',
  ...more,
});
const parsed = (...settings: object[]): ForeignIssuer[] => parseForeignIssuers(JSON.stringify(settings));
const withRules = (issuers: ForeignIssuer[]): ForeignTokens => new ForeignTokens(issuers, 30, () => undefined);

beforeAll(async () => {
  [mine, others] = await Promise.all([pairOf('mine'), pairOf('others')]);
  tokens = withRules(parsed(settingOf(mine.publicJwk), settingOf(others.publicJwk, { issuer: OTHER, audience: 'elsewhere' })));
});

interface Forged {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  by?: Pair;
}

const tokenOf = ({ claims = {}, header = {}, by = mine }: Forged = {}): Promise<string> =>
  new SignJWT({
    iss: ISSUER,
    aud: 'waymark',
    sub: 'truck 7',
    iat: now(),
    exp: now() + 600,
    ws: ['harbour'],
    scope: 'objects:read',
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'mine', typ: 'at+jwt', ...header })
    .sign(by.privateKey);

describe('a token of a foreign issuer', () => {
  it('grants what its claims name and the setting allows, with a subject that is never one of ours', async () => {
    const token = await tokenOf({
      claims: { sub: 'person:5f0c7d0e', jti: 'j', ws: ['harbour', 'vault'], scope: 'objects:read operator people:admin' },
    });
    expect(tokens.isIssuerOf(token)).toBe(true);
    const caller = await tokens.verify(token);
    expect([...caller.grants].map(([id, scopes]) => [id, [...scopes]])).toEqual([['harbour', ['objects:read']]]);
    expect([...caller.scopes]).toEqual(['objects:read']);
    expect([caller.subject, caller.tokenId]).toEqual([`${ISSUER}|person:5f0c7d0e`, `${ISSUER}|j`]);
  });

  it('grants nothing if the claims name nothing, and everything if no claims are configured', async () => {
    for (const claims of [{ ws: undefined }, { ws: 7 }, { ws: [] }, { ws: ['HARBOUR'] }])
      expect((await tokens.verify(await tokenOf({ claims }))).grants.size).toBe(0);
    const all = withRules(parsed(settingOf(mine.publicJwk, { workspacesClaim: undefined, scopesClaim: undefined })));
    expect([...(await all.verify(await tokenOf())).grants.keys()]).toEqual(['harbour', 'quay']);
  });

  it('ignores tokens of an unknown issuer, or of ourselves', async () => {
    for (const iss of ['waymark', 'https://evil.example', undefined, 7])
      expect(tokens.isIssuerOf(await tokenOf({ claims: { iss } }))).toBe(false);
    expect(tokens.isIssuerOf('no.token.atall')).toBe(false);
  });

  const hmac = async (): Promise<string> => {
    const pem = createPublicKey({ key: mine.publicJwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    return new SignJWT({ iss: ISSUER, aud: 'waymark', sub: 's', iat: now(), exp: now() + 60 })
      .setProtectedHeader({ alg: 'HS256', kid: 'mine', typ: 'at+jwt' })
      .sign(createSecretKey(Buffer.from(pem)));
  };
  const unsigned = async (): Promise<string> => {
    const [, payload] = (await tokenOf()).split('.');
    return `${Buffer.from(JSON.stringify({ alg: 'none', kid: 'mine', typ: 'at+jwt' })).toString('base64url')}.${payload}.AAAA`;
  };
  it.each<[string, () => Promise<string>, string]>([
    ['for another audience', () => tokenOf({ claims: { aud: 'elsewhere' } }), 'another audience'],
    ['signed by the key of another issuer that is set', () => tokenOf({ by: others, header: { kid: 'others' } }), 'unknown'],
    ['signed by another key under the right kid', () => tokenOf({ by: others }), 'signature'],
    ['of the other issuer, signed by this key', () => tokenOf({ claims: { iss: OTHER, aud: 'elsewhere' } }), 'unknown'],
    ['with alg none', unsigned, 'must be signed'],
    ['with HS256 by the public key', hmac, 'must be signed'],
    ['that brings its key along', () => tokenOf({ header: { jwk: mine.publicJwk } }), 'not allowed'],
    ['that says where its key is', () => tokenOf({ header: { jku: 'https://evil.example/keys' } }), 'not allowed'],
    ['that names no key', () => tokenOf({ header: { kid: undefined } }), 'does not name its key'],
    ['that names a key that is not known', () => tokenOf({ header: { kid: '../mine' } }), 'unknown'],
    ['of another type', () => tokenOf({ header: { typ: 'logout+jwt' } }), 'type of the token must be'],
    ['that has expired', () => tokenOf({ claims: { iat: now() - 900, exp: now() - 60 } }), 'expired'],
    ['that is not valid yet', () => tokenOf({ claims: { nbf: now() + 60 } }), 'not valid yet'],
    ['without exp', () => tokenOf({ claims: { exp: undefined } }), 'lacks'],
    ['without sub', () => tokenOf({ claims: { sub: undefined } }), 'lacks'],
    ['that lives for a year', () => tokenOf({ claims: { exp: now() + 31_536_000 } }), 'at most'],
  ])('%s is refused', async (_name, forge, expected) => {
    await expect(tokens.verify(await forge())).rejects.toThrow(expected);
  });
});

describe('keys from an address', () => {
  let server: Server;
  let url: string;
  let answer: (response: ServerResponse) => void;
  const reports: string[] = [];
  beforeAll(async () => {
    server = createServer((_request, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const keysOf = (): ForeignKeys =>
    new ForeignKeys({ issuer: ISSUER, keys: { url } }, (_issuer, error) => reports.push(String((error as Error).message)));
  const give = (...keys: JWK[]) => (answer = (response) => void response.end(JSON.stringify({ keys })));

  it('exist after a fetch; a removed one is counted, so that tokens verified by it are forgotten', async () => {
    const keys = keysOf();
    expect(() => keys.find('mine')).toThrow('unknown');
    give(mine.publicJwk, others.publicJwk);
    await keys.fetch();
    expect(keys.find('mine')).toBeTypeOf('function');
    give(others.publicJwk);
    await keys.fetch();
    expect(keys.removed).toBe(1);
    expect(() => keys.find('mine')).toThrow('unknown');
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => void response.writeHead(500).end()],
    ['a page', (response) => void response.end('<html>')],
    ['no keys', (response) => void response.end('{"keys":[]}')],
    ['keys without end', (response) => void response.end(`{"keys":[${'{},'.repeat(60)}{}]}`)],
    ['a megabyte, though of keys', (response) => void response.end(JSON.stringify({ keys: [mine.publicJwk] }) + ' '.repeat(1_048_576))],
    ['a redirect', (response) => void response.writeHead(302, { location: url }).end()],
  ])('stay as they were when the address gives %s', async (_name, wrong) => {
    const keys = keysOf();
    give(mine.publicJwk);
    await keys.fetch();
    const before = reports.length;
    answer = wrong;
    await keys.fetch();
    expect([reports.length, keys.removed]).toEqual([before + 1, 0]);
    expect(keys.find('mine')).toBeTypeOf('function');
  });

  it('are looked for again when a token names another one, but not for every token', async () => {
    let fetched = 0;
    answer = (response) => {
      fetched += 1;
      response.end(JSON.stringify({ keys: [mine.publicJwk] }));
    };
    const keys = keysOf();
    for (let n = 0; n < 50; n += 1) expect(() => keys.find('unheard-of')).toThrow('unknown');
    await expect.poll(() => fetched).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fetched).toBe(1);
  });
});

describe('the guard', () => {
  const directory = { complete: true, keysRemoved: 0, isRevoked: (_id: string, subject: string) => subject.endsWith('|banned') };
  const ask = (guard: BearerGuard, token: string) =>
    guard.authenticate({ raw: { headers: { authorization: `Bearer ${token}` }, rawHeaders: ['authorization', ''] } } as never, {} as never);

  it('takes tokens of both, remembers them, and forgets when a foreign key is gone', async () => {
    let verified = 0;
    let keysRemoved = 0;
    const foreign = {
      isIssuerOf: (token: string) => tokens.isIssuerOf(token),
      verify: (token: string) => ((verified += 1), tokens.verify(token)),
      get keysRemoved() {
        return keysRemoved;
      },
    };
    const guard = new BearerGuard(new VerifiedTokens(10, 30), directory, [foreign]);
    const token = await tokenOf();
    expect((await ask(guard, token))?.subject).toBe(`${ISSUER}|truck 7`);
    expect((await ask(guard, token))?.subject).toBe(`${ISSUER}|truck 7`);
    expect(verified).toBe(1);
    keysRemoved = 1;
    await ask(guard, token);
    expect(verified).toBe(2);
  });

  it('answers 401 with the reason, also for a subject that was cut off', async () => {
    const guard = new BearerGuard(new VerifiedTokens(10, 30), directory, [tokens]);
    for (const [claims, expected] of [
      [{ aud: 'elsewhere' }, 'another audience'],
      [{ sub: 'banned' }, 'revoked'],
    ] as const) {
      await expect(ask(guard, await tokenOf({ claims }))).rejects.toMatchObject({
        status: 401,
        detail: expect.stringContaining(expected) as string,
      });
    }
  });
});

describe('FOREIGN_ISSUERS', () => {
  it('may be a file, and its keys too', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waymark-issuers-'));
    try {
      writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: [mine.publicJwk] }));
      writeFileSync(
        join(folder, 'issuers.json'),
        JSON.stringify([settingOf(mine.publicJwk, { jwks: undefined, jwksFile: join(folder, 'keys.json') })]),
      );
      expect(parseForeignIssuers(join(folder, 'issuers.json'))[0]).toMatchObject({
        issuer: ISSUER,
        keys: { set: { keys: [{ kid: 'mine' }] } },
      });
      expect(parseForeignIssuers(' ')).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each<[string, object, string]>([
    ['an issuer that is no address', { issuer: 'waymark' }, 'issuer must be'],
    ['a shared secret', { algorithms: ['HS256'] }, 'algorithms must be'],
    ['no algorithm', { algorithms: [] }, 'algorithms must be'],
    ['the scope of operators', { scopes: ['operator'] }, 'scopes must be'],
    ['no workspaces', { workspaces: undefined }, 'workspaces must be'],
    ['two sources of keys', { jwksUrl: 'https://a.example' }, 'exactly one'],
    ['keys without TLS', { jwks: undefined, jwksUrl: 'http://a.example/keys' }, 'https'],
    ['a misspelt name', { audiance: 'x' }, 'audiance is not a known property'],
  ])('refuses %s', (_name, more, expected) => {
    expect(() => parsed(settingOf(mine.publicJwk, more))).toThrow(expected);
  });

  it('refuses a repeated issuer, and a value that is no array', () => {
    expect(() => parsed(settingOf(mine.publicJwk), settingOf(mine.publicJwk))).toThrow('twice');
    expect(() => parseForeignIssuers('[1]')).toThrow('entry 0');
  });
});
