import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type PlanLimits, UNLIMITED } from '#contracts/directory/plan-limits.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import type { DirectoryChange } from '#directory/directory-copy.js';
import { createPool } from '#postgres/pool.js';
import { freePorts } from '#stack/processes/free-port.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { dropOldLeases, recountObjects } from '../../src/quotas/recount.js';
import { at, CommandSender, outcomesIn, TopicWatcher } from './commands.js';

let revision = 10;
const planChange = (name: string, limits: Partial<PlanLimits>): DirectoryChange => ({
  key: `plan:${name}`,
  revision: revision++,
  body: { name, limits: { ...UNLIMITED, ...limits } },
});
const workspaceChange = (id: string, plan: string): DirectoryChange => ({
  key: `workspace:${id}`,
  revision: revision++,
  body: { id, name: id, formerNames: [], status: 'active', plan, createdAt: '2026-01-01T00:00:00.000Z' },
});

describe('limits of objects', { timeout: 120_000 }, () => {
  let space: TestSpace;
  let sender: CommandSender;
  let outcomes: TopicWatcher;
  let database: pg.Client;
  let services: RunningService[] = [];

  beforeAll(async () => {
    space = await createTestSpace('object limits', { partitions: 4 });
    sender = await CommandSender.connect(space);
    outcomes = await TopicWatcher.open(space, 'object.outcomes');
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
    await database.connect();
  });
  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()));
    services = [];
  });
  afterAll(async () => {
    await outcomes?.close();
    await sender?.close();
    await database?.end();
    await space?.close();
  });

  const start = async (name: string): Promise<RunningService> => {
    const service = await startService(
      'object-service',
      space.environment('object-service', { PORT: String((await freePorts(1))[0]), INSTANCE_ID: name }),
    );
    services.push(service);
    return service;
  };
  const stop = async (service: RunningService): Promise<void> => {
    services = services.filter((each) => each !== service);
    await service.stop();
  };
  /** The outcomes of all elements of these operations, once all are decided. */
  const decided = async (operations: readonly string[], elements: number): Promise<ElementOutcome[]> => {
    const wanted = new Set(operations);
    const found = (records: Parameters<typeof outcomesIn>[0]): ElementOutcome[] => {
      // An outcome that is sent again after a fault counts once.
      const byRecord = new Map(
        outcomesIn(records)
          .filter(({ operationId }) => wanted.has(operationId))
          .map(({ operationId, partition, results }) => [`${operationId}/${partition}`, results]),
      );
      return [...byRecord.values()].flat();
    };
    return found(await outcomes.until((records) => found(records).length >= elements, `${elements} outcomes`, 60_000));
  };
  const create = async (workspace: string, ids: readonly string[], callSize: number): Promise<Map<string, number>> => {
    const operations: string[] = [];
    for (let i = 0; i < ids.length; i += callSize)
      operations.push(
        await sender.call(
          workspace,
          ids.slice(i, i + callSize).map((id) => at(id, 1)),
        ),
      );
    return tallyOf(await decided(operations, ids.length));
  };
  const tallyOf = (results: readonly ElementOutcome[]): Map<string, number> => {
    const tally = new Map<string, number>();
    for (const result of results)
      tally.set(result[2] === 'rejected' ? result[3] : result[2], (tally.get(result[2] === 'rejected' ? result[3] : result[2]) ?? 0) + 1);
    return tally;
  };
  const named = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
  const present = async (workspace: string): Promise<number> =>
    (
      await database.query<{ count: number }>(
        `select count(*)::int as count from object where workspace = $1 and state->>'erased' is null`,
        [workspace],
      )
    ).rows[0]!.count;
  const counted = async (...workspaces: string[]): Promise<{ workspace: string; objects: number; createdToday: number }[]> => {
    const headers = { 'x-waymark-internal': space.installation.secrets.internalToken, 'content-type': 'application/json' };
    const answer = await fetch(`${services[0]!.url}/internal/object-counts`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ workspaces }),
    });
    return ((await answer.json()) as { counts: { workspace: string; objects: number; createdToday: number }[] }).counts.sort((a, b) =>
      a.workspace < b.workspace ? -1 : 1,
    );
  };

  it('are kept exactly by two instances, through a rebalance, without affecting other workspaces', async () => {
    await space.directory([
      planChange('tight', { objects: 100 }),
      planChange('daily', { newObjectsPerDay: 70 }),
      workspaceChange('north', 'tight'),
      workspaceChange('south', 'daily'),
    ]);
    await Promise.all([start('one'), start('two')]);
    const work = Promise.all([
      create('north', named('n', 400), 7),
      create('south', named('s', 300), 11),
      create('west', named('w', 400), 13),
    ]);
    // Partitions get new owners meanwhile.
    const third = await start('three');
    await stop(third);
    const [north, south, west] = await work;
    expect(Object.fromEntries(north)).toEqual({ created: 100, 'too-many-objects': 300 });
    expect(Object.fromEntries(south)).toEqual({ created: 70, 'too-many-new-objects': 230 });
    expect(Object.fromEntries(west)).toEqual({ created: 400 });
    expect(await present('north')).toBe(100);
    expect(await counted('north', 'south', 'west', 'nobody')).toEqual([
      { workspace: 'nobody', objects: 0, createdToday: 0 },
      { workspace: 'north', objects: 100, createdToday: 100 },
      { workspace: 'south', objects: 70, createdToday: 70 },
      { workspace: 'west', objects: 400, createdToday: 400 },
    ]);
  });

  it('are kept by a process that has just started, before it knows the plans', async () => {
    const waiting = create('north', named('late', 5), 5);
    await start('four');
    expect(Object.fromEntries(await waiting)).toEqual({ 'too-many-objects': 5 });
    const existing = (
      await database.query<{ external_id: string }>(`select external_id from object where workspace = 'north' limit 20`)
    ).rows.map(({ external_id }) => external_id);
    expect(Object.fromEntries(await create('north', existing, 20)), 'what exists is updated').toEqual({ updated: 20 });
  });

  it('have room again for exactly each erased object; the daily limit gets none back', async () => {
    await start('five');
    const gone = (
      await database.query<{ external_id: string }>(
        `select external_id from object where workspace = 'north' and state->>'erased' is null limit 3`,
      )
    ).rows.map(({ external_id }) => external_id);
    await decided(
      [
        await sender.call(
          'north',
          gone.map((externalId) => ({ op: 'erase', externalId })),
        ),
      ],
      3,
    );
    expect(Object.fromEntries(await create('north', [...gone.slice(0, 1), ...named('again', 6)], 1))).toEqual({
      created: 3,
      'too-many-objects': 4,
    });
    await decided(
      [
        await sender.call('south', [
          {
            op: 'erase',
            externalId: (await database.query<{ external_id: string }>(`select external_id from object where workspace = 'south' limit 1`))
              .rows[0]!.external_id,
          },
        ]),
      ],
      1,
    );
    expect(Object.fromEntries(await create('south', ['one more'], 1))).toEqual({ 'too-many-new-objects': 1 });
    expect(await counted('north')).toEqual([{ workspace: 'north', objects: 100, createdToday: 103 }]);
  });

  it('change with the plan', async () => {
    await start('six');
    await space.directory([planChange('tight', { objects: 104 })]);
    await expect.poll(async () => Object.fromEntries(await create('north', ['wider-0'], 1))).not.toEqual({ 'too-many-objects': 1 });
    expect(Object.fromEntries(await create('north', named('wider-more', 10), 3))).toEqual({ created: 3, 'too-many-objects': 7 });
    await space.directory([planChange('tight', {})]);
    await expect.poll(async () => Object.fromEntries(await create('north', ['free-0'], 1))).not.toEqual({ 'too-many-objects': 1 });
  });

  it('include objects from before counting began, while units count new ones', async () => {
    await start('seven');
    const pool = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 3, applicationName: 'test', plansByKey: true });
    try {
      expect(await recountObjects(pool), 'not due').toBe(false);
      const before = await counted('north', 'south', 'west');
      await database.query('delete from object_recount');
      await database.query(`delete from object_count where workspace = 'west'`);
      const more = create('west', named('meanwhile', 200), 5);
      expect(await recountObjects(pool)).toBe(true);
      await more;
      expect((await counted('north', 'south', 'west')).map(({ objects }) => objects)).toEqual([
        before[0]!.objects,
        before[1]!.objects,
        before[2]!.objects + 200,
      ]);
      expect(await recountObjects(pool), 'an hour later').toBe(false);
      await database.query(`update object_recount set counted_at = now() - interval '2 hours'`);
      expect(await recountObjects(pool)).toBe(true);
      expect(await recountObjects(pool), 'never again').toBe(false);
      await database.query(`insert into object_lease values ('north', 'gone', current_date, 5, now() - interval '2 hours')`);
      await dropOldLeases(pool);
      expect((await database.query(`select 1 from object_lease where holder = 'gone'`)).rowCount).toBe(0);
    } finally {
      await pool.end();
    }
  });
});
