import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { JWK } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { MovedTokens } from '#identity/moved-tokens.js';
import { createKeyPair } from '#identity/signing-key.js';
import { mintToken } from '#identity/token-minting.js';

const rules = { issuer: 'waymark', audience: 'waymark', clockSkewSeconds: 30 };
let theirs: { publicJwk: JWK; privateJwk: JWK };
let tokens: MovedTokens;
const mint = (tokenId: string, more: object = {}): Promise<string> =>
  mintToken(theirs.privateJwk, {
    tokenId,
    subject: 'person:1',
    workspaces: ['harbour', 'vault'],
    scopes: ['objects:write', 'operator'],
    expiresInSeconds: 600,
    issuer: 'waymark',
    audience: 'waymark',
    ...more,
  });

beforeAll(async () => {
  theirs = await createKeyPair();
  const key = createPublicKey({ key: theirs.publicJwk as JsonWebKey, format: 'jwk' });
  tokens = new MovedTokens(
    {
      movedKey: (kid) => (kid === theirs.publicJwk.kid ? key : undefined),
      movedToken: (id) =>
        id === 'known' ? { workspace: 'harbour', scopes: ['objects:read', 'operator'], narrowed: { idPrefix: 'crane-' } } : undefined,
    },
    rules,
  );
});

it('a moved token opens its workspace and has the scopes that were taken over, whatever it says', async () => {
  const token = await mint('known');
  expect(tokens.isIssuerOf(token)).toBe(true);
  const caller = await tokens.verify(token);
  expect([...caller.grants].map(([id, scopes]) => [id, [...scopes]])).toEqual([['harbour', ['objects:read']]]);
  expect(caller).toMatchObject({ subject: 'token:known', tokenId: 'known', narrowing: { idPrefix: 'crane-' } });
  expect([...caller.scopes]).toEqual(['objects:read']);
});

it('a token that the other installation made later, one that has expired and one for another audience are refused', async () => {
  await expect(tokens.verify(await mint('later'))).rejects.toThrow('not moved here');
  await expect(tokens.verify(await mint('known', { issuedAt: 1_700_000_000 }))).rejects.toThrow('expired');
  await expect(tokens.verify(await mint('known', { audience: 'elsewhere' }))).rejects.toThrow('not valid');
});

it('a token of an unknown key, or with a signature of another one, is not accepted', async () => {
  const other = await createKeyPair();
  const forged = await mintToken(
    { ...other.privateJwk, kid: theirs.publicJwk.kid },
    {
      tokenId: 'known',
      subject: 'x',
      workspaces: ['harbour'],
      scopes: ['objects:read'],
      expiresInSeconds: 600,
      issuer: 'waymark',
      audience: 'waymark',
    },
  );
  await expect(tokens.verify(forged)).rejects.toThrow('not valid');
  expect(
    tokens.isIssuerOf(
      await mintToken(other.privateJwk, {
        tokenId: 'known',
        subject: 'x',
        workspaces: [],
        scopes: [],
        expiresInSeconds: 600,
        issuer: 'waymark',
        audience: 'waymark',
      }),
    ),
  ).toBe(false);
});
