import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogEnds } from '#kafka/topics/log-ends.js';
import { topicBounds } from '#kafka/topics/partition-bounds.js';
import { API } from '#testing/tcp-proxy.js';
import { type ProxiedSpace, proxiedSpace } from './kafka-fixture.js';

let proxied: ProxiedSpace;
let topic: string;

beforeAll(async () => {
  proxied = await proxiedSpace('log-ends');
  topic = `${proxied.space.prefix}object.events`;
  const producer = proxied.space.kafka.producer();
  await producer.connect();
  await producer.send({ topic, messages: Array.from({ length: 5 }, (_, at) => ({ partition: at % 2, value: `${at}` })) });
  await producer.disconnect();
  const admin = proxied.space.kafka.admin();
  await admin.connect();
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '2' }] });
  await admin.disconnect();
});
afterAll(() => proxied?.close());

describe('the ends of the logs of a topic', () => {
  it('are those that `topicBounds` finds, and so are the starts', async () => {
    const log = new LogEnds(proxied.kafka, topic);
    const bounds = await topicBounds(proxied.space.kafka, topic);
    const [ends, starts] = [await log.ends(), await log.starts()];
    await log.close();
    expect([...ends].toSorted()).toEqual([...bounds].map(([partition, { high }]) => [partition, high]).toSorted());
    expect([...starts].toSorted()).toEqual([...bounds].map(([partition, { low }]) => [partition, low]).toSorted());
    expect([...ends].toSorted()).toEqual([
      [0, 3],
      [1, 2],
      [2, 0],
    ]);
    expect(starts.get(0)).toBe(2);
  });

  it('cost one request each once the leaders are known, and are asked for over a new connection after a lost one', async () => {
    const log = new LogEnds(proxied.kafka, topic);
    await log.ends();
    const asked = (): [number, number] => [proxied.proxy.requests(API.listOffsets), proxied.proxy.requests(API.metadata)];
    const [offsets, metadata] = asked();
    await log.ends();
    await log.ends();
    expect(asked()).toEqual([offsets + 2, metadata]);
    proxied.kafka.breakSockets('the test breaks them');
    await expect.poll(() => log.ends().then((ends) => ends.get(0), String)).toBe(3);
    await log.close();
  });

  it('leave no connection when they are closed during a question', async () => {
    const log = new LogEnds(proxied.kafka, topic);
    proxied.proxy.freeze();
    const asked = log.ends().catch(() => undefined);
    await expect.poll(() => proxied.proxy.connections).toBe(1);
    const closed = log.close();
    proxied.proxy.thaw();
    await Promise.all([asked, closed]);
    await expect.poll(() => proxied.proxy.connections).toBe(0);
  });
});
