import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Consumer } from '#kafka-client';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { createLedTopics } from '#kafka/topics/topics.js';
import { type ProxiedSpace, proxiedSpace, until } from './kafka-fixture.js';

/** Much longer than a member may take to join, so that no session ends during a test. */
const SESSION_MS = 60_000;
const JOIN_MS = 5000;

interface Member {
  consumer: Consumer;
  /** The partitions of each join, in order. */
  joins: number[][];
  crashes: Error[];
}

let proxied: ProxiedSpace;
let topic: string;
let groupId: string;
let group = 0;
const open: Consumer[] = [];

beforeAll(async () => {
  proxied = await proxiedSpace('static members');
  topic = `${proxied.space.prefix}static-members`;
  const admin = proxied.space.kafka.admin();
  await admin.connect();
  await createLedTopics(admin, [{ topic, numPartitions: 4 }]);
  await admin.disconnect();
});
afterEach(async () => {
  proxied.proxy.restore();
  await Promise.all(open.splice(0).map((consumer) => consumer.disconnect()));
});
afterAll(() => proxied?.close());

async function join(name: string, kafka: KafkaConnection): Promise<Member> {
  const consumer = kafka.consumer({
    groupId,
    groupInstanceId: name,
    sessionTimeout: SESSION_MS,
    rebalanceTimeout: SESSION_MS,
    heartbeatInterval: 200,
    maxWaitTimeInMs: 100,
  });
  open.push(consumer);
  const member: Member = { consumer, joins: [], crashes: [] };
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => member.joins.push([...(payload.memberAssignment[topic] ?? [])].sort()));
  consumer.on(consumer.events.CRASH, ({ payload }) => member.crashes.push(payload.error));
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({ autoCommit: false, eachMessage: () => Promise.resolve() });
  return member;
}

/** Whether each of two members has half of the partitions. */
const shared = (...members: Member[]): boolean =>
  members.every(({ joins }) => joins.at(-1)?.length === 2) && new Set(members.flatMap(({ joins }) => joins.at(-1)!)).size === 4;

describe('a member of a group with a name of its own', () => {
  it('takes the partitions of a former one that did not leave at once, and the others keep theirs', async () => {
    groupId = `${topic}-${++group}`;
    const other = await join('other', proxied.space.kafka);
    const former = await join('same', proxied.kafka);
    await until(() => shared(other, former), JOIN_MS);
    const joinsOfOther = other.joins.length;
    proxied.proxy.cut();
    const next = await join('same', proxied.space.kafka);
    await until(() => next.joins.length > 0, JOIN_MS);
    expect(next.joins).toEqual([former.joins.at(-1)]);
    expect(other.joins.length).toBe(joinsOfOther);
  });

  it('leaves its partitions to the others when it ends', async () => {
    groupId = `${topic}-${++group}`;
    const other = await join('other', proxied.space.kafka);
    const leaving = await join('leaving', proxied.space.kafka);
    await until(() => shared(leaving, other), JOIN_MS);
    await leaving.consumer.disconnect();
    await until(() => other.joins.at(-1)?.length === 4, JOIN_MS);
  });

  it('goes on without the name when another one that lives has it, and both have partitions', async () => {
    groupId = `${topic}-${++group}`;
    const first = await join('same', proxied.space.kafka);
    await until(() => first.joins.at(-1)?.length === 4, JOIN_MS);
    const second = await join('same', proxied.space.kafka);
    await until(() => shared(first, second), JOIN_MS);
    // Longer than several heartbeats: neither takes the other's place again.
    const joins = first.joins.length + second.joins.length;
    await sleep(1500);
    expect(first.joins.length + second.joins.length).toBe(joins);
    expect([...first.crashes, ...second.crashes]).toEqual([]);
  });
});
