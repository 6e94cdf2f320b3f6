import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { OmloxHub, type OmloxHubSettings } from '#omlox-hub/omlox-hub.js';
import { createLogger } from '#telemetry/logger.js';
import { backOff } from '../../../src/pacing/back-off.js';
import { hubError } from '../../../src/sources/omlox/hub/error-codes.js';
import { OMLOX } from '../../../src/sources/omlox/omlox.js';
import type { OmloxOptions } from '../../../src/sources/omlox/options.js';
import { collect, type Collected, positions, QUICK } from './collected.js';

const AT = Date.UTC(2026, 4, 1, 8);
const POLL = { timeout: 25_000, interval: 10 };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function hubOf(settings: OmloxHubSettings = {}): Promise<OmloxHub> {
  const hub = await OmloxHub.start(settings);
  closing.push(() => hub.stop());
  return hub;
}
function sourceOf(hub: OmloxHub, options: Partial<OmloxOptions> = {}, more: Parameters<typeof collect>[1] = {}): Collected {
  const source = collect({ url: hub.url, ...options }, more);
  closing.push(() => source.stop());
  return source;
}
const connected = (source: Collected, times = 1): Promise<void> => expect.poll(() => source.connections.length, POLL).toBe(times);

describe('a connection', () => {
  it(
    'has no gap between snapshot and socket: a thing that moves all the time arrives once, from the first ' + 'position on the socket',
    async () => {
      const hub = await hubOf();
      let at = AT;
      const moving = setInterval(() => ['a', 'b', 'c'].forEach((thing) => hub.move(thing, { at: ++at, lat: 1, lon: 1 })), 1);
      const source = sourceOf(hub);
      await connected(source);
      await expect.poll(() => source.messages.length, POLL).toBeGreaterThan(500);
      clearInterval(moving);
      const last = [...hub.world.last].map(([thing, where]) => `${thing}@${where.at}`);
      await expect.poll(() => last.filter((each) => !positions(source.messages).includes(each)), POLL).toEqual([]);
      const got = positions(source.messages);
      const sent = hub.log.lines.flatMap((line) => (line.kind === 'sent' ? [`${line.thing}@${line.at}`] : []));
      expect(new Set(got).size).toBe(got.length);
      expect(sent.filter((each) => !got.includes(each))).toEqual([]);
    },
  );

  it('reconnects after 1006 and after a restart of the hub, and fills the gap from the snapshot', async () => {
    const hub = await hubOf();
    hub.move('a', { at: AT, lat: 1, lon: 1 });
    const source = sourceOf(hub);
    await connected(source);
    hub.closeSockets();
    await expect.poll(() => hub.readers, POLL).toBe(0);
    hub.move('a', { at: AT + 1, lat: 1, lon: 2 });
    await connected(source, 2);
    expect(source.disconnections[0]).toMatch(/1006/);
    await hub.restart(100);
    hub.move('b', { at: AT + 2, lat: 1, lon: 3 });
    await expect.poll(() => positions(source.messages), POLL).toEqual([`a@${AT}`, `a@${AT + 1}`, `b@${AT + 2}`]);
    hub.move('b', { at: AT + 3, lat: 1, lon: 3 });
    await expect.poll(() => positions(source.messages), POLL).toEqual([`a@${AT}`, `a@${AT + 1}`, `b@${AT + 2}`, `b@${AT + 3}`]);
    expect(source.counts.get('reconnected')).toBeGreaterThanOrEqual(2);
  });

  it('that fell silent is detected and closed', async () => {
    const hub = await hubOf();
    const source = sourceOf(hub);
    await connected(source);
    hub.fallSilent();
    hub.move('a', { at: AT, lat: 1, lon: 1 });
    await expect.poll(() => positions(source.messages), POLL).toEqual([`a@${AT}`]);
    expect(source.disconnections[0]).toMatch(/nothing was heard of the hub for 1.5 s/);
  });

  it('that sends nothing any longer, although it answers, is recovered by the next snapshot', async () => {
    const hub = await hubOf();
    const source = sourceOf(hub, {}, { times: { ...QUICK, resyncMs: 200 } });
    await connected(source);
    for (const socket of hub.sockets) socket.subscriptions.length = 0;
    hub.move('a', { at: AT, lat: 1, lon: 1 });
    await expect.poll(() => positions(source.messages), POLL).toEqual([`a@${AT}`]);
    expect(source.disconnections).toEqual([]);
    expect(source.counts.get('snapshot')).toBe(1);
  });

  it('at another base path, to a hub without trackables, reads locations: from the snapshot and their topic', async () => {
    const hub = await hubOf({ basePath: '/deephub/v1' });
    hub.move('a', { at: AT, lat: 1, lon: 1 });
    const source = sourceOf(hub, { use: 'locations' });
    await connected(source);
    hub.move('a', { at: AT + 1, lat: 1, lon: 2 });
    await expect.poll(() => positions(source.messages), POLL).toEqual([`tag-a@${AT}`, `tag-a@${AT + 1}`]);
    expect(source.connections[0]).toMatch(/^location_updates/);
    expect([...hub.sockets].flatMap(({ subscriptions }) => subscriptions.map(({ topic }) => topic))).toEqual(['location_updates']);
  });

  it('after a restart of the agent does not repeat what was delivered before', async () => {
    const hub = await hubOf();
    for (const thing of ['a', 'b']) hub.move(thing, { at: AT, lat: 1, lon: 1 });
    const first = collect({ url: hub.url });
    await expect.poll(() => first.messages.length, POLL).toBe(2);
    await first.stop();
    hub.move('b', { at: AT + 1, lat: 1, lon: 1 });
    const second = sourceOf(hub, {}, { place: JSON.parse(JSON.stringify(first.place())) });
    await connected(second);
    hub.move('a', { at: AT + 2, lat: 1, lon: 1 });
    await expect.poll(() => positions(second.messages), POLL).toEqual([`b@${AT + 1}`, `a@${AT + 2}`]);
  });

  it('keeps its messages when the disk fails, and delivers them again until they are stored', async () => {
    const hub = await hubOf();
    let failures = 2;
    const source = sourceOf(hub, {}, { deliver: () => (failures-- > 0 ? Promise.reject(new Error('disk full')) : Promise.resolve()) });
    hub.move('a', { at: AT, lat: 1, lon: 1 });
    await expect.poll(() => positions(source.messages), POLL).toEqual([`a@${AT}`]);
  });

  it('delivers messages in progress when the agent ends', async () => {
    const hub = await hubOf();
    let open: () => void = () => undefined;
    const disk = new Promise<void>((resolve) => (open = resolve));
    const source = collect({ url: hub.url }, { deliver: () => disk });
    await expect.poll(() => hub.readers, POLL).toBe(1);
    for (let step = 1; step <= 50; step++) hub.move('a', { at: AT + step, lat: 1, lon: 1 });
    await expect
      .poll(() => hub.log.lines.filter(({ kind }) => kind === 'read').some((line) => line.kind === 'read' && line.number === 50), POLL)
      .toBe(true);
    const stopped = source.stop();
    open();
    await stopped;
    expect(positions(source.messages)).toHaveLength(50);
  });
});

describe('tokens', () => {
  const OAUTH = { kind: 'oauth2', clientId: 'agent', clientSecret: 'ge heim:%', lifeSeconds: 3600 } as const;

  it.each([false, true])('are obtained by client credentials (in the body: %s), and again when the hub expires them', async (byBody) => {
    const hub = await hubOf({ auth: { ...OAUTH, byBody } });
    hub.move('a', { at: AT, lat: 1, lon: 1 });
    const source = sourceOf(hub, {
      auth: { kind: 'oauth2', tokenUrl: hub.tokenUrl, clientId: OAUTH.clientId, clientSecret: OAUTH.clientSecret },
    });
    await connected(source);
    expect(hub.tokens.issued).toBe(1);
    hub.tokens.expireAll();
    hub.move('a', { at: AT + 1, lat: 1, lon: 1 });
    await connected(source, 2);
    expect(source.disconnections[0]).toMatch(/error 10004.*token/);
    hub.move('a', { at: AT + 2, lat: 1, lon: 1 });
    await expect.poll(() => positions(source.messages), POLL).toEqual([`a@${AT}`, `a@${AT + 1}`, `a@${AT + 2}`]);
    expect(hub.tokens.issued).toBe(2);
  });

  it('that expire before a new one exists leave no gap', async () => {
    const hub = await hubOf({ auth: { ...OAUTH, lifeSeconds: 2 } });
    hub.move('a', { at: AT, lat: 1, lon: 1 });
    const grant = hub.tokens.grant.bind(hub.tokens);
    // The provider is slow: meanwhile, positions go to a socket to which the hub sends nothing any longer.
    hub.tokens.grant = (...given) => {
      if (hub.tokens.issued === 1) {
        hub.tokens.expireAll();
        hub.move('a', { at: AT + 1, lat: 1, lon: 1 });
      }
      return grant(...given);
    };
    const source = sourceOf(hub, {
      auth: { kind: 'oauth2', tokenUrl: hub.tokenUrl, clientId: OAUTH.clientId, clientSecret: OAUTH.clientSecret },
    });
    await expect.poll(() => positions(source.messages), { timeout: 10_000, interval: 10 }).toEqual([`a@${AT}`, `a@${AT + 1}`]);
  });

  it('that are fixed and wrong are reported, without the token, and tried again', async () => {
    const hub = await hubOf({ auth: { kind: 'token', token: 'right' } });
    const source = sourceOf(hub, { auth: { kind: 'token', token: 'wrong-token' } });
    await expect.poll(() => source.disconnections.length, POLL).toBeGreaterThan(1);
    expect(source.disconnections[0]).toMatch(/401.*see auth of this source/);
    expect(source.disconnections.join()).not.toContain('wrong-token');
  });

  it('that the provider refuses are reported, without the secret', async () => {
    const hub = await hubOf({ auth: OAUTH });
    const source = sourceOf(hub, { auth: { kind: 'oauth2', tokenUrl: hub.tokenUrl, clientId: 'agent', clientSecret: 'very-wrong' } });
    await expect.poll(() => source.disconnections[0], POLL).toMatch(/No token from 127.0.0.1:\d+: invalid_client/);
    expect(source.disconnections.join()).not.toContain('very-wrong');
  });
});

describe('agent check', () => {
  const look = (options: OmloxOptions): ReturnType<typeof OMLOX.check> =>
    OMLOX.check(options, {
      name: 'hall',
      log: createLogger({ service: 'agent', instance: 'test', level: 'silent' }),
      signal: new AbortController().signal,
    });

  it('reports its findings, with samples', async () => {
    const hub = await hubOf({
      zones: [
        {
          id: 'z',
          name: 'Z',
          origin: { lat: 1, lon: 1 },
          turned: 0,
          controlPoints: [
            [0, 0],
            [9, 0],
          ],
        },
      ],
    });
    hub.move('a', { at: AT, lat: 1, lon: 1 });
    hub.move('b', { at: AT, zone: 'unknown', x: 1, y: 1 });
    const { findings, samples } = await look({ url: hub.url, fences: { enabled: true } });
    const text = findings.map(({ level, text }) => `${level}: ${text}`).join('\n');
    expect(text).toMatch(/fine: 2 trackables/);
    expect(text).toMatch(/warning: Zone z: it has 2 ground control points, at least 3 are needed/);
    expect(text).toMatch(/warning: 1 would be kept apart \(local-coordinates\).*no zone has the id or foreign id unknown/);
    expect(text).toMatch(/fine: Socket: subscribed/);
    expect(samples.map(({ reading, quarantined }) => reading?.externalId ?? quarantined?.reason)).toEqual([
      'omlox:hall:a',
      'local-coordinates',
    ]);
  });

  it.each([
    ['a wrong path', (url: string) => url.replace('/v2', '/v3'), /fault: .*404.*base path/],
    ['no hub', () => 'http://127.0.0.1:1111/v2', /fault: .*ECONNREFUSED/],
  ])('reports what is wrong: %s', async (_what, change, expected) => {
    const hub = await hubOf();
    const { findings } = await look({ url: change(hub.url) });
    expect(findings.map(({ level, text }) => `${level}: ${text}`).join('\n')).toMatch(expected);
  });

  it('ends within ten seconds at a hub that does not answer', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    const { findings } = await look({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    expect(findings.at(-1)).toMatchObject({ level: 'fault', text: expect.stringMatching(/did not answer everything/) as string });
  });
});

it('reports each error of the interface in words with advice, and no token that the hub repeats', () => {
  for (let code = 10000; code <= 10007; code++)
    expect(hubError(code, 'why').message).toMatch(new RegExp(`^error ${code}: .{20,} \\(it said: why\\)$`));
  expect(hubError(undefined, undefined).message).toMatch(/without a code/);
  expect(hubError(10006, `bad eyJ${'a'.repeat(200)}`).message).not.toMatch(/aaaa/);
});

it('waits from half a second to a minute, with full jitter', () => {
  expect(backOff(1, 1)).toBe(500);
  expect(backOff(3, 1)).toBe(2000);
  expect(backOff(3, 0.25)).toBe(500);
  expect(backOff(1000, 1)).toBe(60_000);
  expect(backOff(5, 0)).toBe(0);
});
