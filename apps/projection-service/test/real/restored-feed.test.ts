import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPartition } from '#kafka/reading/read-partition.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { SavedSchema } from '#testing/saved-schema.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';
import { type FeedAnswer, FeedClient } from './feed-client.js';

describe('cursors after the database was restored from a backup', () => {
  let space: TestSpace;
  let environment: Record<string, string>;
  let service: RunningService | undefined;
  let client: FeedClient;
  let writer: EventWriter;
  let database: pg.Client;
  let saved: SavedSchema;
  /** The log as it was then. */
  const savedLog: ConsumedRecord[] = [];
  /** Positions of readers: at the time of the backup, and after later changes. */
  const cursors: { before: string; after: string } = { before: '', after: '' };

  const start = async (): Promise<void> => {
    service = await startService('projection-service', environment);
    client = new FeedClient(service.url, environment.INTERNAL_TOKEN!);
  };
  const stop = async (): Promise<void> => {
    await service?.stop();
    service = undefined;
  };
  const write = (revisions: readonly number[], note: string): Promise<void> =>
    writer.write(
      revisions.map((revision) => ({
        externalId: 'crane',
        workspace: 'one',
        revision,
        position: { lat: 53.4, lon: -2.98 },
        set: { title: `${note} ${revision}` },
      })),
    );
  const titles = ({ changes }: FeedAnswer): unknown[] => changes.map(({ set }) => (set as { title: string }).title);

  beforeAll(async () => {
    space = await createTestSpace('restored-feed', { partitions: 1 });
    environment = space.environment('projection-service');
    writer = new EventWriter(space);
    await writer.connect();
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
    await database.connect();
    await start();
    await write([1, 2, 3, 4], 'early');
    cursors.before = (await client.follow('one', 4)).cursor;
    await stop();
    saved = await SavedSchema.save(database, space.schemas.projection);
    const { kafka, logger } = space;
    await readPartition({ kafka, logger, topic: topic(), partition: 0, onRecord: (record) => savedLog.push(record) });
    await start();
    await write([5, 6, 7, 8], 'lost');
    cursors.after = (await client.follow('one', 4, { cursor: cursors.before })).cursor;
    await stop();
  });

  afterAll(async () => {
    await stop();
    await saved?.forget();
    await database?.end();
    await writer?.close();
    await space?.close();
  });

  it('continue where they were while the log still has what the backup lacks', async () => {
    await saved.restore();
    await start();
    await write([9], 'late');
    expect(titles(await client.follow('one', 1, { cursor: cursors.after }))).toEqual(['late 9']);
    expect(titles(await client.follow('one', 5, { cursor: cursors.before }))).toEqual(['lost 5', 'lost 6', 'lost 7', 'lost 8', 'late 9']);
    await stop();
  });

  it(
    'are answered 410 when what they have read is gone from the log as ' + 'well, also once the feed has grown longer than it was',
    async () => {
      await saved.restore();
      await replaceLog();
      await start();
      await write([5, 6, 7, 8, 9, 10, 11, 12, 13], 'new');
      expect(titles(await client.follow('one', 9, { cursor: cursors.before }))).toEqual(
        [5, 6, 7, 8, 9, 10, 11, 12, 13].map((revision) => `new ${revision}`),
      );
      const answer = await client.request(`/groups/one/changes?cursor=${cursors.after}`);
      expect(answer.status).toBe(410);
      const problem = (await answer.json()) as { type: string; detail: string; resynchronise: { snapshot: string } };
      expect(problem).toMatchObject({
        type: 'urn:waymark:problem:cursor-expired',
        detail: expect.stringMatching(/restored from a backup/),
      });
      const { objects, cursor } = await client.json<Awaited<ReturnType<typeof snapshot>>>(problem.resynchronise.snapshot);
      expect(objects).toMatchObject([{ revision: 13 }]);
      await write([14], 'new');
      expect(titles(await client.follow('one', 1, { cursor }))).toEqual(['new 14']);
    },
  );

  it('stay valid when only the broker has lost records that were read', async () => {
    const { cursor } = await client.follow('one', 1);
    await stop();
    await replaceLog();
    await start();
    await write([15], 'newer');
    expect(titles(await client.follow('one', 1, { cursor }))).toEqual(['newer 15']);
    // The second loss does not change the result of the first.
    expect((await client.request(`/groups/one/changes?cursor=${cursors.after}`)).status).toBe(410);
  });

  it('all expire when a reader proves that both stores were put back to the same time', { timeout: 60_000 }, async () => {
    await stop();
    await saved.restore();
    await replaceLog(savedLog);
    await start();
    await write([5], 'other');
    const place = (cursor: string): Promise<FeedAnswer> => client.changes('one', { cursor });
    // Not past the end any more after three further changes, and it would then have missed four.
    expect(titles(await place(cursors.after))).toEqual([]);
    await expect.poll(() => statusOf(cursors.after), { timeout: 15_000 }).toBe(410);
    await write([6, 7, 8, 9], 'other');
    expect(await statusOf(cursors.after)).toBe(410);
    expect(await statusOf(cursors.before)).toBe(410);
    // Until then, the feed after a snapshot could repeat changes that its objects already have.
    const newest = async (): Promise<number> => (await snapshot()).objects[0]!.revision;
    await expect.poll(newest).toBe(9);
    const { cursor } = await snapshot();
    await write([10], 'other');
    expect(titles(await client.follow('one', 1, { cursor }))).toEqual(['other 10']);
    expect(await cursorFinding()).toMatchObject({ state: 'warning', found: expect.stringMatching(/put back to an earlier time/) });
  });

  it('all expire when an operator says so, also those of open streams', async () => {
    const { cursor } = await client.follow('one', 1);
    const stream = await client.request(`/groups/one/changes?cursor=${cursor}`, { headers: { accept: 'text/event-stream' } });
    const polled = client.request(`/groups/one/changes?cursor=${cursor}&wait=30`);
    expect((await client.request('/operator/cursors', { method: 'DELETE' })).status).toBe(204);
    expect(await statusOf(cursor)).toBe(410);
    await write([11], 'other');
    expect((await polled).status).toBe(410);
    expect(await stream.text()).not.toContain('other 11');
    expect(await cursorFinding()).toMatchObject({ state: 'fine', found: expect.stringMatching(/an operator did it/) });
  });

  const snapshot = (): Promise<{ objects: { revision: number }[]; cursor: string }> =>
    client.json('/groups/one/externalObjects?snapshot=true');
  const statusOf = async (cursor: string): Promise<number> => (await client.request(`/groups/one/changes?cursor=${cursor}`)).status;
  const cursorFinding = async (): Promise<unknown> =>
    (await client.json<{ findings: { about: string }[] }>('/operator/diagnosis')).findings.find(
      ({ about }) => about === 'projection-service.cursors',
    );

  function topic(): string {
    return `${space.prefix}object.events`;
  }

  /** The broker gets a new log, as after a restore or replacement. */
  async function replaceLog(records: readonly ConsumedRecord[] = []): Promise<void> {
    const admin = space.kafka.admin();
    await admin.connect();
    try {
      await admin.deleteTopics({ topics: [topic()] });
      while ((await admin.listTopics()).includes(topic())) await new Promise((resolve) => setTimeout(resolve, 50));
      await space.createTopics();
    } finally {
      await admin.disconnect();
    }
    if (records.length === 0) return;
    const producer = space.kafka.producer();
    await producer.connect();
    const messages = records.map(({ key, value, headers, timestamp }) => ({
      key,
      value,
      headers,
      partition: 0,
      timestamp: String(timestamp),
    }));
    await producer.send({ topic: topic(), messages });
    await producer.disconnect();
  }
});
