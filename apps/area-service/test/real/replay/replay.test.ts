import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { MIGRATIONS } from '../../../src/storage/migrations.js';
import { KEEP_COMMITTED, replay } from './replay.js';

const SIMULATIONS = Number(process.env['WAYMARK_SIMULATIONS'] ?? 25);
const FIRST_SEED = Number(process.env['WAYMARK_SEED'] ?? 1);
const SHOWN_FINDINGS = 12;

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
    const tally = new Map<string, number>();
    let pairs = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SIMULATIONS; seed++) {
      const again = `replay: WAYMARK_SEED=${seed} WAYMARK_SIMULATIONS=1`;
      const { findings, judged } = await replay(seed, space, pool, tally).catch((error: unknown) => {
        throw new Error(`seed ${seed}: ${String(error)}\n ${again}`, { cause: error });
      });
      pairs += judged;
      const lines = findings.slice(0, SHOWN_FINDINGS).map(({ rule, detail }) => ` ${rule}: ${detail}`);
      if (findings.length > 0) throw new Error(`seed ${seed}: ${findings.length} findings\n${lines.join('\n')}\n ${again}`);
    }
    expect(pairs).toBeGreaterThan(4 * SIMULATIONS);
    // A fault that never occurs proves nothing, but a replay of a few seeds need not have all of them.
    if (SIMULATIONS < 20) return;
    for (const fault of [
      'cut-before',
      'cut-after',
      'die-before',
      'die-after',
      'suspend-before',
      'suspend-after',
      'crash',
      'power',
      'resumed',
    ])
      expect(tally.get(fault) ?? 0, fault).toBeGreaterThan(0);
  });
});
