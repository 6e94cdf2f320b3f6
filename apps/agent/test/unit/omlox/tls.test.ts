import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { OmloxHub } from '#omlox-hub/omlox-hub.js';
import { createLogger } from '#telemetry/logger.js';
import { CertificateAuthority, type CertificateFiles } from '#testing/certificates.js';
import { type ServerTls, serverTlsOptions } from '#testing/server-tls.js';
import { SourceError } from '../../../src/reading/source.js';
import { OMLOX } from '../../../src/sources/omlox/omlox.js';
import type { OmloxOptions } from '../../../src/sources/omlox/options.js';
import { collect, positions } from './collected.js';

const AT = Date.UTC(2026, 4, 1, 8);
const POLL = { timeout: 25_000, interval: 10 };
const OAUTH = { kind: 'oauth2', clientId: 'agent', clientSecret: 'secret', lifeSeconds: 3600 } as const;

let folder: string;
let authority: CertificateAuthority;
let files: CertificateFiles;
let tls: ServerTls;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-agent-hub-tls-'));
  authority = await CertificateAuthority.create('Site');
  files = await authority.write(folder, 'agent');
  tls = { ...(await authority.sign('hub')), clientAuthority: authority.cert };
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function hubOf(encrypted: ServerTls = tls): Promise<OmloxHub> {
  const hub = await OmloxHub.start({ auth: OAUTH, tls: serverTlsOptions(encrypted) });
  closing.push(() => hub.stop());
  hub.move('a', { at: AT, lat: 1, lon: 1 });
  return hub;
}

const options = (hub: OmloxHub, more: Partial<OmloxOptions>): OmloxOptions => ({
  url: hub.url,
  auth: { kind: 'oauth2', tokenUrl: hub.tokenUrl, clientId: OAUTH.clientId, clientSecret: OAUTH.clientSecret },
  ...more,
});
const check = (given: OmloxOptions): ReturnType<typeof OMLOX.check> =>
  OMLOX.check(given, {
    name: 'hall',
    log: createLogger({ service: 'agent', instance: 'test', level: 'silent' }),
    signal: new AbortController().signal,
  });

it(
  'a hub and its provider with a private authority are read, by requests and by the socket, with ' +
    'the client certificate that they require',
  async () => {
    const hub = await hubOf();
    const source = collect(options(hub, { tls: files }));
    closing.push(() => source.stop());
    await expect.poll(() => source.connections.length, POLL).toBe(1);
    hub.move('a', { at: AT + 1, lat: 1, lon: 1 });
    await expect.poll(() => positions(source.messages), POLL).toEqual([`a@${AT}`, `a@${AT + 1}`]);
    expect(hub.tokens.issued).toBe(1);
    const { findings } = await check(options(hub, { tls: files }));
    expect(findings.filter(({ level }) => level === 'fault')).toEqual([]);
    expect(findings.map(({ text }) => text).join('\n')).toMatch(/Socket: subscribed/);
  },
);

it.each([
  ['the provider', {}, /^No token from 127\.0\.0\.1:\d+: .*set tls\.caFile/],
  ['the hub', { auth: { kind: 'none' } }, /^GET \/trackables\S*: .*set tls\.caFile/],
  [
    'the hub, which asks for a certificate of the agent',
    { auth: { kind: 'none' }, noCertificate: true },
    /^GET \/trackables\S*: .*certificate of the agent, set tls\.certFile/,
  ],
] as const)('missing certificates are reported for %s, with advice', async (_of, given, expected) => {
  const more = 'noCertificate' in given ? { auth: given.auth, tls: { caFile: files.caFile } } : given;
  const hub = await hubOf();
  const source = collect(options(hub, more));
  closing.push(() => source.stop());
  await expect.poll(() => source.disconnections[0], POLL).toMatch(expected);
  const { findings } = await check(options(hub, more));
  expect(findings).toEqual([{ level: 'fault', text: expect.stringMatching(expected) as string }]);
});

it('a missing file is reported by its option, and nothing is retried', async () => {
  const missing = { tls: { caFile: join(folder, 'nowhere.pem') } };
  const hub = await hubOf();
  expect((await check(options(hub, missing))).findings[0]!.text).toMatch(/^tls\.caFile: .*nowhere\.pem cannot be read \(ENOENT\)/);
  await expect(async () => OMLOX.run(options(hub, missing), undefined as never)).rejects.toThrow(SourceError);
});
