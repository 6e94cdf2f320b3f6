import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { createProjectionDataSource } from '../../src/schema/projection-data-source.js';
import { createPieces, DAY_MS, dropPiece, listPieces, partitionedTables, pieceName, pieceOf } from '../../src/storage/time-partitions.js';

const ROWS = 20_000;
const READ = /max\(last_offset\)[^]*ctid >= '\((\d+),0\)'\s+and ctid < '\((\d+),0\)'/;

describe('a day of the feed that is dropped', { timeout: 60_000 }, () => {
  let space: TestSpace;
  let pool: Pool;
  /** The statements sent to the database, in order. */
  const sent: string[] = [];
  const feed = partitionedTables({ historyDays: 90, feedDays: 7 })[2]!;
  const piece = pieceOf(feed, Date.now() - 10 * DAY_MS);
  const name = pieceName(feed, piece);

  beforeAll(async () => {
    space = await createTestSpace('dropped days', { topics: false });
    const dataSource = createProjectionDataSource(space.databaseUrl, space.schemas.projection);
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.projection, max: 2, applicationName: 'test' });
    pool.on('connect', (client: PoolClient) => {
      const query = client.query.bind(client) as (...values: unknown[]) => unknown;
      client.query = ((...values: unknown[]) => {
        const [text] = values as [string | { text: string }];
        sent.push(typeof text === 'string' ? text : text.text);
        return query(...values);
      }) as never;
    });
    await createPieces(pool, feed, [piece]);
    await pool.query(
      `insert into feed_chunk (workspace, partition, first_offset, last_offset, count, at, changes)
       select 'w' || n % 10, n % 3, n, n, 1, to_timestamp($1::float8 / 1000), repeat('x', 100) from generate_series(1, ${ROWS}) n`,
      [piece * DAY_MS],
    );
  });
  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });

  it('is read before the exclusive lock, and under the lock only if rows may have been added', async () => {
    const { rows } = await pool.query<{ pages: number }>(
      `select (pg_relation_size('${name}') / current_setting('block_size')::int)::int as pages`,
    );
    const { pages } = rows[0]!;
    expect(pages).toBeGreaterThan(100);
    sent.length = 0;
    expect(await dropPiece(pool, feed, name)).toBe(true);
    const lock = sent.findIndex((text) => text.includes('access exclusive'));
    const reads = sent.flatMap((text, at) => {
      const found = READ.exec(text);
      return found ? [{ isUnderLock: at >= lock, from: Number(found[1]), to: Number(found[2]) }] : [];
    });
    expect(lock).toBeGreaterThan(0);
    expect(reads).toEqual([
      { isUnderLock: false, from: 0, to: pages },
      { isUnderLock: true, from: pages - 1, to: pages },
    ]);
    // Nothing else reads the piece under the lock.
    expect(sent.slice(lock).filter((text) => text.includes(name) && /\bselect\b/.test(text))).toHaveLength(1);
    expect(await listPieces(pool, feed)).not.toContain(name);
    expect((await pool.query('select partition, first_offset from feed_floor order by 1')).rows).toEqual([
      { partition: 0, first_offset: 19_999 },
      { partition: 1, first_offset: 20_000 },
      { partition: 2, first_offset: 20_001 },
    ]);
  });
});
