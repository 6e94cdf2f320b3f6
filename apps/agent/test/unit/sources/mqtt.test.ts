import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MqttBroker } from '#testing/tracking-systems/mqtt-broker.js';
import { MqttFiveBroker } from '#testing/tracking-systems/mqtt-five-broker.js';
import { MQTT_SOURCE } from '../../../src/sources/mqtt/mqtt-source.js';
import type { MqttOptions } from '../../../src/sources/mqtt/options.js';
import { RunningSource, silent, until } from './source-bench.js';

let broker: MqttBroker;
let five: MqttFiveBroker;
const running: RunningSource[] = [];
let clients = 0;

beforeAll(async () => {
  broker = await MqttBroker.start('correct');
  five = await MqttFiveBroker.start();
});
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.release();
    await each.stop();
  }
});
afterAll(async () => {
  await broker.close();
  await five.close();
});

function options(more: Partial<MqttOptions> = {}): MqttOptions {
  return {
    url: broker.url,
    topics: ['site/+/position'],
    format: 'json',
    username: 'agent',
    password: 'correct',
    version: '3.1.1',
    clientId: `client-${clients++}`,
    ...more,
  };
}

async function start(given: MqttOptions, place?: unknown): Promise<RunningSource> {
  const source = RunningSource.start(MQTT_SOURCE, given, place);
  running.push(source);
  await until(() => source.connected);
  return source;
}

const atFive = (): Partial<MqttOptions> => ({ version: '5', url: five.url });
const payloads = (source: RunningSource): unknown[] => source.kept.map(({ document }) => (document as { payload: unknown }).payload);

describe.each(['3.1.1', '5'] as const)('MQTT %s', (version) => {
  const at = (): MqttBroker | MqttFiveBroker => (version === '5' ? five : broker);

  it('is acknowledged only when it is on disk, in order, many in one transaction', async () => {
    const source = await start(options({ version, url: at().url }));
    source.hold();
    const before = at().acknowledged.length;
    for (let n = 0; n < 20; n++) await at().publish('site/a/position', JSON.stringify({ n, version }));
    await until(() => source.calls.length === 1);
    // A message sent after these is answered only after any acknowledgement of them.
    await at().publish('site/b/position', '"last"');
    expect(at().acknowledged.length).toBe(before);
    source.release();
    await until(() => at().acknowledged.length === before + 21);
    expect(at().acknowledged.slice(before, -1)).toEqual(Array.from({ length: 20 }, (_, n) => JSON.stringify({ n, version })));
    expect(payloads(source)).toEqual([...Array.from({ length: 20 }, (_, n) => ({ n, version })), 'last']);
    expect(source.calls.length).toBeLessThan(6);
    expect(source.kept[0]!.document).toMatchObject({ topic: 'site/a/position', topicParts: ['site', 'a', 'position'], retained: false });
  });

  it('is delivered again after a lost connection when it was not on disk, as are those that arrived meanwhile', async () => {
    const given = options({ version, url: at().url });
    const source = await start(given);
    source.hold();
    await at().publish('site/a/position', '1');
    await until(() => source.calls.length === 1);
    await source.stop();
    expect(source.kept).toEqual([]);
    await at().publish('site/a/position', '2');
    const next = await start(given);
    await until(() => next.kept.length === 2);
    expect(payloads(next)).toEqual([1, 2]);
  });

  it('that is on disk when the source ends is acknowledged before the end, and does not come again', async () => {
    const given = options({ version, url: at().url });
    const source = await start(given);
    source.hold();
    for (let n = 0; n < 5; n++) await at().publish('site/a/position', `{"n":${n}}`);
    await until(() => source.calls.length === 1);
    const stopping = source.stop();
    // The disk finishes after the end was requested.
    source.release();
    await stopping;
    expect(source.kept.length).toBeGreaterThan(0);
    const next = await start(given, source.place);
    await at().publish('site/a/position', '"after"');
    await until(() => payloads(next).includes('after'));
    expect([...payloads(source), ...payloads(next)]).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })).concat(['after'] as never));
    expect(next.counts.repeated).toBeUndefined();
  });

  it('continues when the broker comes back', async () => {
    const source = await start(options({ version, url: at().url }));
    await at().interrupt();
    await until(() => !source.connected);
    expect(source.states.at(-1)).toMatch(/^disconnected: /);
    await at().publish('site/a/position', '"meanwhile"');
    await at().listen();
    await until(() => payloads(source).includes('meanwhile'));
  });

  it('ends within a second, whatever it waits for', async () => {
    const source = await start(options({ version, url: at().url }));
    source.hold();
    await at().publish('site/a/position', '1');
    await until(() => source.calls.length === 1);
    expect(await source.stop()).toBeLessThan(5000);
  });
});

it('a stored but unacknowledged message is recognised when it is delivered again, and one that was not stored is not', async () => {
  const given = options(atFive());
  const source = await start(given);
  source.hold();
  await five.publish('site/a/position', '"kept"');
  await until(() => source.calls.length === 1);
  await five.interrupt();
  // The state after a kill between the transaction and the acknowledgement.
  source.release();
  await until(() => source.kept.length === 1);
  await source.stop();
  await five.publish('site/a/position', '"meanwhile"');
  await five.listen();
  const next = await start(given, source.place);
  await until(() => payloads(next).includes('meanwhile'));
  await five.publish('site/a/position', '"kept"');
  await until(() => next.kept.length === 2);
  expect(payloads(next)).toEqual(['meanwhile', 'kept']);
  expect(next.counts.repeated).toBe(1);
});

it('follows the rules of MQTT 5', () => expect(five.faults).toEqual([]));

it('reads no further than a thousand messages ahead of the disk', async () => {
  const source = await start(options({ clientId: 'slow' }));
  source.hold();
  for (let n = 0; n < 3000; n++) await broker.publish('site/a/position', String(n));
  await until(() => source.calls.length === 1);
  source.release();
  await until(() => source.kept.length >= 3000);
  expect(payloads(source)).toEqual(Array.from({ length: 3000 }, (_, n) => n));
  expect(Math.max(...source.calls)).toBeLessThanOrEqual(1000);
});

it('skips an empty message, which clears a retained one', async () => {
  const source = await start(options());
  await broker.publish('site/a/position', '');
  await broker.publish('site/a/position', '"next"');
  await until(() => source.kept.length === 1);
  expect([payloads(source), source.counts.ignored]).toEqual([['next'], 1]);
});

it('quarantines retained JSON messages, which may be old, unless they are to be taken', async () => {
  await broker.publish('old/a/position', '{"lat":1}', { retain: true });
  const apart = await start(options({ topics: ['old/+/position'] }));
  await until(() => apart.kept.length === 1);
  expect(apart.kept[0]!.quarantined?.reason).toBe('impossible-time');
  const taken = await start(options({ topics: ['old/+/position'], retained: 'take' }));
  await until(() => taken.kept.length === 1);
  expect(taken.kept[0]!).toMatchObject({ document: { retained: true, payload: { lat: 1 } } });
});

it('counts messages whose type contains no position: they are acknowledged, and left out', async () => {
  const source = await start(options({ format: 'owntracks', topics: ['owntracks/+/+'] }));
  const before = broker.acknowledged.length;
  const location = '{"_type":"location","lat":1,"lon":2,"tst":1700000000}';
  for (const payload of ['{"_type":"lwt","tst":1700000000}', location, '{"_type":"transition"}', '{"_type":"status"}'])
    await broker.publish('owntracks/ann/phone', payload);
  await until(() => broker.acknowledged.length === before + 4);
  expect(source.counts).toEqual({ ignored: 3 });
  expect(source.kept.map(({ reading }) => reading!.id)).toEqual(['ann/phone']);
});

describe.each(['3.1.1', '5'] as const)('a look by agent tail, over MQTT %s', (version) => {
  const at = (): MqttBroker | MqttFiveBroker => (version === '5' ? five : broker);

  it('sees what the running agent sees, takes nothing from it and acknowledges nothing', async () => {
    const given = options({ version, url: at().url, topics: version === '5' ? ['$share/agents/look/+'] : ['look/+'] });
    const source = await start(given);
    source.hold();
    const look = RunningSource.look(MQTT_SOURCE, given);
    running.push(look);
    await until(() => look.connected);
    const before = at().acknowledged.length;
    for (let n = 0; n < 20; n++) await at().publish('look/a', String(n));
    await until(() => look.kept.length === 20);
    expect(payloads(look)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(at().acknowledged.length).toBe(before);
    await look.stop();
    source.release();
    await until(() => source.kept.length === 20);
    await until(() => at().acknowledged.length === before + 20);
    expect(source.states).toEqual([expect.stringMatching(/^connected/)]);
    expect(payloads(source)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });
});

it('a check leaves no session behind: no broker stores messages for it afterwards', async () => {
  const sessions = five.sessionCount;
  const look = RunningSource.look(MQTT_SOURCE, options({ ...atFive(), topics: ['over/+'] }));
  await until(() => look.connected);
  expect(five.sessionCount).toBe(sessions + 1);
  await look.stop();
  await until(() => five.sessionCount === sessions);
});

it('shares a subscription with another agent: each message goes to one of them', async () => {
  const topics = ['$share/agents/shared/+'];
  const [one, two] = [await start(options({ topics, ...atFive() })), await start(options({ topics, ...atFive() }))];
  for (let n = 0; n < 50; n++) await five.publish('shared/a', String(n));
  await until(() => one.kept.length + two.kept.length >= 50);
  expect([...payloads(one), ...payloads(two)].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 50 }, (_, n) => n));
});

it('reports the reason when the broker refuses, and keeps trying', async () => {
  const source = RunningSource.start(MQTT_SOURCE, options({ password: 'wrong-secret' }));
  running.push(source);
  await until(() => source.states.length > 0);
  expect(source.states[0]).toMatch(/^disconnected: .*(auth|Not authorized|identifier)/i);
  expect(source.states.join()).not.toContain('wrong-secret');
});

describe('check', () => {
  const context = { name: 'test', log: silent, signal: new AbortController().signal };

  it('ends each sentence before the next', async () => {
    const { findings } = await MQTT_SOURCE.check(options({ password: 'wrong' }), context);
    expect(findings[0]!.text).toMatch(/[a-z]\. Check the address, username and password\.$/);
  });

  it('reports incoming messages, and takes nothing from the running agent', async () => {
    const given = options({ topics: ['$share/agents/check/+'], ...atFive() });
    const source = await start(given);
    const checking = MQTT_SOURCE.check(given, context);
    await until(() => five.subscriptions.includes('check/+'));
    for (let n = 0; n < 12; n++) await five.publish('check/a', String(n));
    const { findings, samples } = await checking;
    expect(findings.map(({ level }) => level)).toEqual(['fine']);
    expect(samples.length).toBeGreaterThan(5);
    await until(() => source.kept.length === 12);
  });

  it('reports a missing broker', async () => {
    const { findings } = await MQTT_SOURCE.check(options({ url: 'mqtt://127.0.0.1:1' }), context);
    expect(findings).toEqual([{ level: 'fault', text: expect.stringContaining('ECONNREFUSED') as string }]);
  });
});
