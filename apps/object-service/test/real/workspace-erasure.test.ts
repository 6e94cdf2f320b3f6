import pg, { type Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFailed, vi } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import type { KeptObject } from '#object-rules/object.js';
import { createPool } from '#postgres/pool.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { createMetrics } from '#telemetry/metrics.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { StaleErasure } from '../../src/erasing/stale-erasure.js';
import { WorkspaceErasure, type WorkspaceErasureOptions } from '../../src/erasing/workspace-erasure.js';
import { wholeState } from '../../src/storage/stored-state.js';
import { at, CommandSender, TopicWatcher } from './commands.js';

/** The service itself knows of no deletion; the instances in this test do everything. */
describe('the erasure of deleted workspaces', { timeout: 60_000 }, () => {
  let space: TestSpace;
  let service: RunningService;
  let sender: CommandSender;
  let producer: CoalescingProducer;
  let database: pg.Client;
  let pool: Pool;
  let copy: DirectoryCopy;
  let started: WorkspaceErasure[] = [];
  let logged: unknown[] = [];
  const record = { noteWorkspaces: vi.fn<(ids: readonly string[]) => void>() };
  const log = (...line: unknown[]): number => logged.push([new Date().toISOString(), ...line]);
  const logger = { info: log, warn: log } as never;
  const tasks = (): UpkeepTasks => new UpkeepTasks(createMetrics('test'), logger);

  beforeAll(async () => {
    space = await createTestSpace('object erasing');
    service = await startService('object-service', space.environment('object-service'));
    sender = await CommandSender.connect(space);
    producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1e8, logger: space.logger });
    await producer.connect();
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
    await database.connect();
  });
  beforeEach(() => {
    logged = [];
    onTestFailed(() => void process.stderr.write(`The erasures logged: ${JSON.stringify(logged)}\n`));
    copy = new DirectoryCopy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 4, applicationName: 'test' });
  });
  afterEach(async () => {
    await Promise.all(started.map((each) => each.stop()));
    started = [];
    await pool.end();
  });
  afterAll(async () => {
    await database?.end();
    await producer?.close();
    await sender?.close();
    await service?.stop();
    await space?.close();
  });

  const start = (more: Partial<WorkspaceErasureOptions> = {}): WorkspaceErasure => {
    const erasure = new WorkspaceErasure({
      copy,
      pool,
      kafka: space.kafka,
      producer,
      topicPrefix: space.prefix,
      partitions: space.partitions,
      objectsPerSecond: 100_000,
      tasks: tasks(),
      record,
      logger,
      settleMs: 500,
      ...more,
    });
    started.push(erasure);
    erasure.start();
    return erasure;
  };
  const remove = (id: string): void =>
    copy.apply({
      key: `workspace:${id}`,
      revision: 9,
      body: { id, name: id, formerNames: [], status: 'deleted', plan: 'unlimited', createdAt: '' },
    });
  const rows = async (workspace: string): Promise<{ external_id: string; revision: string; state: KeptObject }[]> =>
    (
      await database.query<{ external_id: string; revision: string; state: KeptObject }>(
        `select external_id, revision, state from object where workspace = $1 order by 1`,
        [workspace],
      )
    ).rows.map((row) => ({ ...row, state: wholeState(row.state) }));
  const done = async (): Promise<string[]> =>
    (await database.query<{ workspace: string }>('select workspace from erased_workspace order by 1')).rows.map(
      ({ workspace }) => workspace,
    );
  const fill = async (workspace: string, count: number): Promise<void> => {
    await sender.call(
      workspace,
      Array.from({ length: count }, (_, n) => at(`${workspace} ${n}`, 1)),
    );
    await expect.poll(async () => (await rows(workspace)).length, { timeout: 20_000 }).toBe(count);
  };

  it('leaves owner and revision of each object, a tombstone on object.state, no Idempotency-Key, and all other workspaces', async () => {
    await fill('north', 1200);
    await fill('south', 3);
    const others = await rows('south');
    for (const workspace of ['north', 'south'])
      await database.query(
        `insert into idempotency_key (workspace, key_hash, operation_id, body_hash) values ($1, 'h', gen_random_uuid(), 'b')`,
        [workspace],
      );
    remove('north');
    const erasure = start();
    await expect.poll(done, { timeout: 45_000 }).toEqual(['north']);
    await expect.poll(() => erasure.pending).toBe(0);
    const left = await rows('north');
    expect(left).toHaveLength(1200);
    expect(record.noteWorkspaces).toHaveBeenCalledWith(['north']);
    for (const { external_id, revision, state } of left)
      expect(state).toEqual({
        externalId: external_id,
        workspace: 'north',
        revision: Number(revision),
        erased: true,
        updatedAt: expect.any(String),
      });
    expect(new Set(left.map(({ revision }) => Number(revision)))).toEqual(new Set([2]));
    expect(await rows('south')).toEqual(others);
    expect((await database.query(`select workspace from idempotency_key`)).rows).toEqual([{ workspace: 'south' }]);
    const states = await TopicWatcher.open(space, 'object.state');
    await states.until(
      (records) => records.filter(({ key, value }) => key?.startsWith('north') && value === '').length === 1200,
      'tombstones',
      20_000,
    );
    const [tombstone] = states.records.filter(({ value }) => value === '');
    expect(tombstone!.headers).toMatchObject({
      ce_type: 'waymark.object.state.v1',
      ce_workspace: 'north',
      ce_revision: '2',
      ce_subject: tombstone!.key,
    });
    await states.close();
    // The owner's next update creates the object again, and continues the revisions.
    await sender.call('north', [at('north 1', 2)]);
    await expect
      .poll(async () => (await rows('north')).find(({ external_id }) => external_id === 'north 1')!.state)
      .toMatchObject({ revision: 3, position: { lat: 2 } });
  });

  it('does not check finished workspaces again, and erases nothing of workspaces that the directory does not name', async () => {
    await fill('done', 2);
    await fill('unnamed', 2);
    await database.query(`insert into erased_workspace (workspace) values ('done')`);
    remove('done');
    copy.apply({ key: 'workspace:unnamed', revision: 3, body: undefined });
    start();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for (const workspace of ['done', 'unnamed']) for (const { state } of await rows(workspace)) expect(state).not.toHaveProperty('erased');
  });

  it('is tried again soon after a failed round, and requests again what a unit did not erase', async () => {
    await fill('later', 2);
    remove('later');
    let [rounds, sends] = [0, 0];
    const kafka = {
      admin: () => {
        if (rounds++ === 0) throw new Error('The broker is away.');
        return space.kafka.admin();
      },
    } as never;
    start({ kafka, producer: { send: (records) => (sends++ === 0 ? Promise.resolve() : producer.send(records)) } });
    await expect.poll(done, { timeout: 20_000 }).toContain('later');
    expect([rounds > 1, sends > 1]).toEqual([true, true]);
  });

  it('runs on one instance at a time, and continues where a dead one stopped', async () => {
    await fill('churn', 1500);
    remove('churn');
    const sent: number[] = [];
    const dying = { send: async (records: readonly OutgoingRecord[]) => (sent.push(records.length), producer.send(records)) };
    const first = start({ producer: dying, objectsPerSecond: 500 });
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    let second = 0;
    start({ producer: { send: async (records) => (second++, producer.send(records)) } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(second).toBe(0);
    await first.stop();
    const midway = (await rows('churn')).filter(({ state }) => 'erased' in state).length;
    expect(midway).toBeLessThan(1500);
    const third = start();
    await expect.poll(async () => (await rows('churn')).every(({ state }) => 'erased' in state), { timeout: 30_000 }).toBe(true);
    await expect.poll(done, { timeout: 20_000 }).toContain('churn');
    // Each object was erased once.
    expect(new Set((await rows('churn')).map(({ revision }) => Number(revision)))).toEqual(new Set([2]));
    await expect.poll(() => third.pending).toBe(0);
  });

  it('runs after the commands that wait in the log: they may create objects that an earlier walk would miss', async () => {
    service.signal('SIGSTOP');
    await sender.call('tail', [at('late', 1)]);
    remove('tail');
    start({ settleMs: 0 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await done()).not.toContain('tail');
    service.signal('SIGCONT');
    await expect.poll(done, { timeout: 20_000 }).toContain('tail');
    expect(await rows('tail')).toEqual([{ external_id: 'late', revision: '2', state: expect.objectContaining({ erased: true }) }]);
  });

  it('keeps objects under a legal hold, and ends once it is released', async () => {
    await fill('kept', 3);
    const released = { op: 'release', externalId: 'kept 1' } as const;
    await sender.call('kept', [{ op: 'hold', externalId: 'kept 1', reason: 'case 17' }]);
    await expect.poll(async () => (await rows('kept')).filter(({ state }) => 'hold' in state).length).toBe(1);
    remove('kept');
    const first = start();
    await expect.poll(async () => (await rows('kept')).map(({ state }) => 'erased' in state)).toEqual([true, false, true]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect([first.pending, await done()]).toEqual([1, expect.not.arrayContaining(['kept'])]);
    await first.stop();
    await sender.call('kept', [released]);
    await expect.poll(async () => (await rows('kept')).filter(({ state }) => 'hold' in state).length).toBe(0);
    log('Released.');
    start();
    await expect.poll(done, { timeout: 20_000 }).toContain('kept');
    expect((await rows('kept')).every(({ state }) => 'erased' in state)).toBe(true);
  });

  it('of silent objects takes exactly those past the limit of their type, or else of their workspace', async () => {
    const crane = { initialExternalObject: { type: 'crane' } };
    await sender.call('stale', [
      { ...at('s crane', 1), ...crane },
      { ...at('s crane held', 1), ...crane },
      { ...at('s crane fresh', 1), ...crane },
      at('s other', 1),
    ]);
    await sender.call('stale', [{ op: 'hold', externalId: 's crane held', reason: 'case 17' }]);
    await sender.call('elsewhere', [{ ...at('s crane of others', 1), ...crane }]);
    await expect.poll(async () => (await rows('elsewhere')).length + (await rows('stale')).length).toBe(5);
    await expect.poll(async () => (await rows('stale')).filter(({ state }) => 'hold' in state).length).toBe(1);
    await database.query(
      `update object set state = replace(state::text, state->'values'->>1, '2026-01-01T00:00:00.000Z')::json
        where external_id like 's %' and external_id <> 's crane fresh'`,
    );
    // A row of an earlier version.
    const { state: other } = (await rows('stale')).find(({ external_id: id }) => id === 's other')!;
    await database.query('update object set state = $1 where external_id = $2', [JSON.stringify(other), 's other']);
    for (const id of ['stale', 'elsewhere'])
      copy.apply({
        key: `workspace:${id}`,
        revision: 1,
        body: { id, name: id, formerNames: [], status: 'active', plan: 'unlimited', createdAt: '2026-01-01T00:00:00.000Z' },
      });
    copy.apply({
      key: 'retention:stale',
      revision: 2,
      body: { workspace: 'stale', eraseAfterDays: 36_500, types: [{ type: 'crane', eraseAfterDays: 30 }] },
    });
    copy.markComplete();
    const erasure = new StaleErasure({
      copy,
      pool,
      producer,
      topicPrefix: space.prefix,
      partitions: space.partitions,
      objectsPerSecond: 100_000,
      tasks: tasks(),
      logger: space.logger,
      everyMs: 200,
    });
    erasure.start();
    const gone = async (): Promise<string[]> =>
      [...(await rows('stale')), ...(await rows('elsewhere'))]
        .filter(({ state }) => 'erased' in state)
        .map(({ external_id }) => external_id);
    await expect.poll(gone).toEqual(['s crane']);
    copy.apply({ key: 'hold:stale', revision: 3, body: { workspace: 'stale', reason: 'r', by: 'b', since: '' } });
    copy.apply({ key: 'retention:stale', revision: 4, body: { workspace: 'stale', eraseAfterDays: 30, types: [] } });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await gone()).toEqual(['s crane']);
    copy.apply({ key: 'hold:stale', revision: 5, body: undefined });
    await expect.poll(gone).toEqual(['s crane', 's other']);
    await erasure.stop();
  });
});
