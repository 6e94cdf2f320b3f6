import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { replaySeeds, SIMULATIONS } from '#testing/failing-processes/replay-seeds.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { MIGRATIONS } from '../../../src/storage/migrations.js';
import { KEEP_COMMITTED, replay } from './replay.js';

/**
 * Tracks without events, and offsets, are stored every few seconds, so a successor judges again what follows the stored offsets, with
 * tracks that may be newer. Processes fail between any two statements; the database is a real one.
 */
describe('reports that are judged again from the stored offsets', () => {
  let space: TestSpace;
  let pool: Pool;

  beforeAll(async () => {
    space = await createTestSpace('replayed-areas', { topics: false });
    const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.area, entities: [], migrations: MIGRATIONS });
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.area, max: 2, applicationName: 'test' });
    await pool.query(KEEP_COMMITTED);
  });

  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });

  it(`lead to the visits and events of a recount in ${SIMULATIONS} runs with faults`, { timeout: 1_800_000 }, async () => {
    const { judged, missing } = await replaySeeds((seed, tally) => replay(seed, space, pool, tally), ['power']);
    expect(judged).toBeGreaterThan(4 * SIMULATIONS);
    expect(missing).toEqual([]);
  });
});
