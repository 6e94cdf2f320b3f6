import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CertificateAuthority, type CertificateFiles } from '#testing/certificates.js';
import type { ServerTls } from '#testing/server-tls.js';
import { type ReadConfiguration, readConfiguration } from '../../src/configuration/read-configuration.js';
import { GatewayClient } from '../../src/delivery/gateway-client.js';
import { checkGateway } from '../../src/gateway/check-gateway.js';
import { Works } from '../../src/running/works.js';
import type { TlsFiles } from '../../src/sources/connecting/tls-files.js';
import { FakeGateway, problem } from './fake-gateway.js';
import { silent } from './sources/source-bench.js';

const folder = mkdtempSync(join(tmpdir(), 'waymark-agent-gateway-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));

let authority: CertificateAuthority;
let files: CertificateFiles;
let server: ServerTls;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  authority = await CertificateAuthority.create('Proxy');
  files = await authority.write(folder, 'agent');
  server = await authority.sign('gateway');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function gatewayOf(tls: ServerTls = server): Promise<FakeGateway> {
  const gateway = await FakeGateway.start(tls);
  closing.push(() => gateway.close());
  gateway.lookUp = () => problem(404, 'unknown-operation');
  return gateway;
}

function post({ url }: FakeGateway, tls: TlsFiles | undefined): Promise<number> {
  const client = new GatewayClient({ url, workspace: 'harbour', ...(tls && { tls }) });
  closing.push(() => client.close());
  const call = {
    id: 1,
    key: 'k',
    lane: 'live',
    firstTried: 0,
    elements: [{ sequence: 1, source: 's', received: 0, body: '{"externalId":"a"}' }],
  } as const;
  return client.post(call, 'live', 'token', new AbortController().signal).then(({ status }) => status);
}

const check = async ({ url }: FakeGateway, tls: TlsFiles | undefined): Promise<string[]> =>
  (await checkGateway({ url, workspace: 'harbour', token: () => 'x', maxElements: 1000, ...(tls && { tls }) })).map(
    ({ level, text }) => `${level}: ${text}`,
  );

it('a gateway with a private authority is trusted by gateway.tls, with the client certificate that it requires', async () => {
  const gateway = await gatewayOf({ ...server, clientAuthority: authority.cert });
  expect(await post(gateway, files)).toBe(200);
  expect(gateway.applied).toEqual(['a']);
  expect(await check(gateway, files)).toEqual([expect.stringMatching(/^fine: .* takes updates/)]);
});

it('without it nothing is sent, and the fault says what to do', async () => {
  const gateway = await gatewayOf();
  await expect(post(gateway, undefined)).rejects.toThrow(/set gateway\.tls\.caFile/);
  expect(gateway.calls).toEqual([]);
  expect(await check(gateway, undefined)).toEqual([
    expect.stringMatching(/^fault: The connection to https:\S+ does not come about \([A-Z_]+\)\. .*set gateway\.tls\.caFile/),
  ]);
});

it('a missing client certificate is reported', async () => {
  const gateway = await gatewayOf({ ...server, clientAuthority: authority.cert });
  await expect(post(gateway, { caFile: files.caFile })).rejects.toThrow(/certificate of the agent, set gateway\.tls\.certFile/);
  expect(await check(gateway, { caFile: files.caFile })).toEqual([
    expect.stringMatching(/^fault: .*certificate of the agent, set gateway\.tls\.certFile/),
  ]);
});

it('a missing file is reported by its option', async () => {
  const gateway = await gatewayOf();
  const missing = { caFile: join(folder, 'nowhere.pem') };
  expect(() => post(gateway, missing)).toThrow(/^gateway\.tls\.caFile: .*nowhere\.pem cannot be read/);
  expect(await check(gateway, missing)).toEqual([expect.stringMatching(/^fault: gateway\.tls\.caFile: .*nowhere\.pem cannot be read/)]);
});

it('a start that fails for it leaves the queue to the next one', () => {
  const config = {
    gateway: {
      url: 'https://127.0.0.1:1',
      workspace: 'harbour',
      token: () => 'x',
      maxElements: 1000,
      tls: { caFile: join(folder, 'nowhere.pem') },
    },
    queue: { folder: join(folder, 'queue'), maxBytes: 2 ** 30, whenFull: 'wait', keepRefusedDays: 30 },
    status: { host: '127.0.0.1', port: 0 },
    log: { level: 'error' },
    sources: [],
  } as const;
  const start = (): Works =>
    new Works({
      config,
      log: silent,
      metrics: undefined as never,
      onWarning: () => undefined,
      onCount: () => undefined,
      onFatal: () => undefined,
    });
  expect(start).toThrow(/^gateway\.tls\.caFile/);
  // If the queue were still open, the error would say that another process has it.
  expect(start).toThrow(/^gateway\.tls\.caFile/);
});

describe('the file of the agent', () => {
  const caFile = join(folder, 'proxy.pem');
  const hubFile = join(folder, 'hub.pem');
  const read = (): ReadConfiguration => {
    const path = join(folder, 'agent.yaml');
    writeFileSync(
      path,
      `gateway:\n  url: https://waymark.example\n  workspace: harbour\n  token: \${env:T}\n  tls: { caFile: ` +
        `${caFile} }\nqueue: { folder: q }\nsources:\n  - { name: hall, kind: omlox, url: ` +
        `"https://hub.example/v2", tls: { caFile: ${hubFile} } }\n`,
      { mode: 0o600 },
    );
    return readConfiguration(path, { T: 'token' });
  };

  it('is invalid without the certificates for the gateway; those of a source do not matter here', () => {
    rmSync(caFile, { force: true });
    expect(read).toThrow(/agent\.yaml:5:18 gateway\.tls\.caFile .*proxy\.pem cannot be read \(ENOENT\)/);
    writeFileSync(caFile, 'none');
    expect(read).toThrow(/gateway\.tls\.caFile .*proxy\.pem holds no certificate in PEM/);
    copyFileSync(files.caFile, caFile);
    rmSync(hubFile, { force: true });
    expect(read().config.gateway.tls).toEqual({ caFile });
  });

  it('changes when a certificate changes, for the gateway and for the source, and the certificates are watched', () => {
    copyFileSync(files.caFile, caFile);
    copyFileSync(files.caFile, hubFile);
    const { config, files: watched } = read();
    expect(watched).toEqual(expect.arrayContaining([caFile, hubFile]));
    expect(read().config).toEqual({ ...config, gateway: { ...config.gateway, token: expect.any(Function) as unknown } });
    copyFileSync(files.certFile, caFile);
    copyFileSync(files.certFile, hubFile);
    const renewed = read().config;
    expect(renewed.gateway.certificates).not.toBe(config.gateway.certificates);
    expect(renewed.sources[0]!.certificates).not.toBe(config.sources[0]!.certificates);
  });
});
