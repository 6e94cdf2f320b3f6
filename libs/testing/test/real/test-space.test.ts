import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestSpace } from '#testing/test-space.js';

it('gives each space separate topics, schemas and tokens and takes them away again', async () => {
  const [one, other] = await Promise.all([createTestSpace('Twin space', { partitions: 2 }), createTestSpace('Twin space')]);
  expect(one.prefix).not.toBe(other.prefix);
  const admin = one.kafka.admin();
  await admin.connect();
  const client = new pg.Client({ connectionString: one.databaseUrl });
  await client.connect();
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [`${one.prefix}object.events`] });
    expect(topics[0]?.partitions).toHaveLength(2);
    await client.query(`create schema ${one.schemas.objects}`);

    await one.close();

    // The controller answers before the broker knows that they are gone.
    await expect
      .poll(async () => (await admin.listTopics()).filter((topic) => topic.startsWith(one.prefix)), { timeout: 10_000 })
      .toEqual([]);
    expect(await admin.listTopics()).toContain(`${other.prefix}object.events`);
    const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [one.schemas.objects]);
    expect(rowCount).toBe(0);
  } finally {
    await admin.disconnect();
    await client.end();
    await other.close();
  }
});

it('gives every service only the rights that it needs', async () => {
  const space = await createTestSpace('environment', { topics: false });
  try {
    const gateway = space.environment('gateway', { LOG_LEVEL: 'debug' });
    expect(gateway.LOG_LEVEL).toBe('debug');
    expect(gateway).not.toHaveProperty('DATABASE_URL');
    expect(space.environment('object-service')).not.toHaveProperty('OPERATION_ID_SECRET');
    expect(gateway.OBJECT_SERVICE_URL).toBe(`http://127.0.0.1:${space.environment('object-service').PORT}`);
  } finally {
    await space.close();
  }
});
