import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partitionOf } from '#kafka/records/partition.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';
import { FeedClient } from './feed-client.js';
import { runRebuild } from './run-rebuild.js';
import { offsetsOfChanges, rewriteChunks } from './stored-chunks.js';

const HOUR_MS = 3_600_000;
const begin = Date.now() - 30 * HOUR_MS;
const at = (revision: number): string => new Date(begin + Math.min(revision, 28) * HOUR_MS + revision * 1000).toISOString();
/** Moves from cell to cell, one hour apart, so that each change ends a stay. */
const position = (revision: number) => ({ lat: 50 + (revision % 100) / 10, lon: 5 });
const state = (externalId: string, revision: number): object => ({
  externalId,
  workspace: 'w',
  revision,
  position: { ...position(revision), observedAt: at(revision) },
  fields: {},
  archived: false,
  createdAt: at(1),
  updatedAt: at(revision),
});

/** Pages are only ordered within a partition. */
const inOrder = <T extends { externalId: string; revision: number }>(changes: readonly T[]): T[] =>
  changes.toSorted((a, b) => (a.externalId === b.externalId ? a.revision - b.revision : a.externalId < b.externalId ? -1 : 1));

/** Events are kept for less time than history: data that only the former projection has must be copied. */
describe('a rebuild from a log that has lost its beginning', { timeout: 240_000 }, () => {
  let space: TestSpace;
  let service: RunningService;
  let client: FeedClient;
  let writer: EventWriter;
  let database: pg.Client;
  let environment: Record<string, string>;

  beforeAll(async () => {
    space = await createTestSpace('rebuild cut');
    writer = new EventWriter(space);
    await writer.connect();
    environment = { ...space.environment('projection-service'), HISTORY_RETENTION_DAYS: '365' };
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
  const write = (externalId: string, ...revisions: number[]): Promise<void> =>
    writer.write(
      revisions.map((revision) => ({
        externalId,
        workspace: 'w',
        revision,
        position: position(revision),
        observedAt: at(revision),
        receivedAt: at(revision),
      })),
    );
  const rows = async (text: string): Promise<unknown[]> => (await database.query(text)).rows as unknown[];
  const schemas = async (): Promise<string[]> =>
    (
      await database.query<{ name: string }>(
        `select replace(nspname, $1, '') as name from pg_namespace where nspname like $1 || '%' order by 1`,
        [`${space.schemas.projection}_`],
      )
    ).rows.map(({ name }) => name);
  const revisionsOf = (changes: { externalId: string; revision: number }[], id: string): number[] =>
    changes.filter(({ externalId }) => externalId === id).map(({ revision }) => revision);
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
  const HISTORY = `select external_id, revision, observed_at, change from history order by 1, 2`;
  const PRESENCE = `select external_id, revision, day, q16, since_hour, until_hour from presence where external_id <> 'tail' order by 1, 2`;
  const titleOf = async (id: string): Promise<unknown> =>
    (await database.query<{ title: unknown }>('select title from object_state where external_id = $1', [id])).rows[0]!.title;

  it('loses no line of history, no change of the feed, no stay and no erasure', async () => {
    await write('idle', 1, 2, 3);
    await write('gone', 1);
    await writer.write([{ externalId: 'gone', workspace: 'w', revision: 2, kind: 'erased' }]);
    await writer.writeAreaEvents({ workspace: 'w', externalId: 'idle', areaId: 'yard', objectRevision: 3, kind: 'entered', eventId: 'e1' });
    await write('moving', ...upTo(20));
    await write('hole', 1, 2, 3, 5);
    await write('tail', 1, 2);
    await client.follow('w', 31);
    const begun = await client.changes('w', { cursor: 'earliest', limit: 1 });
    // The log has lost records in the middle and at its end, as after a power failure of the broker.
    await database.query(
      `insert into history select external_id, 4, workspace, observed_at, received_at,
        replace(change, '"revision":5', '"revision":4') from history where external_id = 'hole' and revision = 5`,
    );
    await database.query(
      `insert into history select external_id, 3, workspace, $1::timestamptz, received_at,
        replace(change, '"revision":2', '"revision":3') from history where external_id = 'tail' and revision = 2`,
      [at(0)],
    );
    await database.query(
      `update object_state set revision = 3, seen = 3, state = $1, lat = $2, q16 = (select q16 from object_state
        where external_id = 'idle') where external_id = 'tail'`,
      [JSON.stringify(state('tail', 3)), position(3).lat],
    );
    await writer.raw(
      (
        [
          ['idle', 3],
          ['gone', 1],
          ['moving', 20],
          ['hole', 5],
          ['tail', 3],
        ] as const
      ).map(([key, revision]) => ({ partition: partitionOf(key, space.partitions), key, value: JSON.stringify(state(key, revision)) })),
      'object.state',
    );
    const admin = space.kafka.admin();
    await admin.connect();
    const cut = new Map<number, number>();
    const ends = await admin.fetchTopicOffsets(`${space.prefix}object.events`);
    for (const { partition, high } of ends) cut.set(partition, Number(high));
    // The last five changes of `moving` stay; of the others, all except the first.
    for (const [id, left] of [
      ['moving', 5],
      ['hole', 4],
      ['tail', 2],
    ] as const) {
      cut.set(partitionOf(id, space.partitions), Math.min(cut.get(partitionOf(id, space.partitions))!, await offsetOf(id, left)));
    }
    await admin.deleteTopicRecords({
      topic: `${space.prefix}object.events`,
      partitions: [...cut].map(([partition, offset]) => ({ partition, offset: String(offset) })),
    });
    const areas = await admin.fetchTopicOffsets(`${space.prefix}area.events`);
    await admin.deleteTopicRecords({
      topic: `${space.prefix}area.events`,
      partitions: areas.map(({ partition, high }) => ({ partition, offset: high })),
    });
    await admin.disconnect();
    const before = {
      history: await rows(HISTORY),
      presence: await rows(PRESENCE),
      erased: await rows('select * from erased_object'),
      areaEvents: await rows('select * from told_area_event'),
      feed: await client.follow('w', 1, { cursor: begun.cursor }),
    };
    await rewriteChunks(database, 'w', 'former column');
    const query = { cursor: 'earliest', area: 'yard' };
    const changesBefore = (await client.changes('w', query)).changes;
    const result = await rebuild();
    expect(result).toMatchObject({ code: 0, output: expect.stringContaining('Row by row, both are the same.') as string });
    expect(await rows(HISTORY)).toEqual(before.history);
    expect(await rows(PRESENCE)).toEqual(before.presence);
    expect(await rows('select 1 from feed_chunk where changes is not null')).toEqual([]);
    expect(await rows('select * from erased_object')).toEqual(before.erased);
    expect(await rows('select * from told_area_event')).toEqual(before.areaEvents);
    expect((await client.changes('w', query)).changes).toEqual(changesBefore);
    expect(before.history.filter((row) => (row as { external_id: string }).external_id === 'moving')).toHaveLength(20);
    expect(inOrder((await client.follow('w', 1, { cursor: begun.cursor })).changes)).toEqual(inOrder(before.feed.changes));
    expect((await client.problem('/groups/w/externalObjects/gone')).status).toBe(404);
    expect(await client.json('/groups/w/externalObjects/idle')).toMatchObject({ revision: 3 });
    expect(await rows(`select seen, revision from object_state where external_id = 'tail'`)).toEqual([{ seen: '3', revision: '3' }]);
    const seenEarlier = `select external_id, h.revision from object_state s join history h using (workspace, external_id)
      where extract(epoch from h.observed_at) * 1000 < s.first_seen`;
    expect(await rows(seenEarlier)).toEqual([]);
    expect((await rebuild()).code).toBe(0);
    expect(await rows(HISTORY)).toEqual(before.history);
  });

  /** Offset of the last `left` events of an object, whose partition may have other objects, too. */
  async function offsetOf(id: string, left: number): Promise<number> {
    return (await offsetsOfChanges(database, id)).at(-left)!;
  }

  it('does not swap when rows differ, names the differences, and swaps the built projection in once they are accepted', async () => {
    await database.query(
      `update object_state set title = 'planted', state = state::jsonb || '{"title": "planted"}' where external_id = 'moving'`,
    );
    // Clears its cache of the object.
    await service.restart();
    const refused = await rebuild();
    expect(refused.code).toBe(2);
    expect(refused.output).toContain('Nothing was swapped');
    expect(refused.output).toContain('object_state: 1 row different, such as moving');
    expect(await titleOf('moving')).toBe('planted');
    expect(await schemas()).toEqual(['former', 'next', 'rebuilds']);
    const listed = await client.json<{ rebuilds: object[] }>('/operator/rebuild');
    expect(listed.rebuilds[0]).toMatchObject({
      status: 'refused',
      differences: 1,
      found: [{ table: 'object_state', what: 'different', rows: 1, examples: ['moving'] }],
    });
    await write('moving', 21);
    const accepted = await rebuild('--accept-differences');
    expect(accepted).toMatchObject({ code: 0, output: expect.stringContaining('Continuing with the projection that was built') as string });
    expect(await titleOf('moving')).toBeNull();
    expect(await schemas()).toEqual(['former', 'rebuilds']);
    // An instance that has cached the former states has to read them again.
    await write('moving', 22);
    await expect.poll(async () => (await client.json<{ revision: number }>('/groups/w/externalObjects/moving')).revision).toBe(22);
    expect(await titleOf('moving')).toBeNull();
  });

  it('is undone under load: the former projection continues where it stopped, and cursors of both stay valid', async () => {
    const before = await client.changes('w', { cursor: 'latest' });
    let revision = 22;
    let writing = true;
    const load = (async () => {
      for (; writing; await sleep(20)) await write('moving', ++revision);
    })();
    await expect.poll(() => revision).toBeGreaterThan(30);
    const meanwhile = await client.follow('w', 5, { cursor: before.cursor });
    const undone = await rebuild('--undo');
    expect(undone).toMatchObject({ code: 0, output: expect.stringContaining('The former projection is back.') as string });
    const last = revision;
    await expect.poll(() => revision).toBeGreaterThan(last + 5);
    writing = false;
    await load;
    expect(await titleOf('moving')).toBe('planted');
    const all = await client.follow('w', revision - 22, { cursor: before.cursor });
    expect(revisionsOf(all.changes, 'moving')).toEqual(upTo(revision).slice(22));
    const rest = await client.follow('w', revision - 22 - meanwhile.changes.length, { cursor: meanwhile.cursor });
    expect([...revisionsOf(meanwhile.changes, 'moving'), ...revisionsOf(rest.changes, 'moving')]).toEqual(upTo(revision).slice(22));
    const { rows: kept } = await database.query<{ revision: string }>(
      `select revision from history where external_id = 'moving' order by revision`,
    );
    expect(kept.map((row) => Number(row.revision))).toEqual(upTo(revision));
    expect((await client.json<{ rebuilds: object[] }>('/operator/rebuild')).rebuilds[0]).toMatchObject({ status: 'undone' });
    // The undo can also be undone.
    expect((await rebuild('--undo')).code).toBe(0);
    expect(await titleOf('moving')).toBeNull();
  });

  it('keeps the former projection for a day; after that there is nothing to undo', async () => {
    const { rows: kept } = await database.query<{ hours: string }>(
      `select extract(epoch from kept_until - now()) / 3600 as hours from ${space.schemas.projection}_rebuilds.kept`,
    );
    expect(kept.map(({ hours }) => Math.round(Number(hours)))).toEqual([24]);
    await service.restart();
    await sleep(1000);
    expect(await schemas()).toEqual(['former', 'rebuilds']);
    await database.query(`update ${space.schemas.projection}_rebuilds.kept set kept_until = now() - interval '1 second'`);
    await service.restart();
    await expect.poll(schemas).toEqual(['rebuilds']);
    expect(await rebuild('--undo')).toMatchObject({ code: 1, output: expect.stringContaining('There is nothing to undo') as string });
  });
});
