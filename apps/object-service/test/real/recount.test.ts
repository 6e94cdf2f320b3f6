import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConsumedRecord } from '#kafka/records/record.js';
import type { ObjectCommand } from '#object-rules/command.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import type { ReceivedCommand } from '../../src/commands/command-decoder.js';
import { countObjects } from '../../src/quotas/quota-sql.js';
import { recountObjects } from '../../src/quotas/recount.js';
import { loadObjects } from '../../src/storage/load-objects.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { readProgress } from '../../src/storage/published-places.js';
import { foldUnit } from '../../src/unit/fold-unit.js';
import { writeUnit } from '../../src/unit/write-unit.js';
import { at, recordsOf } from './commands.js';

const consumed: ConsumedRecord = { topic: 'object.commands', partition: 0, offset: 0, timestamp: 0, key: null, value: null, headers: {} };

describe('counting objects that no unit has counted', { timeout: 60_000 }, () => {
  let space: TestSpace;
  let units: Pool;
  let pool: Pool;
  let offset = 0;

  beforeAll(async () => {
    space = await createTestSpace('recount', { topics: false });
    const at = { url: space.databaseUrl, schema: space.schemas.objects };
    const dataSource = createDataSource({ ...at, entities: [], migrations: MIGRATIONS });
    await migrate(dataSource);
    await dataSource.destroy();
    units = createPool({ ...at, max: 3, applicationName: 'units', pipeline: true });
    pool = createPool({ ...at, max: 2, applicationName: 'recounts', plansByKey: true });
  });
  afterAll(async () => {
    await units?.end();
    await pool?.end();
    await space?.close();
  });
  beforeEach(async () => {
    await units.query('truncate object, object_count, object_recount, object_recount_run, counted_change, partition_offset');
    await readProgress(units, [0]);
    offset = 0;
    // Objects from before counting began: m-100 to m-139, in any order.
    const names = Array.from({ length: 40 }, (_, n) => n);
    await unit(names.filter((n) => n % 4 > 0).map((n) => at(`m-${100 + n}`, 1)));
    await unit(
      names.filter((n) => n % 4 === 0).map((n) => at(`m-${100 + n}`, 1)),
      'beta',
    );
    await units.query('truncate object_count');
  });

  const unit = async (commands: readonly ObjectCommand[], workspace = 'alpha'): Promise<void> => {
    const [one] = recordsOf(workspace, commands, 1);
    const received: ReceivedCommand = { partition: 0, record: consumed, command: one!.record };
    const loaded = await loadObjects(
      units,
      commands.map(({ externalId }) => externalId),
    );
    const folded = foldUnit([received], loaded, new Map());
    expect(one!.record.elements.length).toBe(folded.objects.length);
    await writeUnit(units, { moves: [{ partition: 0, from: offset, to: ++offset }], folded, places: new Map(), outbox: [] });
  };
  const erase = (externalId: string): ObjectCommand => ({ op: 'erase', externalId });
  const present = async () =>
    (
      await units.query<{ workspace: string; objects: number }>(
        `select workspace, count(*)::int as objects from object where state->>'erased' is null group by 1 order by 1`,
      )
    ).rows;
  const counted = async () =>
    (
      await units.query<{ workspace: string; objects: number }>(
        'select workspace, sum(objects)::int as objects from object_count group by 1 order by 1',
      )
    ).rows;

  it('is exact while objects are created and erased behind and ahead of it, and holds no snapshot between two ranges', async () => {
    await unit([at('m-100x', 1), erase('m-139')]);
    let turns = 0;
    const done = await recountObjects(pool, {
      objectsAtOnce: 5,
      between: async () => {
        const { rows } = await units.query<{ state: string; backend_xmin: string | null }>(
          `select distinct state, backend_xmin::text from pg_stat_activity where application_name = 'recounts'`,
        );
        expect(rows).toEqual([{ state: 'idle', backend_xmin: null }]);
        const n = turns++;
        if (n < 8) {
          await unit([at(`a-${n}`, 1), at(`z-${n}`, 1), erase(`m-${101 + 4 * n}`)]);
          await unit([at(`b-${n}`, 1)], 'beta');
          if (n > 0) await unit([erase(`b-${n - 1}`), at(`m-${100 + 4 * n}`, 2)], 'beta');
          if (n > 1) await unit([erase(`z-${n - 2}`), at(`z-${n - 2}+`, 1)]);
        }
      },
    });
    expect(done).toBe(true);
    expect(turns).toBeGreaterThan(8);
    expect(await counted()).toEqual(await present());
    expect((await units.query('select from object_recount')).rowCount).toBe(1);
    expect((await units.query('select from counted_change union all select from object_recount_run')).rowCount).toBe(0);
    await unit([at('afterwards', 1), erase('m-102')]);
    expect(await counted()).toEqual(await present());
    expect((await units.query('select from counted_change')).rowCount, 'noted without a recount').toBe(0);
  });

  it('waits for units that began earlier and do not record their changes', async () => {
    const client = await units.connect();
    await client.query('begin');
    await client.query('update partition_offset set next_offset = next_offset + 1');
    await client.query(`insert into object values ('a', 'alpha', 1, '{}')`);
    await countObjects(client, [{ workspace: 'alpha', partition: 0, created: 1, erased: 0, changes: new Map([['a', 1]]) }]);
    let ended = false;
    await recountObjects(pool, {
      objectsAtOnce: 5,
      between: async () => {
        if (!ended) await client.query('commit');
        ended = true;
      },
    });
    client.release();
    expect(ended).toBe(true);
    expect(await counted()).toEqual(await present());
  });

  it('starts again when states were taken from the topic meanwhile, and ignores the notes of one that broke off', async () => {
    let turns = 0;
    const disturbed = recountObjects(pool, {
      objectsAtOnce: 5,
      between: async () => {
        await unit([at(`a-${turns++}`, 1)]);
        // Like NewerStates, together with rows that are not in any unit's count.
        if (turns === 3) await units.query('delete from object_recount_run');
      },
    });
    await expect(disturbed).rejects.toThrow('without being counted');
    expect((await units.query('select from object_recount')).rowCount).toBe(0);
    const broken = recountObjects(pool, {
      objectsAtOnce: 5,
      between: async () => {
        await unit([at(`b-${turns++}`, 1)]);
        if (turns % 4 === 0) throw new Error('The process ends.');
      },
    });
    await expect(broken).rejects.toThrow('The process ends.');
    expect(await recountObjects(pool)).toBe(true);
    expect(await counted()).toEqual(await present());
  });
});
