import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressRules } from '../../src/network/address-rules.js';
import { createGuardedAgent } from '../../src/network/guarded-agent.js';
import { networksSetting } from '../../src/network/networks-setting.js';
import { Sender } from '../../src/sending/sender.js';

let server: Server;
let port: number;
let calls = 0;
let connections = 0;
const handlers: Record<string, (response: import('node:http').ServerResponse) => void> = {
  '/ok': (response) => response.writeHead(200).end('fine'),
  '/long': (response) => response.writeHead(200).end('x'.repeat(3_000_000)),
  '/drip': (response) => {
    response.writeHead(202);
    const timer = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(timer));
  },
  '/redirect': (response) => response.writeHead(301, { location: '/ok' }).end(),
  '/gone': (response) => response.writeHead(410).end(),
  '/busy': (response) => response.writeHead(429, { 'retry-after': '7' }).end('\0busy'),
  '/headers': (response) => response.writeHead(200, { 'x-long': 'y'.repeat(40_000) }).end(),
  '/hang': () => undefined,
  '/cut': (response) => response.destroy(),
};
beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1;
    request.resume();
    handlers[request.url!]!(response);
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Found = { address: string; family: number }[];

function sender(networks: string, answers: (hostname: string) => Found = () => [{ address: '127.0.0.1', family: 4 }]): Sender {
  const addresses = new AddressRules(networksSetting.parse(networks));
  const agent = createGuardedAgent({
    addresses,
    connectTimeoutMs: 500,
    answerTimeoutMs: 600,
    connections: 2,
    lookup: (hostname) => Promise.resolve(answers(hostname)),
  });
  return new Sender(agent, { allowHttp: true, allowedPorts: undefined, addresses }, 600);
}

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const post = (through: Sender, path: string, host = 'hooks.example.com') =>
  through.post({ id: 'msg_1', body: '{}', url: `http://${host}:${port}${path}`, secrets: [secret] });
const LOOPBACK = '127.0.0.0/8';

describe('a connection to a receiver', () => {
  it('uses the address that was looked up for it, when that is allowed', async () => {
    expect(await post(sender(LOOPBACK), '/ok')).toMatchObject({ outcome: 'delivered', status: 200, answer: 'fine', error: null });
  });

  it.each<[string, Found]>([
    ['a loopback address', [{ address: '127.0.0.1', family: 4 }]],
    ['a mapped one', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    [
      'a private and a public one',
      [
        { address: '127.0.0.1', family: 4 },
        { address: '93.184.215.14', family: 4 },
      ],
    ],
    ['cloud metadata', [{ address: '169.254.169.254', family: 4 }]],
    ['nothing', []],
  ])('is refused for a name that means %s, with the same message and without a connection', async (_what, found) => {
    const before = connections;
    expect(
      await post(
        sender('10.9.0.0/16', () => found),
        '/ok',
      ),
    ).toMatchObject({ outcome: 'failed', status: null, error: 'The host has no IP address that messages may be sent to.' });
    expect(connections).toBe(before);
  });

  it('checks the address that it connects to: a name that is public first and internal a moment later is refused', async () => {
    let lookups = 0;
    const rebinding = sender('10.9.0.0/16', () => [{ address: ++lookups === 1 ? '10.9.0.1' : '127.0.0.1', family: 4 }]);
    const before = calls;
    await post(rebinding, '/ok');
    expect(await post(rebinding, '/ok')).toMatchObject({ outcome: 'failed' });
    expect([lookups, calls]).toEqual([2, before]);
  });

  it('is refused for a forbidden address in the URL, which is never looked up', async () => {
    const addresses = new AddressRules([]);
    const agent = createGuardedAgent({
      addresses,
      connectTimeoutMs: 500,
      answerTimeoutMs: 500,
      connections: 1,
      lookup: () => Promise.resolve([]),
    });
    await expect(agent.request({ origin: `http://127.0.0.1:${port}`, path: '/ok', method: 'POST' })).rejects.toThrow('refused');
  });
});

describe('an answer', () => {
  const through = sender(LOOPBACK);

  it.each([
    ['/redirect', { outcome: 'failed', status: 301, error: expect.stringContaining('redirects are not followed') as string }],
    ['/gone', { outcome: 'gone', status: 410 }],
    ['/busy', { outcome: 'failed', status: 429, retryAfterMs: 7000, answer: '\uFFFDbusy' }],
    ['/headers', { outcome: 'failed', status: null }],
    ['/hang', { outcome: 'failed', error: 'The receiver did not answer in time.' }],
    ['/cut', { outcome: 'failed', error: 'The connection closed before the receiver had answered.' }],
  ])('to %s gives the matching result', async (path, attempt) => {
    expect(await post(through, path)).toMatchObject(attempt);
  });

  it('is stored up to its first KB, and an endless one counts by its status', async () => {
    const [long, drip] = await Promise.all([post(through, '/long'), post(through, '/drip')]);
    expect([long.outcome, long.answer]).toEqual(['delivered', 'x'.repeat(1024)]);
    expect([drip.outcome, drip.status, drip.durationMs < 1500]).toEqual(['delivered', 202, true]);
  });

  it.each([
    [599.4, '/ok', { outcome: 'delivered' }],
    [99.4, '/hang', { outcome: 'failed', error: 'The receiver did not answer in time.' }],
    [-0.6, '/ok', { outcome: 'failed', error: 'The receiver did not answer in time.' }],
  ])('is awaited for the remaining time, which is seldom a whole number: %d ms', async (within, path, attempt) => {
    expect(
      await through.post({ id: 'm', body: '{}', url: `http://hooks.example.com:${port}${path}`, secrets: [secret] }, within),
    ).toMatchObject(attempt);
  });

  it('reveals nothing about the network when the connection is refused', async () => {
    const nobody = await sender(LOOPBACK).post({ id: 'm', body: '{}', url: 'http://hooks.example.com:1/', secrets: [secret] });
    expect(nobody).toMatchObject({ outcome: 'failed', error: 'Could not connect to the receiver.' });
  });
});
