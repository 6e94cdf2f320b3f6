import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTopics, ensureTopics, type TopicPlan } from '#kafka/topics/topics.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { until } from './kafka-fixture.js';

let space: TestSpace;
let plan: TopicPlan;
const ALTER_TOPIC = 2;

beforeAll(async () => {
  space = await createTestSpace('topics', { topics: false, partitions: 3, replyPartitions: 2 });
  plan = { prefix: space.prefix, objectPartitions: 3, replyPartitions: 2 };
});
afterAll(() => space?.close());

describe('the topics', () => {
  it('are missed by name, made, and found as they were made, also when made twice', async () => {
    await expect(checkTopics(space.kafka, plan)).rejects.toThrow(`Topic ${space.prefix}object.commands does not exist`);
    await ensureTopics(space.kafka, plan);
    await ensureTopics(space.kafka, plan);
    await checkTopics(space.kafka, plan);
  });

  it('of another number of partitions are refused: keys would map differently (rule 14)', async () => {
    await ensureTopics(space.kafka, plan);
    await expect(checkTopics(space.kafka, { ...plan, objectPartitions: 6 })).rejects.toThrow(
      /object\.events has 3 partitions, the settings say 6/,
    );
    await expect(checkTopics(space.kafka, { ...plan, replyPartitions: 3 }, ['object.outcomes'])).rejects.toThrow(
      /object\.outcomes has 2 partitions/,
    );
    await checkTopics(space.kafka, { ...plan, replyPartitions: 3 }, ['object.commands']);
  });

  it('of another compression are refused: the client could not read them (rule 13)', async () => {
    await ensureTopics(space.kafka, plan);
    const admin = space.kafka.admin();
    await admin.connect();
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: ALTER_TOPIC, name: `${space.prefix}object.events`, configEntries: [{ name: 'compression.type', value: 'lz4' }] }],
    });
    await admin.disconnect();
    // The controller answers before the broker knows the new setting.
    await until(() =>
      checkTopics(space.kafka, plan).then(
        () => false,
        () => true,
      ),
    );
    await expect(checkTopics(space.kafka, plan)).rejects.toThrow(/object\.events has compression\.type=lz4, it must be producer/);
  });
});
