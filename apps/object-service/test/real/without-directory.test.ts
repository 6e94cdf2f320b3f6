import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { at, CommandSender, TopicWatcher } from './commands.js';

let space: TestSpace;
const services: RunningService[] = [];

beforeAll(async () => {
  space = await createTestSpace('without directory');
  const admin = space.kafka.admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [`${space.prefix}directory.state`] });
  await admin.disconnect();
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await space?.close();
});

it('commands are applied and projected even without directory.state', async () => {
  // Each start waits until the service is ready.
  for (const service of ['object-service', 'projection-service'] as const)
    services.push(await startService(service, space.environment(service)));
  const sender = await CommandSender.connect(space);
  await sender.call('north', [at('one', 1)]);
  const events = await TopicWatcher.open(space, 'object.events');
  await events.until((records) => records.length === 1, 'the event');
  const { INTERNAL_TOKEN } = space.environment('projection-service');
  await expect
    .poll(
      async () =>
        (await fetch(`${services[1]!.url}/groups/north/externalObjects/one`, { headers: { 'x-waymark-internal': INTERNAL_TOKEN! } }))
          .status,
      { timeout: 20_000 },
    )
    .toBe(200);
  // Longer than a follower without records would take before giving up, if it did.
  await new Promise((resolve) => setTimeout(resolve, 25_000));
  for (const { url } of services) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  await sender.call('north', [at('one', 2)]);
  await events.until((records) => records.length === 2, 'the second event');
  await events.close();
  await sender.close();
}, 120_000);
