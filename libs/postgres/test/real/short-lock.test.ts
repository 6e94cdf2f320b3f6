import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#postgres/pool.js';
import { withShortLock } from '#postgres/short-lock.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

describe('a short lock', () => {
  let space: TestSpace;
  let pool: Pool;

  beforeAll(async () => {
    space = await createTestSpace('short lock', { topics: false });
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 2, applicationName: 'test' });
    await pool.query('create schema if not exists ' + space.schemas.objects);
    await pool.query('create table counted (n integer)');
  });
  afterAll(async () => {
    await pool.end();
    await space?.close();
  });

  it('is given back by the server when the work takes longer than its bound, and is tried again', async () => {
    const lasted: number[] = [];
    const attempts = await withShortLock(pool, async (client, bound) => {
      await client.query(`${bound}; lock table counted in access exclusive mode; insert into counted values (${lasted.length})`);
      const startedAt = performance.now();
      lasted.push(0);
      if (lasted.length < 3)
        await client.query('select pg_sleep(20)').finally(() => (lasted[lasted.length - 1] = performance.now() - startedAt));
      return lasted.length;
    });
    expect(attempts).toBe(3);
    // Without the limit, the server would sleep for 20 s.
    for (const ms of lasted) expect(ms).toBeLessThan(5_000);
    expect((await pool.query('select n from counted')).rows).toEqual([{ n: 2 }]);
  });

  it('is also tried again when the work does nothing in the database until its bound is over', async () => {
    let attempts = 0;
    await withShortLock(pool, async (client, bound) => {
      attempts += 1;
      await client.query(`${bound}; lock table counted in access exclusive mode`);
      if (attempts < 3) await sleep(500);
      await client.query('select n from counted');
    });
    expect(attempts).toBe(3);
  });

  it('waits for others no longer than a moment at a time', async () => {
    const other = await pool.connect();
    await other.query('begin; lock table counted in access share mode');
    let attempts = 0;
    const locked = withShortLock(pool, async (client, bound) => {
      attempts += 1;
      await client.query(`${bound}; lock table counted in access exclusive mode`);
    });
    await expect.poll(() => attempts).toBeGreaterThan(2);
    await other.query('rollback');
    other.release();
    await locked;
  });
});
