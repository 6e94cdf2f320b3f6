import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectCommand } from '#object-rules/command.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { SavedSchema } from '#testing/saved-schema.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { at, CommandSender, outcomesIn, type ReadRecord, TopicWatcher } from './commands.js';

interface Row {
  external_id: string;
  workspace: string;
  revision: number;
  erased: boolean;
}

describe('the object service next to stores that were restored from a backup', { timeout: 120_000 }, () => {
  let space: TestSpace;
  let sender: CommandSender;
  let outcomes: TopicWatcher;
  let database: pg.Client;
  let service: RunningService | undefined;

  beforeAll(async () => {
    space = await createTestSpace('restored-stores', { partitions: 2 });
    sender = await CommandSender.connect(space);
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
    await database.connect();
  });
  beforeEach(async () => {
    outcomes = await TopicWatcher.open(space, 'object.outcomes');
  });
  afterEach(async () => {
    await stop();
    await outcomes.close();
  });
  afterAll(async () => {
    await database?.end();
    await sender?.close();
    await space?.close();
  });

  const start = async (): Promise<void> => {
    service = await startService(
      'object-service',
      space.environment('object-service', { OUTBOX_KEPT_SECONDS: '1', STATE_INTERVAL_MS: '50' }),
    );
  };
  const stop = async (): Promise<void> => {
    await service?.stop();
    service = undefined;
  };
  const apply = async (workspace: string, ...commands: ObjectCommand[]): Promise<string[]> => {
    const operation = await sender.call(workspace, commands);
    const results = (records: readonly ReadRecord[]) =>
      outcomesIn(records)
        .filter(({ operationId }) => operationId === operation)
        .flatMap((each) => each.results);
    return results(await outcomes.until((records) => results(records).length >= commands.length, 'outcomes')).map((result) =>
      result[2] === 'rejected' ? result[3] : result[2],
    );
  };
  const rows = async (prefix: string): Promise<Row[]> =>
    (
      await database.query<Row>(
        "select external_id, workspace, revision::int, state->>'erased' is not null as erased from object " +
          'where external_id like $1 order by 1',
        [`${prefix}%`],
      )
    ).rows;
  const diagnosis = async (): Promise<unknown> => {
    const answer = await fetch(`${service!.url}/operator/diagnosis`, {
      headers: { 'x-waymark-internal': space.installation.secrets.internalToken },
    });
    return ((await answer.json()) as { findings: { about: string }[] }).findings.find(({ about }) => about === 'object-service.stores');
  };
  const withAdmin = async <T>(work: (admin: ReturnType<TestSpace['kafka']['admin']>) => Promise<T>): Promise<T> => {
    const admin = space.kafka.admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };

  it('reads newer states from the topic if the database is older than the commands on the log', async () => {
    await start();
    expect(await apply('one', at('old-a', 1), at('old-b', 1), at('old-c', 1))).toEqual(['created', 'created', 'created']);
    await stop();
    const saved = await SavedSchema.save(database, space.schemas.objects);
    await start();
    await apply('one', at('old-a', 2));
    await apply('one', at('old-a', 3));
    await apply('one', { externalId: 'old-b', op: 'erase' });
    await apply('two', at('old-d', 1));
    await stop();
    const before = await rows('old-');
    await saved.restore();
    await saved.forget();
    expect(await rows('old-')).toHaveLength(3);
    // As after their retention.
    await withAdmin(async (admin) => {
      const topic = `${space.prefix}object.commands`;
      const ends = await admin.fetchTopicOffsets(topic);
      await admin.deleteTopicRecords({ topic, partitions: ends.map(({ partition, high }) => ({ partition, offset: high })) });
    });
    await start();
    expect(await apply('one', at('old-a', 4), at('old-c', 2))).toEqual(['updated', 'updated']);
    // The case is recorded for `waymark doctor`.
    expect((await database.query('select distinct consumer, older_database from partition_break')).rows).toEqual([
      { consumer: 'object-service', older_database: true },
    ]);
    expect(await diagnosis()).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/^the database was older than the topics/) as string,
    });
    // An object that has belonged to another workspace since then still does; an erased one is missing.
    expect(await apply('one', at('old-d', 2))).toEqual(['belongs-to-another-workspace']);
    const revisions = new Map(before.map((row) => [row.external_id, row.revision]));
    expect(await rows('old-')).toEqual([
      { external_id: 'old-a', workspace: 'one', revision: revisions.get('old-a')! + 1, erased: false },
      { external_id: 'old-b', workspace: 'one', revision: revisions.get('old-b')!, erased: true },
      { external_id: 'old-c', workspace: 'one', revision: revisions.get('old-c')! + 1, erased: false },
      { external_id: 'old-d', workspace: 'two', revision: 1, erased: false },
    ]);
  });

  it('publishes all states again if the broker is older than the stored events', async () => {
    await start();
    const ids = Array.from({ length: 30 }, (_, n) => `all-${n}`);
    await apply('one', ...ids.map((id) => at(id, 1)));
    await apply('one', { externalId: 'all-7', op: 'erase' });
    // Until no event is stored any more.
    while ((await database.query('select from outbox')).rowCount! > 0) await sleep(50);
    await stop();
    await withAdmin(async (admin) => {
      const topics = ['object.events', 'object.state'].map((topic) => `${space.prefix}${topic}`);
      await admin.deleteTopics({ topics });
      while ((await admin.listTopics()).some((topic) => topics.includes(topic))) await sleep(50);
    });
    await space.createTopics();
    await start();
    const states = await TopicWatcher.open(space, 'object.state');
    try {
      const isPublished = (records: readonly ReadRecord[]): boolean =>
        ids.every((id) => records.some(({ key, value }) => key === id && (value === '') === (id === 'all-7')));
      await states.until(isPublished, 'all states');
    } finally {
      await states.close();
    }
    while ((await database.query('select from partition_offset where all_states_due')).rowCount! > 0) await sleep(50);
    expect(await diagnosis()).toMatchObject({ state: 'warning' });
    // Logged after the row is changed.
    await expect.poll(() => service!.log()).toMatch(/states of all objects of these partitions were published again/);
  });
});
