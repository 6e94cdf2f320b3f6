import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { replaySeeds, SIMULATIONS } from '#testing/failing-processes/replay-seeds.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { REPORT_MIGRATIONS } from '../../../src/tables/migrations.js';
import { replay } from './replay.js';

/**
 * Observations, sums and offsets are stored every few seconds, so a successor reads again what follows the stored offsets, and must count
 * each change once. Processes fail between any two statements; the database is a real one.
 */
describe('changes that are read again from the stored offsets', () => {
  let space: TestSpace;
  let pool: Pool;

  beforeAll(async () => {
    space = await createTestSpace('replayed-reports', { topics: false });
    const { databaseUrl, schemas } = space;
    const dataSource = createDataSource({ url: databaseUrl, schema: schemas.report, entities: [], migrations: REPORT_MIGRATIONS });
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.report, max: 2, applicationName: 'test' });
  });

  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });

  it(`lead to the reports of a recount in ${SIMULATIONS} runs with faults`, { timeout: 1_800_000 }, async () => {
    const { judged, missing } = await replaySeeds((seed, tally) => replay(seed, space, pool, tally));
    expect(judged).toBeGreaterThan(20 * SIMULATIONS);
    expect(missing).toEqual([]);
  });
});
