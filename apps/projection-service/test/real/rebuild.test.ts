import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNLIMITED } from '#contracts/directory/plan-limits.js';
import { partitionOf } from '#kafka/records/partition.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';
import { FeedClient } from './feed-client.js';
import { rewriteHistory } from './former-history.js';
import { runRebuild } from './run-rebuild.js';
import { rewriteChunks } from './stored-chunks.js';

const names = Array.from({ length: 30 }, (_, at) => `n${at}`);

describe('npm run rebuild', { timeout: 240_000 }, () => {
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

  const rebuild = (...args: string[]): ReturnType<typeof runRebuild> => runRebuild(environment, ...args);
  const write = (revision: number): Promise<void> =>
    writer.write(
      names.flatMap((name) =>
        ['a', 'b'].map((workspace) => ({
          externalId: `${workspace}-${name}`,
          workspace,
          revision,
          position: { lat: 50 + revision / 100, lon: 5 },
        })),
      ),
    );
  const tableOid = async (): Promise<number> => {
    const { rows } = await database.query<{ oid: number }>(`select 'object_state'::regclass::oid as oid`);
    return rows[0]!.oid;
  };

  it('swaps in an equal projection under load, while reads and cursors keep working', async () => {
    let revision = 0;
    while (revision < 10) await write(++revision);
    const before = await client.follow('a', 300);
    const common = { workspace: 'a', externalId: 'a-n1', areaId: 'yard', objectRevision: 3 };
    await writer.writeAreaEvents(
      { ...common, kind: 'entered', eventId: 'e1' },
      { ...common, kind: 'left', eventId: 'e2' },
      { ...common, kind: 'entered', eventId: 'e1' },
      { ...common, kind: 'absent', eventId: 'e3' },
    );
    const ofAreas = { cursor: 'earliest', area: 'yard' };
    await expect.poll(async () => (await client.changes('a', ofAreas)).changes.map(({ eventId }) => eventId)).toEqual(['e1', 'e2', 'e3']);
    // In the format of an earlier version, and as frames.
    await rewriteChunks(database, 'a', 'former column');
    await rewriteChunks(database, 'b', 'frame');
    await rewriteHistory(database);
    const area = await client.changes('a', ofAreas);
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
    expect(await client.changes('a', ofAreas)).toMatchObject({ changes: area.changes });
    expect(await client.changes('a', { ...ofAreas, cursor: area.cursor })).toMatchObject({ changes: [], more: false });
    const rest = await client.follow('a', (revision - 10) * names.length, { cursor: before.cursor });
    for (const name of names) {
      const revisions = rest.changes.filter(({ externalId }) => externalId === `a-${name}`).map((change) => change.revision);
      expect(revisions).toEqual(Array.from({ length: revision - 10 }, (_, at) => at + 11));
    }
    const { rows } = await database.query(`select nspname from pg_namespace where nspname like $1 order by 1`, [
      `${space.schemas.projection}\\_%`,
    ]);
    // Only the replaced projection, which is kept for a day, and the list of rebuilds are left.
    expect(rows).toEqual(['former', 'rebuilds'].map((name) => ({ nspname: `${space.schemas.projection}_${name}` })));
  });

  interface ListedRun {
    id: string;
    check: boolean;
    status: string;
    differences: number | null;
    endedAt: string | null;
    says: string;
  }
  const readRuns = async (): Promise<ListedRun[]> => (await client.json<{ rebuilds: ListedRun[] }>('/operator/rebuild')).rebuilds;
  const ended = async (id: string): Promise<ListedRun> => {
    await expect.poll(async () => (await readRuns()).find((run) => run.id === id)?.status, { timeout: 60_000 }).not.toBe('running');
    return (await readRuns()).find((run) => run.id === id)!;
  };

  it('starts through the API, one at a time, and the service reports it', async () => {
    const oid = await tableOid();
    const answers = await Promise.all(
      ['?check=true', '?check=true'].map((query) => client.request(`/operator/rebuild${query}`, { method: 'POST' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    const begun = (await answers.find(({ status }) => status === 202)!.json()) as ListedRun;
    expect(begun).toMatchObject({ check: true, status: 'running', differences: null, endedAt: null });
    expect(await ended(begun.id)).toMatchObject({ status: 'same', differences: 0, endedAt: expect.any(String) as string });
    expect(await tableOid()).toBe(oid);
    const swapped = (await (await client.request('/operator/rebuild', { method: 'POST' })).json()) as ListedRun;
    expect(await ended(swapped.id)).toMatchObject({ check: false, status: 'same' });
    expect(await tableOid()).not.toBe(oid);
    expect((await client.request('/operator/rebuild?force=true', { method: 'POST' })).status).toBe(400);
  });

  it('leaves nothing behind when the service stops in the middle of it', async () => {
    const begun = (await (await client.request('/operator/rebuild', { method: 'POST' })).json()) as ListedRun;
    await service.restart();
    const after = await readRuns();
    expect(after[0]).toMatchObject({ id: begun.id, status: expect.stringMatching(/^(failed|same)$/) as string });
    const { rows } = await database.query(`select nspname from pg_namespace where nspname = $1`, [`${space.schemas.projection}_next`]);
    expect(rows).toEqual([]);
    expect(await rebuild('--check')).toMatchObject({ code: 0 });
  });

  it('that was killed is reported as interrupted, and does not block the next one', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    await database.query(`insert into ${space.schemas.projection}_rebuilds.run (id, check_only) values ($1, false)`, [id]);
    expect((await readRuns())[0]).toMatchObject({ id, status: 'interrupted' });
    expect((await rebuild('--check')).code).toBe(0);
  });

  it('that starts second does not disturb the first', async () => {
    const lock = new pg.Client({ connectionString: space.databaseUrl });
    await lock.connect();
    await lock.query('select pg_advisory_lock(hashtext($1))', [`waymark.rebuild.${space.schemas.projection}`]);
    await database.query(`create schema ${space.schemas.projection}_next`);
    try {
      expect(await rebuild('--check')).toMatchObject({
        code: 1,
        output: expect.stringContaining('Another rebuild of this projection is running') as string,
      });
      expect((await database.query(`select 1 from pg_namespace where nspname = $1`, [`${space.schemas.projection}_next`])).rowCount).toBe(
        1,
      );
    } finally {
      await lock.end();
    }
  });

  it('names the rows that differ and repairs them', async () => {
    await database.query(`update object_state set title = 'wrong' where external_id = 'a-n1'`);
    await database.query(`delete from history where external_id = 'a-n2' and revision = 3`);
    await rewriteChunks(database, 'b', 'frame', (changes) => changes.replaceAll('"revision":5,', '"revision":55,'));
    const check = await rebuild('--check');
    expect(check.code).toBe(2);
    expect(check.output).toContain('object_state: 1 row different, such as a-n1');
    expect(check.output).toContain('history: 1 row only in the new, such as a-n2@3');
    expect(check.output).toMatch(/feed: \d+ rows different, such as \d\/\d+/);
    expect(check.output).toContain(`${2 + names.length} rows differ`);
    expect((await rebuild('--accept-differences')).code).toBe(0);
    expect((await rebuild('--check')).code).toBe(0);
  });

  it('finds no difference in erased objects, in feeds of deleted workspaces and in history beyond the retention of a plan', async () => {
    const position = { lat: 1, lon: 2 };
    const old = new Date(Date.now() - 60 * 86_400_000).toISOString();
    await writer.write([
      { externalId: 'gone', workspace: 'a', revision: 1, position },
      { externalId: 'gone', workspace: 'a', revision: 2, kind: 'erased' },
      { externalId: 'recreated', workspace: 'a', revision: 1, position },
      { externalId: 'recreated', workspace: 'a', revision: 2, kind: 'erased' },
      { externalId: 'recreated', workspace: 'a', revision: 3, kind: 'created', position },
      { externalId: 'left', workspace: 'west', revision: 1, position },
      { externalId: 'left', workspace: 'west', revision: 2, kind: 'erased' },
      { externalId: 'aged', workspace: 'north', revision: 1, position, receivedAt: old },
    ]);
    await client.follow('north', 1);
    await client.follow('west', 2);
    const record = { formerNames: [], createdAt: '2026-01-01T00:00:00.000Z' };
    await space.directory([
      { key: 'plan:brief', revision: 1, body: { name: 'brief', limits: { ...UNLIMITED, historyDays: 20 } } },
      { key: 'workspace:north', revision: 2, body: { ...record, id: 'north', name: 'north', status: 'active', plan: 'brief' } },
      {
        key: 'workspace:west',
        revision: 2,
        body: { ...record, id: 'west', name: 'west', status: 'deleted', plan: 'unlimited', deleteAfter: new Date().toISOString() },
      },
    ]);
    await service.restart();
    const count = async (text: string): Promise<number> =>
      Number((await database.query<{ count: string }>(`select count(*) from ${text}`)).rows[0]!.count);
    await expect.poll(() => count(`history where workspace = 'north'`), { timeout: 20_000 }).toBe(0);
    await expect.poll(() => count(`feed_chunk where workspace = 'west'`), { timeout: 20_000 }).toBe(0);
    expect((await rebuild('--check')).output).toContain('Row by row, both are the same.');
    await database.query(`delete from erased_object where external_id = 'gone'`);
    await database.query(`delete from history where external_id = 'recreated'`);
    const { output } = await rebuild('--check');
    expect(output).toContain('history: 1 row only in the new, such as recreated@3');
    expect(output).toContain('1 rows differ');
    // The new projection has to drop the same rows again.
    expect((await rebuild('--accept-differences')).code).toBe(0);
    // A restart starts the next round without a wait.
    await service.restart();
    await expect.poll(() => count(`history where workspace = 'north'`), { timeout: 20_000 }).toBe(0);
    await expect.poll(() => count(`feed_chunk where workspace = 'west'`), { timeout: 20_000 }).toBe(0);
    expect(await count(`object_state where external_id in ('gone', 'left')`)).toBe(0);
    expect(await client.json('/groups/a/externalObjects/recreated')).toMatchObject({ revision: 3 });
  });

  it('takes the base from object.state if the log has lost its beginning', async () => {
    const before = (await client.json<{ objects: { externalId: string; revision: number }[] }>('/groups/b/externalObjects?limit=1000'))
      .objects;
    const { rows } = await database.query<{ external_id: string; state: object }>('select external_id, state from object_state');
    await writer.raw(
      rows.map(({ external_id, state }) => ({
        partition: partitionOf(external_id, space.partitions),
        key: external_id,
        value: JSON.stringify(state),
      })),
      'object.state',
    );
    const admin = space.kafka.admin();
    await admin.connect();
    const topic = `${space.prefix}object.events`;
    const ends = await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: ends.map(({ partition, high }) => ({ partition, offset: high })) });
    await admin.disconnect();
    const last = before[0]!;
    await writer.write([
      { externalId: last.externalId, workspace: 'b', revision: last.revision + 1, fields: { after: { type: 'Number', value: 1 } } },
    ]);
    const { cursor } = await client.changes('b', { cursor: 'earliest', limit: 1 });
    // The feed compared below has to include this change as well.
    await expect
      .poll(async () => (await client.json<{ revision: number }>(`/groups/b/externalObjects/${last.externalId}`)).revision, {
        timeout: 20_000,
      })
      .toBe(last.revision + 1);
    const feed = await client.follow('b', 1, { cursor });
    const result = await rebuild();
    expect(result.output).toContain('objects came from object.state alone');
    const after = (await client.json<{ objects: { externalId: string; revision: number }[] }>('/groups/b/externalObjects?limit=1000'))
      .objects;
    expect(after).toHaveLength(before.length);
    expect(after.find(({ externalId }) => externalId === last.externalId)).toMatchObject({
      revision: last.revision + 1,
      position: (last as unknown as { position: object }).position,
      fields: { after: { value: 1 } },
    });
    expect(after.filter(({ externalId }) => externalId !== last.externalId)).toEqual(before.slice(1));
    expect(result.code).toBe(0);
    // Pages are only ordered within a partition.
    const named = ({ changes }: { changes: { externalId: string; revision: number }[] }): string[] =>
      changes.map(({ externalId, revision }) => `${externalId}@${revision}`).sort();
    expect(named(await client.follow('b', 1, { cursor }))).toEqual(named(feed));
  });

  it('brings no erased object back if the log has lost its beginning', async () => {
    const position = { lat: 1, lon: 2 };
    await writer.write([
      { externalId: 'orphan', workspace: 'own', revision: 1, position },
      { externalId: 'risen', workspace: 'own', revision: 1, position },
      { externalId: 'risen', workspace: 'own', revision: 2, kind: 'erased' },
      { externalId: 'buried', workspace: 'own', revision: 1, position },
      { externalId: 'buried', workspace: 'own', revision: 2, kind: 'erased' },
    ]);
    await client.follow('own', 5);
    const admin = space.kafka.admin();
    await admin.connect();
    const topic = `${space.prefix}object.events`;
    const ends = await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: ends.map(({ partition, high }) => ({ partition, offset: high })) });
    const letters = async (): Promise<string> => (await admin.fetchTopicOffsets(`${space.prefix}object.events.dead-letter`))[0]!.high;
    const lettersBefore = await letters();
    await writer.write([
      { externalId: 'orphan', workspace: 'own', revision: 2, fields: { a: { type: 'Number', value: 1 } } },
      { externalId: 'orphan', workspace: 'own', revision: 3, kind: 'erased' },
      { externalId: 'risen', workspace: 'own', revision: 3, kind: 'created', position },
    ]);
    await expect.poll(async () => (await client.problem('/groups/own/externalObjects/orphan')).status).toBe(404);
    const state = (externalId: string, revision: number): object => ({
      externalId,
      workspace: 'own',
      revision,
      position: { ...position, observedAt: '2026-11-21T08:00:00.000Z' },
      fields: {},
      archived: false,
      createdAt: '2026-11-21T08:00:00.000Z',
      updatedAt: '2026-11-21T08:00:00.000Z',
    });
    const records = [
      state('buried', 1),
      ['buried', 2],
      state('orphan', 1),
      ['orphan', 3],
      state('risen', 1),
      ['risen', 2],
      state('risen', 3),
    ] as (object | [string, number])[];
    await writer.raw(
      records.map((each) => {
        const [key, value, revision] = Array.isArray(each)
          ? [each[0] as string, null, each[1] as number]
          : [(each as { externalId: string }).externalId, JSON.stringify(each), 0];
        return { partition: partitionOf(key, space.partitions), key, value, headers: { ce_revision: String(revision) } };
      }),
      'object.state',
    );
    const result = await rebuild();
    expect(result.output).toContain('objects came from object.state alone; 0 of its records were not states');
    const objects = (await client.json<{ objects: { externalId: string; revision: number }[] }>('/groups/own/externalObjects')).objects;
    expect(objects.map(({ externalId, revision }) => [externalId, revision])).toEqual([['risen', 3]]);
    expect(await letters()).toBe(lettersBefore);
    await admin.disconnect();
  });
});
