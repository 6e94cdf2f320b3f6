import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/repository-root.js';
import { partitionOf } from '#kafka/partition.js';
import { startService, type RunningService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';
import { FeedClient } from './feed-client.js';

const run = promisify(execFile);
const names = Array.from({ length: 30 }, (_, at) => `n${at}`);

describe('npm run rebuild', { timeout: 180_000 }, () => {
  let space: TestSpace;
  let service: RunningService;
  let client: FeedClient;
  let writer: EventWriter;
  let database: pg.Client;
  let environment: Record<string, string>;

  beforeAll(async () => {
    space = await createTestSpace('rebuild');
    writer = new EventWriter(space);
    await writer.connect();
    environment = space.environment('projection-service');
    service = await startService('projection-service', environment);
    client = new FeedClient(service.url, environment.INTERNAL_TOKEN!);
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
    await database.connect();
  });

  afterAll(async () => {
    await database?.end();
    await service?.stop();
    await writer?.close();
    await space?.close();
  });

  const rebuild = async (...args: string[]): Promise<{ code: number; output: string }> => {
    const main = `${repositoryRoot}/dist/apps/projection-service/src/rebuilding/main.js`;
    try {
      const { stdout } = await run(process.execPath, [main, ...args], { env: { PATH: process.env.PATH, ...environment } });
      return { code: 0, output: stdout };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  };
  const write = (revision: number): Promise<void> =>
    writer.write(names.flatMap((name) => ['a', 'b'].map((workspace) => ({ externalId: `${workspace}-${name}`, workspace, revision, position: { lat: 50 + revision / 100, lon: 5 } }))));
  const tableOid = async (): Promise<number> => {
    const { rows } = await database.query<{ oid: number }>(`select 'object_state'::regclass::oid as oid`);
    return rows[0]!.oid;
  };

  it('swaps an equal projection in under load, with reads and cursors going on', async () => {
    let revision = 0;
    while (revision < 10) await write(++revision);
    const before = await client.follow('a', 300);
    const oid = await tableOid();
    let writing = true;
    const load = (async () => {
      for (; writing; await sleep(50)) await write(++revision);
    })();
    let reads = 0;
    const readers = (async () => {
      while (writing) {
        const list = await client.json<{ objects: unknown[] }>('/groups/a/externalObjects?limit=1000');
        expect(list.objects).toHaveLength(names.length);
        reads++;
      }
    })();
    const result = await rebuild();
    writing = false;
    await Promise.all([load, readers]);
    expect(result).toMatchObject({ code: 0, output: expect.stringContaining('Row by row, both are the same.') as string });
    expect(await tableOid()).not.toBe(oid);
    expect(reads).toBeGreaterThan(3);
    const rest = await client.follow('a', (revision - 10) * names.length, { cursor: before.cursor });
    for (const name of names) {
      const revisions = rest.changes.filter(({ externalId }) => externalId === `a-${name}`).map((change) => change.revision);
      expect(revisions).toEqual(Array.from({ length: revision - 10 }, (_, at) => at + 11));
    }
    const { rows } = await database.query(`select nspname from pg_namespace where nspname like $1`, [`${space.schemas.projection}\\_%`]);
    expect(rows).toEqual([]);
  });

  it('names the rows that differ and repairs them', async () => {
    await database.query(`update object_state set title = 'wrong' where external_id = 'a-n1'`);
    await database.query(`delete from history where external_id = 'a-n2' and revision = 3`);
    await database.query(`update feed_chunk set changes = replace(changes, '"revision":5,', '"revision":55,') where workspace = 'b'`);
    const check = await rebuild('--check');
    expect(check.code).toBe(2);
    expect(check.output).toContain('object_state a-n1: different');
    expect(check.output).toContain('history a-n2@3: only in the new');
    expect(check.output).toMatch(/feed \d\/\d+: different/);
    expect(check.output).toContain(`${2 + names.length} rows differ`);
    expect((await rebuild()).code).toBe(2);
    expect((await rebuild('--check')).code).toBe(0);
  });

  it('takes the base from object.state where the log has lost its beginning', async () => {
    const before = (await client.json<{ objects: { externalId: string; revision: number }[] }>('/groups/b/externalObjects?limit=1000')).objects;
    const { rows } = await database.query<{ external_id: string; state: object }>('select external_id, state from object_state');
    await writer.raw(
      rows.map(({ external_id, state }) => ({ partition: partitionOf(external_id, space.partitions), key: external_id, value: JSON.stringify(state) })),
      'object.state',
    );
    const admin = space.kafka.admin();
    await admin.connect();
    const topic = `${space.prefix}object.events`;
    const ends = await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: ends.map(({ partition, high }) => ({ partition, offset: high })) });
    await admin.disconnect();
    const last = before[0]!;
    await writer.write([{ externalId: last.externalId, workspace: 'b', revision: last.revision + 1, fields: { after: { type: 'Number', value: 1 } } }]);
    const { cursor } = await client.changes('b', { cursor: 'earliest', limit: 1 });
    const result = await rebuild();
    expect(result.output).toContain('objects came from object.state alone');
    const after = (await client.json<{ objects: { externalId: string; revision: number }[] }>('/groups/b/externalObjects?limit=1000')).objects;
    expect(after).toHaveLength(before.length);
    expect(after.find(({ externalId }) => externalId === last.externalId)).toMatchObject({ revision: last.revision + 1, position: (last as unknown as { position: object }).position, fields: { after: { value: 1 } } });
    expect(after.filter(({ externalId }) => externalId !== last.externalId)).toEqual(before.slice(1));
    expect(await client.problem(`/groups/b/changes?cursor=${cursor}`)).toMatchObject({ status: 410 });
  });
});
