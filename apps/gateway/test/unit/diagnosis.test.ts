import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ofDisks, ofLag } from '../../src/administration/broker-report.js';
import { agreement, askDirectory, ofCopy } from '../../src/administration/directory-report.js';
import { clockOf, probeService } from '../../src/administration/service-probe.js';
import { askService, ofVersion } from '../../src/administration/service-report.js';
import { startGateway } from './gateway-in-test.js';

const HERE = { version: '1.0.0', tokenIssuer: 'waymark', tokenAudience: 'waymark', complete: true, revision: 7 };
const THERE = { version: '1.0.0', tokenIssuer: 'waymark', tokenAudience: 'waymark', publishedRevision: 7 };
const NOWHERE = 'http://127.0.0.1:1';
const states = (findings: readonly { about: string; state: string }[]) =>
  Object.fromEntries(findings.map(({ about, state }) => [about, state]));

let server: Server | undefined;
afterEach(() => server?.close());
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a probe of a service', () => {
  it('reports that it is ready, and the difference of its clock', async () => {
    const url = await serve((_request, response) => response.end('{}'));
    expect(states(await probeService('a', url))).toEqual({ 'a.ready': 'fine', 'a.clock': 'fine' });
  });

  it('names the checks that failed', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(503).end(JSON.stringify({ detail: 'Not ready: database, topics.' })),
    );
    expect((await probeService('a', url))[0]).toMatchObject({
      state: 'broken',
      found: 'not ready: database, topics',
      remedy: 'Read its log.',
    });
  });

  it('reports that it does not answer', async () => {
    expect(states(await probeService('a', NOWHERE))).toEqual({ 'a.ready': 'broken' });
  });

  it.each([
    [1500, 'fine', "agrees with the gateway's"],
    [60_000, 'warning', "60 s ahead of the gateway's"],
    [-60_000, 'warning', "60 s behind the gateway's"],
  ])('whose clock is %i ms ahead', (ahead, state, found) => {
    const here = Date.parse('2026-11-21T12:00:00Z');
    expect(clockOf('a', new Date(here + ahead).toUTCString(), here)[0]).toMatchObject({ state, found });
  });
});

describe('a service’s report about itself', () => {
  it('is included with its version; the internal token is sent', async () => {
    let token: unknown;
    const url = await serve((request, response) => {
      token = request.headers['x-waymark-internal'];
      response.end(
        JSON.stringify({ version: '1.0.0', findings: [{ about: 'a.database', state: 'warning', found: 'full', remedy: 'room' }] }),
      );
    });
    expect(states(await askService('a', url, 'inner', '1.0.0'))).toEqual({ 'a.version': 'fine', 'a.database': 'warning' });
    expect(token).toBe('inner');
  });

  it.each([
    [401, 'a.diagnosis', 'broken'],
    [404, 'a.version', 'warning'],
    [500, 'a.diagnosis', 'broken'],
  ])('is a finding when it is refused with %i', async (status, about, state) => {
    const url = await serve((_request, response) => response.writeHead(status).end());
    expect(states(await askService('a', url, 'inner', '1.0.0'))).toEqual({ [about]: state });
  });

  it('is empty when the service does not answer, which the probe reports', async () => {
    expect(await askService('a', NOWHERE, 'inner', '1.0.0')).toEqual([]);
  });

  it('another version is a warning', () =>
    expect(ofVersion('a', '1.0.1', '1.0.0')).toMatchObject({ state: 'warning', found: '1.0.0, the gateway is 1.0.1' }));
});

describe('the broker’s report', () => {
  it.each([
    [undefined, 'fine', /does not report/],
    [{ totalBytes: 1000 * 2 ** 20, usableBytes: 100 * 2 ** 20 }, 'fine', /100 MiB are free \(10 %\) at b:1/],
    [{ totalBytes: 1000, usableBytes: 99 }, 'warning', /9 %/],
    [{ totalBytes: 1000, usableBytes: 19 }, 'broken', /1 %/],
  ])('on a disk: %j', (disk, state, found) => {
    const [finding] = ofDisks(disk && [{ broker: 'b:1', ...disk }]);
    expect([finding!.state, finding!.found]).toEqual([state, expect.stringMatching(found)]);
  });

  it.each([
    [undefined, []],
    [{ records: 0, partitions: 0 }, [{ state: 'fine', found: 'has read everything' }]],
    [{ records: 1000, partitions: 1 }, [{ state: 'fine' }]],
    [{ records: 1001, partitions: 2 }, [{ state: 'warning', found: '1001 records have not been read yet, on 2 partitions' }]],
  ])('of lag: %j', (lag, findings) => expect(ofLag('a', lag)).toMatchObject(findings));
});

describe('the directory’s report', () => {
  it.each([
    ['all agrees', THERE, { 'gateway.version': 'fine', 'gateway.tokens': 'fine', 'gateway.directory-copy': 'fine' }],
    [
      'another version',
      { ...THERE, version: '1.0.1' },
      { 'gateway.version': 'warning', 'gateway.tokens': 'fine', 'gateway.directory-copy': 'fine' },
    ],
    [
      'another issuer',
      { ...THERE, tokenIssuer: 'other' },
      { 'gateway.version': 'fine', 'gateway.tokens': 'broken', 'gateway.directory-copy': 'fine' },
    ],
    [
      'changes that are not known here',
      { ...THERE, publishedRevision: 8 },
      { 'gateway.version': 'fine', 'gateway.tokens': 'fine', 'gateway.directory-copy': 'warning' },
    ],
  ])('is compared: %s', (_what, there, expected) => {
    expect(states(agreement(HERE, there))).toEqual(expected);
  });

  it('is a failure if the copy is not complete', () => {
    expect(ofCopy({ complete: false, revision: 0 }, 7)[0]!.state).toBe('broken');
  });

  it('is included with its findings; the internal token is sent', async () => {
    let token: unknown;
    const url = await serve((request, response) => {
      token = request.headers['x-waymark-internal'];
      response.end(JSON.stringify({ ...THERE, findings: [{ about: 'directory.keys', state: 'warning', found: 'old', remedy: 'rotate' }] }));
    });
    expect(states(await askDirectory(url, 'inner', () => HERE))).toMatchObject({
      'directory.keys': 'warning',
      'gateway.directory-copy': 'fine',
    });
    expect(token).toBe('inner');
  });

  it.each([
    ['refuses', (): Promise<string> => serve((_request, response) => response.writeHead(403).end())],
    ['does not answer', (): Promise<string> => Promise.resolve(NOWHERE)],
  ])('is a failure when it %s, and the copy is still checked', async (_what, url) => {
    expect(states(await askDirectory(await url(), 'inner', () => HERE))).toEqual({
      'directory.diagnosis': 'broken',
      'gateway.directory-copy': 'fine',
    });
  });
});

it('an operator gets a diagnosis even if nothing else runs; concurrent requests share one examination', async () => {
  const gateway = await startGateway(NOWHERE, { OBJECT_SERVICE_URL: NOWHERE });
  try {
    const authorization = `Bearer ${await gateway.token([], ['operator'])}`;
    const answers = await Promise.all([1, 2, 3].map(() => gateway.call('GET', '/operator/diagnosis', { authorization })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ json }) => (json as { checkedAt: string }).checkedAt)).size).toBe(1);
    expect(states((answers[0]!.json as { findings: [] }).findings)).toMatchObject({
      'gateway.runtime': 'fine',
      'object-service.ready': 'broken',
      'directory.diagnosis': 'broken',
      'broker.topics': 'broken',
      'gateway.directory-copy': 'fine',
    });
  } finally {
    await gateway.close();
  }
});
