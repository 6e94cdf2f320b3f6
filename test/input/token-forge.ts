import { createHmac, randomUUID } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '#stack/services/service-environment.js';
import { createTokenKeys, type TokenKeys } from '#testing/token-keys.js';
import type { TokenForge } from './input-case.js';

const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Makes right and wrong tokens for one workspace from the service's own key and from a stranger's. */
export async function createTokenForge(keys: TokenKeys, workspace: string): Promise<TokenForge> {
  const stranger = await createTokenKeys();
  const kid = keys.privateJwk.kid!;
  const claims = (more: Record<string, unknown> = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const all = {
      iss: TOKEN_ISSUER,
      aud: TOKEN_AUDIENCE,
      sub: 'input',
      jti: randomUUID(),
      iat: now,
      nbf: now,
      exp: now + 3600,
      workspaces: [workspace],
      scope: 'objects:write objects:read feed:read',
      ...more,
    };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  };
  const sign = async (jwk: JWK, payload: Record<string, unknown>, header: Record<string, unknown>) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
      .sign(await importJWK(jwk, 'ES256'), { crit: { exp2: false } });
  return {
    valid: await sign(keys.privateJwk, claims(), {}),
    signed: (more, header = {}) => sign(keys.privateJwk, claims(more), header),
    stranger: (header = {}) => sign(stranger.privateJwk, claims(), header),
    unsigned: (header) => `${segment({ typ: 'at+jwt', kid, ...header })}.${segment(claims())}.`,
    hmacByPublicKey: () => {
      const text = `${segment({ alg: 'HS256', typ: 'at+jwt', kid })}.${segment(claims())}`;
      return `${text}.${createHmac('sha256', JSON.stringify(keys.publicJwk)).update(text).digest('base64url')}`;
    },
  };
}
