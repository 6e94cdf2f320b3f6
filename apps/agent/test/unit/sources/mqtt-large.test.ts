import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { generate, type Packet, parser } from 'mqtt-packet';
import { afterEach, expect, it } from 'vitest';
import { MqttBroker } from '#testing/tracking-systems/mqtt-broker.js';
import { clientOptions } from '../../../src/sources/mqtt/client-options.js';
import type { MqttMessage } from '../../../src/sources/mqtt/message.js';
import { MQTT_SOURCE } from '../../../src/sources/mqtt/mqtt-source.js';
import type { MqttOptions } from '../../../src/sources/mqtt/options.js';
import { runSession } from '../../../src/sources/mqtt/session.js';
import { RunningSource, until } from './source-bench.js';

const MIB = 1024 * 1024;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const BOUND_BYTES = 8 * MIB;

/** Bytes of referenced buffers, beyond `before`. Collects garbage only above the bound: a full collection can take as long as a message. */
function heldBeyond(before: number): number {
  const beyond = (): number => process.memoryUsage().arrayBuffers - before;
  // V8 frees the buffers of a collection concurrently, and waits for that only in the next collection.
  for (let collections = 0; collections < 2 && beyond() >= BOUND_BYTES; collections++) collectGarbage();
  return beyond();
}

it(
  'a message of 64 MiB from a 3.1.1 broker is acknowledged and quarantined in little memory, and does not come again',
  { timeout: 120_000 },
  async () => {
    const broker = await MqttBroker.start();
    closing.push(() => broker.close());
    const options: MqttOptions = { url: broker.url, topics: ['site/#'], format: 'json', version: '3.1.1', clientId: 'bounded' };
    const source = RunningSource.start(MQTT_SOURCE, options);
    closing.push(() => source.stop());
    await until(() => source.connected);
    const payload = Buffer.alloc(64 * MIB, 'x');
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, heldBeyond(before))), 5);
    closing.push(() => clearInterval(watch));
    await broker.publish('site/a', '1');
    await broker.publish('site/large', payload);
    await broker.publish('site/b', '2');
    await until(() => source.kept.length === 3);
    clearInterval(watch);
    expect(most).toBeLessThan(BOUND_BYTES);
    expect(source.kept.map(({ document, quarantined }) => quarantined?.detail ?? (document as { payload: unknown }).payload)).toEqual([
      1,
      `The message on site/large has ${64 * MIB} bytes; at most ${MIB} are read.`,
      2,
    ]);
    expect(source.kept[1]).toMatchObject({ document: { topic: 'site/large', bytes: 64 * MIB }, quarantined: { reason: 'unreadable' } });
    await until(() => broker.acknowledged.length === 3);
    await source.stop();
    const next = RunningSource.start(MQTT_SOURCE, options);
    closing.push(() => next.stop());
    await until(() => next.connected);
    await broker.publish('site/c', '3');
    await until(() => next.kept.length > 0);
    expect(next.kept.map(({ document }) => (document as { payload: unknown }).payload)).toEqual([3]);
  },
);

it('a message that takes longer than the ping timeout is awaited, and the broker hears from the client meanwhile', async () => {
  const received: string[] = [];
  const server = createServer((socket) => void slowBroker(socket, received).catch(() => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ending = new AbortController();
  const came: MqttMessage[] = [];
  const url = `mqtt://127.0.0.1:${port}`;
  const session = runSession({
    dial: () => connect(port, '127.0.0.1'),
    client: { ...clientOptions({ url, topics: ['a'], format: 'json', version: '3.1.1' }, 'slow', true), keepalive: 1 },
    topics: ['a'],
    qos: 1,
    subscribeAlways: true,
    isTls: false,
    signal: ending.signal,
    onMessage: (message) => Promise.resolve(void came.push(message)),
    onSubscribed: () => undefined,
  });
  await Promise.race([session, until(() => received.includes('puback'))]);
  ending.abort();
  await session;
  expect(came).toMatchObject([{ topic: 'a', passedOver: 2 * MIB }]);
  expect(received.filter((cmd) => cmd === 'pingreq').length).toBeGreaterThan(3);
});

/** Sends one message of 2 MiB within three seconds, and answers pings only after it, like a full connection. */
async function slowBroker(socket: Socket, received: string[]): Promise<void> {
  const packets = parser({ protocolVersion: 4 } as never);
  const subscribed = new Promise<void>((resolve) => {
    packets.on('packet', (packet: Packet) => {
      received.push(packet.cmd);
      if (packet.cmd === 'connect') socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
      if (packet.cmd === 'subscribe') {
        socket.write(generate({ cmd: 'suback', messageId: packet.messageId!, granted: [1] }));
        resolve();
      }
    });
  });
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => packets.parse(bytes));
  await subscribed;
  const message = generate({ cmd: 'publish', topic: 'a', payload: Buffer.alloc(2 * MIB), qos: 1, messageId: 1, dup: false, retain: false });
  const step = Math.ceil(message.length / 30);
  for (let at = 0; at < message.length; at += step) {
    socket.write(message.subarray(at, at + step));
    await sleep(100);
  }
  socket.write(generate({ cmd: 'pingresp' }));
}
