import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { BearerStrategy } from '#identity/bearer-strategy.js';
import { BearerGuard } from '#identity/bearer.js';
import type { Caller } from '#identity/caller.js';
import { createKeyPair } from '#identity/signing-key.js';
import { mintToken } from '#identity/token-minting.js';
import { VerifiedTokens } from '#identity/verified-tokens.js';
import { Problem } from '#problems/problem.js';
import { tries } from '#testing/workload/tries.js';

const TOKENS = tries(100_000);

let guard: BearerGuard;
let verified: VerifiedTokens;
let valid: string[];

beforeAll(async () => {
  const pair = await createKeyPair();
  const { kid, x, y } = pair.publicJwk as { kid: string; x: string; y: string };
  const directory = new DirectoryCopy();
  directory.apply({ key: `signing-key:${kid}`, revision: 1, body: { kid, x, y } });
  directory.markComplete();
  new BearerStrategy(directory, { issuer: 'waymark', audience: 'waymark', clockSkewSeconds: 30 });
  verified = new VerifiedTokens(100, 30);
  guard = new BearerGuard(verified, directory);
  const order = { subject: 's', expiresInSeconds: 3600, issuer: 'waymark', audience: 'waymark' };
  valid = [
    await mintToken(pair.privateJwk, { ...order, tokenId: 'machine', workspaces: ['ws1'], scopes: ['objects:read'] }),
    await mintToken(pair.privateJwk, { ...order, tokenId: 'person', roles: { ws1: 'viewer' }, operator: false }),
  ];
});

/** The caller that the token would be accepted for, or the message of its refusal. Any other error is thrown. */
async function judge(token: string): Promise<Caller | string> {
  const request = { headers: { authorization: `Bearer ${token}` }, rawHeaders: ['Authorization', `Bearer ${token}`] };
  try {
    return (await guard.authenticate({ raw: request, ...request } as never, {} as never)) ?? 'no token';
  } catch (error) {
    if (error instanceof Problem && error.type === 'unauthenticated') return error.message;
    throw error;
  }
}

const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (text: string): Record<string, unknown> => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;

/** A valid token with one change. */
const spoiled = fc.tuple(
  fc.nat(1),
  fc.constantFrom('character', 'header', 'claims', 'signature', 'cut', 'swap', 'rubbish'),
  fc.nat(),
  fc.jsonValue(),
  fc.constantFrom(
    'alg',
    'kid',
    'typ',
    'jwk',
    'jku',
    'sub',
    'jti',
    'exp',
    'nbf',
    'iat',
    'iss',
    'aud',
    'scope',
    'workspaces',
    'roles',
    'narrowed',
    '__proto__',
  ),
  fc.string(),
);

function spoil([which, how, at, value, name, text]: [number, string, number, unknown, string, string]): string {
  const token = valid[which]!;
  const [head, body, tail] = token.split('.') as [string, string, string];
  switch (how) {
    case 'character': {
      const place = at % token.length;
      return token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1);
    }
    case 'header':
      return `${segment({ ...decoded(head), [name]: value })}.${body}.${tail}`;
    case 'claims':
      return `${head}.${segment({ ...decoded(body), [name]: value })}.${tail}`;
    case 'signature':
      return `${head}.${body}.${Buffer.from(text.padEnd(64, '\0').slice(0, 64)).toString('base64url')}`;
    case 'cut':
      return token.slice(0, at % token.length);
    case 'swap':
      return `${head}.${valid[1 - which]!.split('.')[1]}.${tail}`;
    default:
      return text;
  }
}

describe('tokens that were tampered with', () => {
  it(`open nothing, and are refused in our words (${TOKENS.toLocaleString('en')} of them)`, { timeout: 120_000 }, async () => {
    for (const token of valid) expect(await judge(token)).toMatchObject({ subject: 's' });
    const reasons = new Set<string>();
    const same = new Set(valid.map((token) => token.split('.').slice(0, 2).join('.')));
    await fc.assert(
      fc.asyncProperty(spoiled, async (change) => {
        const token = spoil(change as never);
        if (valid.includes(token)) return;
        const answer = await judge(token);
        // The last character of a signature has two unused bits, so the same token can be written differently.
        if (typeof answer !== 'string') expect(same.has(token.split('.').slice(0, 2).join('.'))).toBe(true);
        else reasons.add(answer);
      }),
      { numRuns: TOKENS },
    );
    expect(reasons.size).toBeGreaterThan(8);
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z][\w ,.():;<>@+-]{5,120}$/);
    expect(verified.size).toBeLessThanOrEqual(100);
  });
});
