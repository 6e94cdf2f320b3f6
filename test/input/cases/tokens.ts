import { type InputCase, type Sent, type TokenForge, VALID_TEXT } from '../input-case.js';

type Authorization = Extract<Sent, { body?: unknown }>['authorization'];
const headers = { 'content-type': 'application/json' };
const bearing = (name: string, authorization: Authorization, want = 401): InputCase => ({
  name: `token: ${name}`,
  want: [want],
  send: { body: VALID_TEXT, headers, authorization },
});
const bearer = (name: string, make: (forge: TokenForge) => Promise<string> | string) =>
  bearing(name, async (forge) => `Bearer ${await make(forge)}`);
const now = () => Math.floor(Date.now() / 1000);

/** RFC 8725: what must never open the door. */
export const TOKENS: InputCase[] = [
  bearing('none', null),
  bearing('empty header', () => ''),
  bearing('no scheme', (forge) => forge.valid),
  bearing('Basic', () => 'Basic dXNlcjpwYXNz'),
  bearing('Bearer without a token', () => 'Bearer '),
  bearing('two tokens', (forge) => `Bearer ${forge.valid} ${forge.valid}`),
  bearer('not a JWT', () => 'abc'),
  bearer('three dots', () => '...'),
  bearer('100 kB of dots', () => '.'.repeat(10_000)),
  bearer('alg none, no signature', (forge) => forge.unsigned({ alg: 'none' })),
  bearer('alg None', (forge) => forge.unsigned({ alg: 'None' })),
  bearer('alg missing', (forge) => forge.unsigned({})),
  bearer('HS256 with the public key', (forge) => forge.hmacByPublicKey()),
  bearer('a stranger’s key', (forge) => forge.stranger()),
  bearer('a stranger’s key, kid unknown', (forge) => forge.stranger({ kid: 'nobody' })),
  bearer('a kid like a path', (forge) => forge.stranger({ kid: '../../../../dev/null' })),
  bearer('a kid like SQL', (forge) => forge.stranger({ kid: "' OR 1=1 --" })),
  bearer('a kid that objects inherit', (forge) => forge.stranger({ kid: '__proto__' })),
  bearer('its own key in jwk', (forge) => forge.stranger({ jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } })),
  bearer('a key by jku', (forge) => forge.stranger({ jku: 'http://127.0.0.1:9/keys' })),
  bearer('a critical extension', (forge) => forge.signed({}, { crit: ['exp2'], exp2: 1 })),
  bearer('signature cut', (forge) => forge.valid.slice(0, -10)),
  bearer('signature of zeros', (forge) => `${forge.valid.split('.').slice(0, 2).join('.')}.${Buffer.alloc(64).toString('base64url')}`),
  bearer('payload changed', (forge) => tamper(forge.valid)),
  bearer('expired', (forge) => forge.signed({ exp: now() - 600 })),
  bearer('without exp', (forge) => forge.signed({ exp: undefined })),
  bearer('exp a string', (forge) => forge.signed({ exp: 'never' })),
  bearer('narrowed to what is not known', (forge) => forge.signed({ narrowed: { areas: ['yard'] } })),
  bearer('narrowed by a text', (forge) => forge.signed({ narrowed: 'crane' })),
  bearer('narrowed to a type with NUL', (forge) => forge.signed({ narrowed: { types: ['a\0'] } })),
  bearing(
    'narrowed to other ids',
    async (forge) => `Bearer ${await forge.signed({ narrowed: { idPrefix: 'nothing-is-called-so-' } })}`,
    403,
  ),
  bearing(
    'narrowed to no field and no id',
    async (forge) => `Bearer ${await forge.signed({ narrowed: { fields: [], idPrefix: 'nothing-is-called-so-' } })}`,
    403,
  ),
  bearer('not yet valid', (forge) => forge.signed({ nbf: now() + 3600 })),
  bearer('another audience', (forge) => forge.signed({ aud: 'elsewhere' })),
  bearer('no audience', (forge) => forge.signed({ aud: undefined })),
  bearer('another issuer', (forge) => forge.signed({ iss: 'elsewhere' })),
  bearer('no subject', (forge) => forge.signed({ sub: undefined })),
  bearer('another type of token', (forge) => forge.signed({}, { typ: 'dpop+jwt' })),
  bearer('workspaces not a list', (forge) => forge.signed({ workspaces: 'input' })),
  {
    name: 'token: in the query only',
    want: [401],
    send: { path: '/groups/{g}/externalObjects?access_token=x', body: VALID_TEXT, headers, authorization: null },
  },
  {
    name: 'token: without the scope',
    want: [403],
    send: { body: VALID_TEXT, headers, authorization: async (forge) => `Bearer ${await forge.signed({ scope: 'feed:read' })}` },
  },
  {
    name: 'token: of another workspace',
    want: [403],
    send: { body: VALID_TEXT, headers, authorization: async (forge) => `Bearer ${await forge.signed({ workspaces: ['somewhere-else'] })}` },
  },
];

function tamper(token: string): string {
  const [head, payload, signature] = token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [head, Buffer.from(JSON.stringify({ ...claims, workspaces: ['input', 'all'] })).toString('base64url'), signature].join('.');
}
