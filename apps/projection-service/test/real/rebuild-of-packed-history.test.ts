import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { partitionOf } from '#kafka/records/partition.js';
import { asOneInstance } from '#postgres/one-instance.js';
import { createPool } from '#postgres/pool.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { packPieces } from '../../src/history/packing/pack-pieces.js';
import { HeldHistory } from '../../src/history/pieces/held-history.js';
import { PACKED_CHANGES } from '../../src/history/rows/packed-rows.js';
import { DAY_MS, listPieces, partitionedTables } from '../../src/storage/time-partitions.js';
import { EventWriter } from './event-writer.js';
import { FeedClient } from './feed-client.js';
import { runRebuild } from './run-rebuild.js';
import { offsetsOfChanges } from './stored-chunks.js';

const CHANGES = 300;
/** Begins in the middle of a packed row. */
const IN_LOG = 130;
/** In different partitions. */
const [WHOLE_ID, PARTLY_ID, HOLE_ID] = ['whole', 'partly', 'shortened'];
/** Revisions that the log has of the last one; the hole begins and ends in the middle of a packed row. */
const AROUND_HOLE = [...Array(50).keys(), ...[...Array(150).keys()].map((n) => 150 + n)].map((n) => n + 1);
/** At the start of a day, so that all changes are on one day. */
const BEGIN = Math.floor(Date.now() / DAY_MS - 30) * DAY_MS;
const at = (revision: number): string => new Date(BEGIN + revision * 20_000).toISOString();
const position = (revision: number) => ({ lat: 50 + revision / 10_000, lon: 5 });
const SAME = { code: 0, output: expect.stringContaining('Row by row, both are the same.') as string };

describe('a rebuild of packed history', { timeout: 240_000 }, () => {
  let space: TestSpace;
  let service: RunningService;
  let client: FeedClient;
  let writer: EventWriter;
  let pool: pg.Pool;
  let database: pg.Client;
  let environment: Record<string, string>;
  const { signal: stopping } = new AbortController();
  const [history] = partitionedTables({ historyDays: 365, feedDays: 7 });

  beforeAll(async () => {
    space = await createTestSpace('rebuild packed');
    writer = new EventWriter(space);
    await writer.connect();
    environment = { ...space.environment('projection-service'), HISTORY_RETENTION_DAYS: '365' };
    service = await startService('projection-service', environment);
    client = new FeedClient(service.url, environment.INTERNAL_TOKEN!);
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.projection, max: 4, applicationName: 'test', plansByKey: true });
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
    await database.connect();
    for (const id of [WHOLE_ID, PARTLY_ID])
      await write(
        id,
        [...Array(CHANGES).keys()].map((n) => n + 1),
      );
    await client.follow('w', 2 * CHANGES);
  });
  afterAll(async () => {
    await database?.end();
    await pool?.end();
    await service?.stop();
    await writer?.close();
    await space?.close();
  });

  const write = (id: string, revisions: readonly number[]): Promise<void> =>
    writer.write(
      revisions.map((revision) => ({
        externalId: id,
        workspace: 'w',
        revision,
        position: position(revision),
        observedAt: at(revision),
        receivedAt: at(revision),
      })),
    );
  /** Not beside the service, which packs in rounds. */
  async function pack(): Promise<void> {
    await expect
      .poll(
        () =>
          asOneInstance(pool, 'waymark.history-retention', async () => {
            await packPieces({ pool, history: history!, now: Date.now(), stopping });
            return true;
          }),
        { timeout: 30_000 },
      )
      .toBe(true);
    expect(await packedRows()).toBeGreaterThan(4);
  }
  const packedRows = async (): Promise<number> =>
    (await pool.query<{ rows: number }>('select count(*)::int as rows from history where packed is not null')).rows[0]!.rows;
  const rebuild = (...args: string[]): ReturnType<typeof runRebuild> => runRebuild(environment, ...args);
  const exported = async (id: string): Promise<string> => {
    const answer = await fetch(`${service.url}/groups/w/externalObjects/${id}/export`, {
      headers: { 'x-waymark-internal': environment.INTERNAL_TOKEN! },
    });
    const text = await answer.text();
    expect(text, id).toContain('{"kind":"change"');
    return text.slice(text.indexOf('{"kind":"change"')).replaceAll('"kept":true,', '');
  };
  /** One after the other, since a workspace may have two exports at a time. */
  async function both(...more: string[]): Promise<string[]> {
    const texts: string[] = [];
    for (const id of [WHOLE_ID, PARTLY_ID, ...more]) texts.push(await exported(id));
    return texts;
  }

  it('finds no difference to the rows that the log gives', async () => {
    // The service has packed them in one of its rounds.
    await expect.poll(packedRows, { timeout: 100_000 }).toBeGreaterThan(4);
    const before = await both();
    expect(before[0]!.split('\n').length).toBe(CHANGES + 2);
    expect(await rebuild()).toMatchObject(SAME);
    expect([await both(), await packedRows()]).toEqual([before, 0]);
    await pack();
    expect(await both()).toEqual(before);
  });

  it('names changes of packed rows that differ or are missing', async () => {
    const WHOLE = `external_id = 'whole' and packed is not null and revision = (select max(revision) from history where external_id = 'whole')`;
    await pool.query(`create table put_away as select * from history where ${WHOLE}`);
    await pool.query(`update history set change = replace(change, '50.0299', '50.0298') where ${WHOLE}`);
    const planted = await rebuild('--check');
    expect(planted.output).toContain('history: 1 row different, such as whole@299');
    await pool.query(`delete from history where ${WHOLE}`);
    const missing = await rebuild('--check');
    expect(missing.output).toMatch(/history: \d+ rows only in the new, such as whole@/);
    await pool.query('insert into history select * from put_away');
    await pool.query('drop table put_away');
  });

  it('carries packed rows whose changes are no longer in the log, and the missing changes of the others', async () => {
    await write(HOLE_ID, AROUND_HOLE);
    await expect.poll(async () => (await exported(HOLE_ID)).split('\n').length, { timeout: 30_000 }).toBe(AROUND_HOLE.length + 2);
    await pool.query(
      `insert into history (external_id, revision, workspace, observed_at, received_at, change)
        select $1, n, 'w', t, t, '{"position":{"lat":1,"lon":2}}' from generate_series(51, 150) n,
          lateral (select $2::timestamptz + n * interval '20 s' as t) o`,
      [HOLE_ID, new Date(BEGIN)],
    );
    await pool.query('truncate packed_piece');
    await pack();
    const before = await both(HOLE_ID);
    const admin = space.kafka.admin();
    await admin.connect();
    const topic = `${space.prefix}object.events`;
    const cut = new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, Number(high)]));
    const partition = partitionOf(PARTLY_ID, space.partitions);
    expect(partition).not.toBe(partitionOf(WHOLE_ID, space.partitions));
    cut.set(partitionOf(HOLE_ID, space.partitions), 0);
    cut.set(partition, (await offsetsOfChanges(database, PARTLY_ID)).at(-IN_LOG)!);
    await admin.deleteTopicRecords({ topic, partitions: [...cut].map(([each, offset]) => ({ partition: each, offset: String(offset) })) });
    await admin.disconnect();
    await writer.raw(
      [WHOLE_ID, PARTLY_ID].map((key) => ({
        partition: partitionOf(key, space.partitions),
        key,
        value: JSON.stringify({
          externalId: key,
          workspace: 'w',
          revision: CHANGES,
          position: { ...position(CHANGES), observedAt: at(CHANGES) },
          fields: {},
          archived: false,
          createdAt: at(1),
          updatedAt: at(CHANGES),
        }),
      })),
      'object.state',
    );
    const packed = await packedRows();
    const result = await rebuild();
    expect(result).toMatchObject(SAME);
    expect(result.output).toContain(`${2 * CHANGES - IN_LOG + 100} changes that the log of events no longer has`);
    expect(await both(HOLE_ID)).toEqual(before);
    const { rows } = await pool.query<{ id: string; packs: number; changes: number }>(
      `select external_id as id, count(packed)::int as packs, count(*)::int as rows from history group by 1 order by 1`,
    );
    expect(rows).toMatchObject([
      { id: PARTLY_ID, packs: 1 },
      { id: HOLE_ID, packs: 0 },
      { id: WHOLE_ID, packs: Math.ceil(CHANGES / PACKED_CHANGES) },
    ]);
    expect(await packedRows()).toBeLessThan(packed);
    expect(await rebuild()).toMatchObject(SAME);
    expect(await both(HOLE_ID)).toEqual(before);
  });

  it('carries the history of held objects whose pieces are dropped', async () => {
    await pack();
    const before = await exported(WHOLE_ID);
    await writer.write([{ externalId: 'whole', workspace: 'w', revision: CHANGES + 1, kind: 'held' }]);
    await expect.poll(async () => (await pool.query('select from held_object')).rowCount).toBe(1);
    const copy = new DirectoryCopy();
    copy.markComplete();
    const holds = new HeldHistory({ copy, pool, appliedUntil: () => Date.now() + 400 * DAY_MS });
    const [oldest] = await listPieces(pool, history!);
    expect(await holds.drop(history!, oldest!, stopping)).toBe(true);
    expect((await pool.query('select from history_kept where packed is not null')).rowCount).toBe(Math.ceil(CHANGES / PACKED_CHANGES));
    const changes = (text: string): string[] =>
      text
        .split('\n')
        .filter((line) => line.includes('"kind":"change"'))
        .slice(0, CHANGES);
    expect(changes(await exported(WHOLE_ID))).toEqual(changes(before));
    expect((await rebuild('--accept-differences')).code).toBe(0);
    expect(changes(await exported(WHOLE_ID))).toEqual(changes(before));
  });
});
