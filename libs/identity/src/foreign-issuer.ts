import { readFileSync } from 'node:fs';
import type { JSONWebKeySet } from 'jose';
import { type Scope, WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { isWorkspaceId } from './workspace-id.js';

/** Only asymmetric algorithms: with a shared secret, every verifier could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

/**
 * Another issuer whose access tokens are accepted in addition to our own. All rules are fixed for each issuer; the token chooses none (RFC
 * 8725).
 */
export interface ForeignIssuer {
  /** Claim `iss`, a URL. */
  readonly issuer: string;
  /** Required claim `aud`. */
  readonly audience: string;
  readonly algorithms: readonly string[];
  /** Header `typ`, in lower case. */
  readonly types: ReadonlySet<string>;
  readonly keys: { readonly set: JSONWebKeySet } | { readonly url: string };
  /** Workspaces and scopes are the most that its tokens can have. */
  readonly workspaces: readonly string[];
  readonly scopes: readonly Scope[];
  /** Claims that limit these rights, each an array of texts or a blank-separated text; undefined: every token has all of them. */
  readonly workspacesClaim: string | undefined;
  readonly scopesClaim: string | undefined;
  /** Maximum time between `iat` and `exp`. */
  readonly maxSeconds: number;
}

const KNOWN = [
  'issuer',
  'audience',
  'algorithms',
  'types',
  'jwks',
  'jwksFile',
  'jwksUrl',
  'workspaces',
  'scopes',
  'workspacesClaim',
  'scopesClaim',
  'maxSeconds',
];
const DAY_S = 86_400;

/**
 * Parses the setting FOREIGN_ISSUERS: a JSON array, or the name of a file that contains one; empty: none.
 * @throws Error that says which entry is wrong and why
 */
export function parseForeignIssuers(text: string): ForeignIssuer[] {
  if (text.trim() === '') return [];
  const given = JSON.parse(text.trimStart().startsWith('[') ? text : readFileSync(text.trim(), 'utf8')) as unknown;
  if (!Array.isArray(given)) throw new Error('must be a JSON array of issuers');
  const issuers = given.map((each, at) => {
    try {
      return issuerOf(each as Record<string, unknown>);
    } catch (error) {
      throw new Error(`entry ${at}: ${(error as Error).message}`, { cause: error });
    }
  });
  const names = issuers.map(({ issuer }) => issuer);
  if (new Set(names).size < names.length) throw new Error('names an issuer twice');
  return issuers;
}

function issuerOf(given: Record<string, unknown>): ForeignIssuer {
  if (typeof given !== 'object' || given === null) throw new Error('must be an object');
  const unknown = Object.keys(given).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown} is not a known property; the existing ones are ${KNOWN.join(', ')}`);
  const { issuer, audience, workspacesClaim, scopesClaim, maxSeconds = DAY_S } = given;
  // Must be a URL, because no subject of ours looks like one (`person:…`, `token:…`).
  if (typeof issuer !== 'string' || !/^https?:\/\//.test(issuer) || issuer.length > 200)
    throw new Error('issuer must be an address, https://…');
  if (typeof audience !== 'string' || audience === '') throw new Error('audience must be a text');
  if (!Number.isSafeInteger(maxSeconds) || (maxSeconds as number) < 60) throw new Error('maxSeconds must be a whole number from 60');
  const workspaces = textsOf(given, 'workspaces');
  const wrong = workspaces.find((id) => !isWorkspaceId(id));
  if (wrong !== undefined) throw new Error('workspaces must be ids of workspaces');
  return {
    issuer,
    audience,
    algorithms: textsOf(given, 'algorithms', ALGORITHMS),
    types: new Set((given.types === undefined ? ['at+jwt', 'jwt'] : textsOf(given, 'types')).map((type) => type.toLowerCase())),
    keys: keysOf(given),
    workspaces,
    scopes: textsOf(given, 'scopes', WORKSPACE_SCOPES) as Scope[],
    workspacesClaim: optionalName(workspacesClaim, 'workspacesClaim'),
    scopesClaim: optionalName(scopesClaim, 'scopesClaim'),
    maxSeconds: maxSeconds as number,
  };
}

function keysOf({ jwks, jwksFile, jwksUrl }: Record<string, unknown>): ForeignIssuer['keys'] {
  if ([jwks, jwksFile, jwksUrl].filter((each) => each !== undefined).length !== 1)
    throw new Error('has exactly one of jwks, jwksFile, jwksUrl');
  if (jwksUrl !== undefined) {
    const url = typeof jwksUrl === 'string' && URL.canParse(jwksUrl) ? new URL(jwksUrl) : undefined;
    if (
      url === undefined ||
      !(url.protocol === 'https:' || (url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)))
    )
      throw new Error('jwksUrl must be an address with https');
    return { url: url.href };
  }
  const set = (jwks ?? JSON.parse(readFileSync(String(jwksFile), 'utf8'))) as JSONWebKeySet;
  return { set: checkedKeySet(set) };
}

const MAX_KEYS = 50;

/** @throws Error if it is not a JWK Set (RFC 7517, 5), or not a plausible one */
export function checkedKeySet(set: unknown): JSONWebKeySet {
  const keys = (set as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_KEYS) throw new Error(`a JWK Set has 1…${MAX_KEYS} keys`);
  return { keys: keys.filter((key): key is JSONWebKeySet['keys'][number] => typeof key === 'object' && key !== null) };
}

function textsOf(given: Record<string, unknown>, name: string, among?: readonly string[]): string[] {
  const texts = given[name];
  const fits =
    Array.isArray(texts) &&
    texts.length > 0 &&
    texts.length <= 100 &&
    texts.every((each) => typeof each === 'string' && each !== '' && (among === undefined || among.includes(each)));
  if (!fits) throw new Error(`${name} must be an array of ${among === undefined ? 'texts' : among.join(', ')}`);
  return texts as string[];
}

function optionalName(value: unknown, name: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new Error(`${name} must be the name of a claim`);
}
