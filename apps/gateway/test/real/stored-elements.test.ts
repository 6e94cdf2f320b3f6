import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidV7 } from '#contracts/uuid-v7.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { partitionOf } from '#kafka/records/partition.js';
import { topicName } from '#kafka/topics/topics.js';
import type { RunningStack } from '#testing/running-stack.js';
import { giveBack, sharedStack } from '#testing/shared-stack.js';
import type { TestSpace } from '#testing/test-space.js';
import { type Answer, at, type WriteClient, writeClient } from './write-client.js';

const LINK = { id: 'site', kind: 'link', target: 'https://example.com/' };
/** An element of a kind, and with a member, that this version does not know. */
const HOLOGRAM = { id: 'look', kind: 'hologram', target: '3d', depth: 7 };

let space: TestSpace;
let stack: RunningStack;
let call: WriteClient;

beforeAll(async () => {
  ({ space, stack } = await sharedStack('stored-elements'));
  call = writeClient(stack.url, await space.token({ workspaces: ['stored'] }), 'stored');
});
afterAll(giveBack);

/** Publishes an object like a gateway of another version. */
async function storedByAnotherVersion(externalId: string, contentElements: readonly object[]): Promise<void> {
  const producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger: space.logger });
  await producer.connect();
  const partition = partitionOf(externalId, space.partitions);
  const record = {
    v: 1,
    operationId: uuidV7(Date.now()),
    workspace: 'stored',
    receivedAt: new Date().toISOString(),
    subject: 'test',
    reply: null,
    partitions: [partition],
    total: 1,
    elements: [[0, { ...at(externalId), initialExternalObject: { title: 'As it was', contentElements } }]],
  };
  await producer.send([{ topic: topicName(space.prefix, 'object.commands'), partition, key: null, value: JSON.stringify(record) }]);
  await producer.close();
  await expect.poll(async () => (await read(externalId)).json.contentElements, { timeout: 20_000 }).toEqual(contentElements);
}

const read = (id: string): Promise<Answer> => call({ method: 'GET', path: `/externalObjects/${id}` });
const edit = (id: string, body: object): Promise<Answer> => call({ method: 'PATCH', path: `/externalObjects/${id}`, body });

it('An edit keeps stored elements of a kind that this version does not know, and changes the others', async () => {
  const id = randomUUID();
  await storedByAnotherVersion(id, [HOLOGRAM, LINK]);
  const changed = { ...LINK, label: 'Site' };
  // The order of its members does not matter; elements may change their order.
  const { depth, ...rest } = HOLOGRAM;
  const answer = await edit(id, { contentElements: [changed, { depth, ...rest }] });
  expect(answer.json).toMatchObject({ revision: 2 });
  expect(answer.status).toBe(200);
  await expect.poll(async () => (await read(id)).json.contentElements).toEqual([changed, HOLOGRAM]);
});

it('An element of an unknown kind is refused at its place if it is new, changed, or from another object', async () => {
  const [id, other] = [randomUUID(), randomUUID()];
  const { depth: _, ...plain } = HOLOGRAM;
  await storedByAnotherVersion(id, [plain]);
  expect((await call({ body: [at(other, { initialExternalObject: { contentElements: [LINK] } })] })).status).toBe(200);
  const refused = async (of: string, body: object): Promise<unknown> => {
    const { status, json } = await edit(of, body);
    return [status, json.errors?.[0].pointer];
  };
  expect(await refused(id, { contentElements: [plain, { ...plain, id: 'second' }] })).toEqual([422, '/contentElements/1/kind']);
  expect(await refused(id, { contentElements: [LINK, { ...plain, label: 'Changed' }] })).toEqual([422, '/contentElements/1/kind']);
  expect(await refused(other, { contentElements: [plain] })).toEqual([422, '/contentElements/0/kind']);
  expect(await refused(randomUUID(), { contentElements: [plain] })).toEqual([422, '/contentElements/0/kind']);
  expect(await refused(id, { contentElements: [plain, { ...LINK, target: 'javascript:alert(1)' }] })).toEqual([
    422,
    '/contentElements/1/target',
  ]);
  const created = await call({ body: [at(randomUUID(), { initialExternalObject: { contentElements: [plain] } })] });
  expect(created.status).toBe(422);
  expect((await read(id)).json.contentElements).toEqual([plain]);
});
