import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TopicName } from '#contracts/topics.js';
import type { ServiceName } from '#stack/services/service-environment.js';
import { startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const PARTITIONS = 3;
const REPLY_PARTITIONS = 4;
const ENDS_MS = 30_000;

let space: TestSpace;
beforeAll(
  async () => void (space = await createTestSpace('other-partitions', { partitions: PARTITIONS, replyPartitions: REPLY_PARTITIONS })),
);
afterAll(() => space?.close());

/** Keys would map to other partitions (reliability.md, section 1, rule 14). Each service names the topics that it uses. */
it.each<[ServiceName, setting: string, set: number, topics: TopicName[], found: number]>([
  ['object-service', 'OBJECT_PARTITIONS', 6, ['object.commands', 'object.events', 'object.state'], PARTITIONS],
  ['object-service', 'OBJECT_PARTITIONS', 2, ['object.commands', 'object.events', 'object.state'], PARTITIONS],
  ['object-service', 'REPLY_PARTITIONS', 8, ['object.outcomes'], REPLY_PARTITIONS],
  ['projection-service', 'OBJECT_PARTITIONS', 6, ['object.events'], PARTITIONS],
  ['projection-service', 'OBJECT_PARTITIONS', 2, ['object.events'], PARTITIONS],
])('the %s with %s=%i refuses to start, naming %j, what it expects and what it found', async (name, setting, set, topics, found) => {
  const service = await startService(name, space.environment(name, { [setting]: String(set) }), { awaitReady: false });
  try {
    expect(await Promise.race([service.exited, sleep(ENDS_MS, 'it still runs', { ref: false })])).toBe(1);
    for (const topic of topics)
      expect(service.log()).toContain(`Topic ${space.prefix}${topic} has ${found} partitions, the settings say ${set}`);
  } finally {
    await service.stop();
  }
});
