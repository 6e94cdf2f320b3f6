import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import type { ObjectState } from '#object-rules/object.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { createMetrics } from '#telemetry/metrics.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { projectionMetrics } from '../../src/projecting/projection-metrics.js';
import { Projector } from '../../src/projecting/projector.js';
import { createProjectionDataSource } from '../../src/schema/projection-data-source.js';
import { PieceKeeper } from '../../src/storage/piece-keeper.js';
import { partitionedTables } from '../../src/storage/time-partitions.js';
import { type Draft, EventWriter } from './event-writer.js';

/** The limit of a unit, plus one object and its envelope. */
const MAX_PER_STATEMENT = 17 * 1024 * 1024;
const OBJECTS = 150;
const TEXT = 'v'.repeat(4000);

describe('a unit of events with objects of 36 MB in total', () => {
  let space: TestSpace;
  let pool: Pool;
  let dataSource: DataSource;
  let pieces: PieceKeeper;
  let projector: Projector;
  let writer: EventWriter;
  let statements: { name: string; bytes: number }[] = [];
  let nextOffset = 0;
  const ids = Array.from({ length: OBJECTS }, (_, n) => `large-${n}`);

  beforeAll(async () => {
    space = await createTestSpace('large-events', { topics: false, partitions: 1 });
    dataSource = createProjectionDataSource(space.databaseUrl, space.schemas.projection);
    await migrate(dataSource);
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.projection, max: 3, applicationName: 'test', pipeline: true });
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      Object.assign(client, {
        query(...args: unknown[]) {
          const { name = '', values = [] } = (typeof args[0] === 'object' ? args[0] : {}) as { name?: string; values?: unknown[] };
          statements.push({ name, bytes: values.reduce((sum: number, value) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0) });
          return query(...args);
        },
      });
    });
    pieces = new PieceKeeper(pool, partitionedTables({ historyDays: 2, feedDays: 2 }), space.logger);
    await pieces.start(new UpkeepTasks(createMetrics('test'), space.logger));
    projector = new Projector({
      pool,
      schema: space.schemas.projection,
      pieces,
      logStarts: async () => new Map(),
      stateCacheObjects: 1000,
      metrics: projectionMetrics(createMetrics('test')),
      logger: space.logger,
    });
    writer = new EventWriter(space);
    await projector.assigned([0]);
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, { type: 'String' as const, value: TEXT }]));
    for (const externalId of ids)
      await projector.process(unitOf([{ externalId, workspace: 'w', revision: 1, position: { lat: 1, lon: 1 }, fields }]));
  });
  afterAll(async () => {
    await pieces?.stop();
    await pool?.end();
    await dataSource?.destroy();
    await space?.close();
  });

  function unitOf(drafts: readonly Draft[]): UnitOfWork {
    const firstOffset = nextOffset;
    nextOffset += drafts.length;
    const records = drafts.map((draft, n) => {
      const { topic, key, value, headers } = writer.record(draft);
      const bytes = Object.fromEntries(Object.entries(headers ?? {}).map(([name, text]) => [name, Buffer.from(String(text))]));
      return {
        topic,
        partition: 0,
        offset: firstOffset + n,
        timestamp: Date.now(),
        key: Buffer.from(String(key)),
        value: Buffer.from(String(value)),
        headers: bytes,
      };
    });
    return { batches: [{ topic: 'object.events', partition: 0, firstOffset, nextOffset, records }] };
  }
  const tiny = (externalId: string, revision: number): Draft => ({
    externalId,
    workspace: 'w',
    revision,
    fields: { n: { type: 'Number', value: revision } },
  });
  const stored = async () =>
    (await pool.query<{ seen: number; state: ObjectState }>('select seen, state from object_state order by external_id')).rows;

  it('is folded and written in pieces, each object as often as it is named, in one transaction', async () => {
    statements = [];
    await projector.process(unitOf([...ids.map((id) => tiny(id, 2)), tiny(ids[0]!, 3), tiny(ids[1]!, 2), tiny(ids[0]!, 4)]));
    expect(statements.filter(({ name }) => name === 'update-states').length).toBeGreaterThan(2);
    for (const { bytes } of statements) expect(bytes).toBeLessThan(MAX_PER_STATEMENT);
    expect(statements.filter(({ name }) => name === 'insert-chunks')).toHaveLength(1);
    const rows = new Map(
      (await stored()).map(({ seen, state }) => [
        state.externalId,
        { seen, n: state.fields['n']?.value, last: state.fields['f59']?.value },
      ]),
    );
    expect(rows.get(ids[0]!)).toEqual({ seen: 4, n: 4, last: TEXT });
    for (const id of ids.slice(1)) expect(rows.get(id), id).toEqual({ seen: 2, n: 2, last: TEXT });
    const { rows: history } = await pool.query<{ revision: number }>(
      'select revision from history where external_id = $1 order by revision',
      [ids[0]],
    );
    expect(history.map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
    expect((await pool.query('select sum(count)::int as changes from feed_chunk')).rows).toEqual([{ changes: OBJECTS * 2 + 2 }]);
  });

  it('changes nothing when another owner has moved the offset, and continues from the stored offset', async () => {
    const before = await stored();
    const unit = unitOf(ids.map((id, n) => tiny(id, n === 0 ? 5 : 3)));
    await pool.query('update partition_offset set next_offset = next_offset + 1');
    await expect(projector.process(unit)).rejects.toThrow(OwnershipLostError);
    expect(await stored()).toEqual(before);
    await pool.query('update partition_offset set next_offset = next_offset - 1');
    await projector.process(unit);
    expect(
      (await stored()).filter(
        ({ seen, state }) => seen === state.revision && state.fields['n']?.value === (state.externalId === ids[0] ? 5 : 3),
      ),
    ).toHaveLength(OBJECTS);
  });

  it('runs only one query for objects that are small together', async () => {
    const small = Array.from({ length: 200 }, (_, n) => `small-${n}`);
    await projector.process(unitOf(small.map((externalId) => ({ externalId, workspace: 'w', revision: 1, position: { lat: 1, lon: 1 } }))));
    await projector.assigned([0]);
    statements = [];
    await projector.process(unitOf(small.map((id) => tiny(id, 2))));
    expect(statements.map(({ name }) => name).filter((name) => name.startsWith('states'))).toEqual(['states-within']);
    expect(statements.map(({ name }) => name).filter((name) => name.startsWith('update-states'))).toEqual(['update-states-at']);
  });
});
