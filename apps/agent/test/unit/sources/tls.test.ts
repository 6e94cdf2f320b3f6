import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CertificateAuthority, type CertificateFiles } from '#testing/certificates.js';
import type { ServerTls } from '#testing/server-tls.js';
import { DocumentServer } from '#testing/tracking-systems/document-server.js';
import { MqttBroker } from '#testing/tracking-systems/mqtt-broker.js';
import { type Finding, SourceError, type SourceKind } from '../../../src/reading/source.js';
import { errorText } from '../../../src/sources/connecting/error-text.js';
import { readTlsFiles, type TlsFiles } from '../../../src/sources/connecting/tls-files.js';
import { HTTP_LISTENER_SOURCE } from '../../../src/sources/http-listener/http-listener-source.js';
import { HTTP_POLL_SOURCE } from '../../../src/sources/http-poll/http-poll-source.js';
import type { HttpPollOptions } from '../../../src/sources/http-poll/options.js';
import { MQTT_SOURCE } from '../../../src/sources/mqtt/mqtt-source.js';
import type { MqttOptions } from '../../../src/sources/mqtt/options.js';
import { RunningSource, silent, until } from './source-bench.js';

let folder: string;
let authority: CertificateAuthority;
/** Certificates of the agent, from the site's authority and from another. */
let files: CertificateFiles;
let foreign: CertificateFiles;
let server: ServerTls;
/** Its certificate is for another machine. */
let elsewhere: ServerTls;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-agent-tls-'));
  authority = await CertificateAuthority.create('Site');
  files = await authority.write(join(folder, 'site'), 'agent');
  foreign = await (await CertificateAuthority.create('Other')).write(join(folder, 'other'), 'agent');
  server = await authority.sign('server');
  elsewhere = await authority.sign('server', 'broker.example');
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The message of `run` for its first failure, and the findings of `check`. */
async function failures<Options>(kind: SourceKind<Options>, options: Options): Promise<readonly [string, readonly Finding[]]> {
  const source = RunningSource.start(kind, options);
  closing.push(() => source.stop());
  await until(() => source.states.length > 0);
  const { findings } = await kind.check(options, { name: 'test', log: silent, signal: new AbortController().signal });
  return [source.states[0]!, findings];
}

/** Mismatches between servers and the agent's files, with the expected messages. */
const FAULTS: readonly (readonly [string, () => ServerTls, () => TlsFiles | undefined, RegExp])[] = [
  ['an authority that is not set', () => server, () => undefined, /signed by an authority that the agent does not know: set tls\.caFile/],
  [
    'another authority',
    () => server,
    () => ({ caFile: foreign.caFile }),
    /signed by an authority that the agent does not know: set tls\.caFile/,
  ],
  ['another host', () => elsewhere, () => ({ caFile: files.caFile }), /is for other names than the one that is set/],
  [
    'a missing client certificate',
    () => ({ ...server, clientAuthority: authority.cert }),
    () => ({ caFile: files.caFile }),
    /asks for a certificate of the agent[:,] set tls\.certFile and tls\.keyFile/,
  ],
  [
    'a missing client certificate over TLS 1.2',
    () => ({ ...server, clientAuthority: authority.cert, maxVersion: 'TLSv1.2' }),
    () => ({ caFile: files.caFile }),
    /handshake failure\. The server refuses the connection\. Where it asks for a certificate of the agent, set tls\.certFile/,
  ],
];

describe('mqtt', () => {
  const options = (broker: MqttBroker, tls: TlsFiles | undefined): MqttOptions => ({
    url: broker.url,
    topics: ['site/a'],
    format: 'json',
    version: '3.1.1',
    ...(tls && { tls }),
  });

  async function brokerOf(tls: ServerTls): Promise<MqttBroker> {
    const broker = await MqttBroker.start(undefined, tls);
    closing.push(() => broker.close());
    return broker;
  }

  it('reads a broker with a private authority, which requires a client certificate', async () => {
    const broker = await brokerOf({ ...server, clientAuthority: authority.cert });
    const source = RunningSource.start(MQTT_SOURCE, options(broker, files));
    closing.push(() => source.stop());
    await until(() => source.connected);
    await broker.publish('site/a', '{"lat":1}');
    await until(() => source.kept.length === 1);
    expect(source.kept[0]!.document).toMatchObject({ payload: { lat: 1 } });
    await until(() => broker.acknowledged.length === 1);
  });

  it.each(FAULTS)('reports %s, and what to do', async (_what, tls, given, expected) => {
    const [state, findings] = await failures(MQTT_SOURCE, options(await brokerOf(tls()), given()));
    expect(state).toMatch(/^disconnected: /);
    expect(state).toMatch(expected);
    expect(findings).toEqual([{ level: 'fault', text: expect.stringMatching(expected) as string }]);
  });

  it('reports a client certificate that the broker does not trust', async () => {
    const [state, findings] = await failures(
      MQTT_SOURCE,
      options(await brokerOf({ ...server, clientAuthority: authority.cert }), { ...foreign, caFile: files.caFile }),
    );
    expect(state).toMatch(/^disconnected: .*certificate of the agent/);
    expect(findings[0]!.text).toMatch(/certificate of the agent/);
  });

  it('reports TLS to a plain port, and a plain connection to a TLS port', async () => {
    const plain = await MqttBroker.start();
    closing.push(() => plain.close());
    const [state] = await failures(MQTT_SOURCE, { ...options(plain, files), url: plain.url.replace('mqtt:', 'mqtts:') });
    expect(state).toMatch(/^disconnected: /);
    expect(state).not.toContain('write mqtts://');
    const encrypted = await brokerOf(server);
    const [other] = await failures(MQTT_SOURCE, { ...options(encrypted, undefined), url: encrypted.url.replace('mqtts:', 'mqtt:') });
    expect(other).toMatch(/^disconnected: .*Where it speaks TLS at this port, write mqtts:\/\//);
    const source = RunningSource.start(MQTT_SOURCE, options(plain, files));
    await until(() => source.failure !== undefined);
    expect(source.failure).toBeInstanceOf(SourceError);
    expect(String(source.failure)).toMatch(/Write mqtts:\/\//);
  });
});

describe('http-poll', () => {
  const options = (given: DocumentServer, tls: TlsFiles | undefined): HttpPollOptions => ({
    url: given.url,
    everySeconds: 0.02,
    format: 'json',
    ...(tls && { tls }),
  });

  async function serverOf(tls: ServerTls): Promise<DocumentServer> {
    const started = await DocumentServer.start(tls);
    closing.push(() => started.close());
    started.show('[{"id":1}]');
    return started;
  }

  it('polls a server with a private authority, which requires a client certificate', async () => {
    const source = RunningSource.start(HTTP_POLL_SOURCE, options(await serverOf({ ...server, clientAuthority: authority.cert }), files));
    closing.push(() => source.stop());
    await until(() => source.kept.length === 1);
    expect(source.kept[0]!.document).toEqual({ id: 1 });
  });

  it.each(FAULTS)('reports %s, and what to do', async (_what, tls, given, expected) => {
    const [state, findings] = await failures(HTTP_POLL_SOURCE, options(await serverOf(tls()), given()));
    expect(state).toMatch(/^disconnected: /);
    expect(state).toMatch(expected);
    expect(findings).toEqual([{ level: 'fault', text: expect.stringMatching(expected) as string }]);
  });
});

describe('http-listener', () => {
  it('answers a device over https with 200', async () => {
    const source = RunningSource.start(HTTP_LISTENER_SOURCE, {
      host: '127.0.0.1',
      port: 0,
      tls: { certFile: files.certFile, keyFile: files.keyFile },
    });
    closing.push(() => source.stop());
    await until(() => source.connected);
    const device = new Agent({ connect: { ca: authority.cert } });
    closing.push(() => device.destroy());
    const query = '?id=van-1&lat=53.4&lon=-2.9&timestamp=1700000000';
    const port = /port (\d+)/.exec(source.states[0]!)![1];
    expect((await fetch(`https://127.0.0.1:${port}/${query}`, { dispatcher: device })).status).toBe(200);
    expect(source.kept).toMatchObject([{ reading: { id: 'van-1' } }]);
    await expect(fetch(`http://127.0.0.1:${port}/${query}`)).rejects.toThrow();
  });
});

it.each([
  [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'tlsv13 alert certificate required',
    'SSL alert number 116',
    /asks for a certificate of the agent/,
  ],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'sslv3 alert handshake failure', 'SSL alert number 40', /refuses the connection/],
  ['EPROTO', 'ssl/tls alert handshake failure', 'SSL alert number 40', /refuses the connection/],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'tlsv1 alert unknown ca', 'SSL alert number 48', /does not accept the certificate of the agent/],
  ['EPROTO', 'ssl/tls alert bad certificate', 'SSL alert number 42', /does not accept the certificate of the agent/],
  ['EPROTO', 'wrong version number', '', /does not speak TLS at this port/],
])('%s with "%s", at any depth, is reported with advice', (code, said, alert, expected) => {
  const deep = Object.assign(
    new Error(
      `402DCA9E357F0000:error:0A000410:SSL routines:ssl3_read_bytes:${said}:../deps/openssl/ssl/record/rec_layer_s3.c:918:${alert}\n`,
    ),
    { code },
  );
  expect(errorText(new TypeError('fetch failed', { cause: deep }))).toMatch(new RegExp(`^fetch failed: ${said}\\. .*${expected.source}`));
});

it('an expired certificate is reported with advice', () => {
  expect(errorText(Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }))).toMatch(
    /^certificate has expired\. .* have it renewed/,
  );
});

it('an error unrelated to certificates is reported unchanged', () => {
  expect(errorText(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }))).toBe(
    'connect ECONNREFUSED 127.0.0.1:1',
  );
  expect(
    errorText(
      Object.assign(new Error('1:error:2:a:b:tlsv1 alert internal error:c.c:918:SSL alert number 80'), {
        code: 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
      }),
    ),
  ).toBe('tlsv1 alert internal error');
});

describe('the files', () => {
  it('with the wrong contents are reported by their options', async () => {
    const text = join(folder, 'text.pem');
    await writeFile(text, 'no certificate');
    expect(() => readTlsFiles({ caFile: text })).toThrow(/^tls\.caFile: .*text\.pem holds no certificate in PEM/);
    expect(() => readTlsFiles({ certFile: text, keyFile: files.keyFile })).toThrow(/^tls\.certFile: .* holds no certificate in PEM/);
    expect(() => readTlsFiles({ certFile: files.certFile, keyFile: foreign.keyFile }, 'gateway.tls')).toThrow(
      /^gateway\.tls\.keyFile: .* is not that of gateway\.tls\.certFile/,
    );
    expect(() => readTlsFiles({ certFile: files.certFile, keyFile: text })).toThrow(SourceError);
  });
});
