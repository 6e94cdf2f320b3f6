import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOneInstance } from '#postgres/one-instance.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

describe('the turn of one instance', () => {
  let space: TestSpace;
  let pools: Pool[];

  beforeAll(async () => {
    space = await createTestSpace('one instance', { topics: false });
    pools = ['one', 'other'].map((name) =>
      createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 4, applicationName: `test ${name}` }),
    );
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await space?.close();
  });

  it('is free for the next as soon as the work has ended, well or ill', async () => {
    for (let n = 0; n < 100; n++) {
      expect(await asOneInstance(pools[n % 2]!, 'turn', async () => n)).toBe(n);
      await expect(asOneInstance(pools[0]!, 'turn', async () => Promise.reject(new Error('ill')))).rejects.toThrow('ill');
    }
  });

  it('is not given to a second one meanwhile', async () => {
    expect(await asOneInstance(pools[0]!, 'turn', () => asOneInstance(pools[1]!, 'turn', async () => 'second'))).toBeUndefined();
  });

  it('is free when the session of its holder breaks', async () => {
    const broken = asOneInstance(pools[0]!, 'turn', () =>
      pools[1]!.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test one' and pid <> pg_backend_pid()`,
      ),
    );
    await broken;
    await expect.poll(() => asOneInstance(pools[1]!, 'turn', async () => 'next')).toBe('next');
  });
});
