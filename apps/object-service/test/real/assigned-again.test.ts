import type { Pool } from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { partitionOf } from '#kafka/records/partition.js';
import type { UnitOfWork } from '#kafka/records/record.js';
import { createDataSource } from '#postgres/data-source.js';
import type { KeptOutbox } from '#postgres/kept-outbox.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { RememberedJson } from '#postgres/remembered-json.js';
import { Tenure } from '#postgres/tenure.js';
import { createMetrics } from '#telemetry/metrics.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { CommandDecoder } from '../../src/commands/command-decoder.js';
import { HeldOffsets } from '../../src/publishing/held-offsets.js';
import { OutgoingRecords } from '../../src/publishing/outgoing-records.js';
import type { StatePublisher } from '../../src/publishing/state-publisher.js';
import type { UnitPublisher } from '../../src/publishing/unit-publisher.js';
import { CONSUMER } from '../../src/storage/consumer.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { ObjectUnitProcessor } from '../../src/unit/object-unit-processor.js';
import { UnitMetrics } from '../../src/unit/unit-metrics.js';
import { at, recordsOf } from './commands.js';

const IDS = Array.from({ length: 40 }, (_, n) => `truck-${n}`);
/** Ids of objects on partitions 0 and 1. */
const ON = [0, 1].map((partition) => IDS.filter((id) => partitionOf(id, 2) === partition));

describe('an object service that is assigned partitions again, while states wait for the broker', () => {
  let space: TestSpace;
  let pool: Pool;
  let held: HeldOffsets;
  let processor: ObjectUnitProcessor;
  let suspects: string[];
  const nextOffset = [0, 0];

  /** A process that publishes nothing. */
  function newProcess(): ObjectUnitProcessor {
    held = new HeldOffsets();
    suspects = [];
    return new ObjectUnitProcessor({
      pool,
      decoder: new CommandDecoder(2, 4),
      held,
      objects: new RememberedJson(1000),
      units: { idle: async () => undefined, room: async () => undefined, enqueue: () => undefined } as unknown as UnitPublisher,
      tenure: new Tenure(pool, CONSUMER),
      outbox: { note: async () => undefined, take: async () => undefined } as unknown as KeptOutbox,
      states: {
        waiting: 0,
        room: async () => undefined,
        take: () => undefined,
        changed: () => undefined,
        suspect: (_partition: number, externalId: string) => suspects.push(externalId),
      } as unknown as StatePublisher,
      records: new OutgoingRecords(space.prefix),
      metrics: new UnitMetrics(createMetrics('test')),
    });
  }

  /** The next unit of a partition: one command, for the object with the number of its offset. */
  function unitOf(partition: number): UnitOfWork {
    const firstOffset = nextOffset[partition]!++;
    const common = { topic: 'object.commands', partition };
    const value = Buffer.from(JSON.stringify(recordsOf('alpha', [at(ON[partition]![firstOffset]!, 1)], 2)[0]!.record));
    const record = { ...common, offset: firstOffset, timestamp: Date.now(), key: null, headers: {}, value };
    return { batches: [{ ...common, firstOffset, nextOffset: firstOffset + 1, records: [record] }] };
  }

  beforeEach(async () => {
    space ??= await createTestSpace('assigned-again', { topics: false });
    await pool?.query(`drop schema ${space.schemas.objects} cascade`);
    await pool?.end();
    const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.objects, entities: [], migrations: MIGRATIONS });
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 4, applicationName: 'test', pipeline: true });
    nextOffset.fill(0);
    processor = newProcess();
    await processor.assigned([0, 1]);
    for (const partition of [0, 0, 0, 1, 1, 1]) await processor.process(unitOf(partition));
  });
  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });

  it('reads no command again if it had them all along: it still has their states', async () => {
    expect([...(await processor.assigned([0, 1]))]).toEqual([
      [0, 3],
      [1, 3],
    ]);
    await processor.process(unitOf(0));
    expect([...(await processor.assigned([0]))]).toEqual([[0, 4]]);
    expect(suspects).toEqual([]);
  });

  it('reads the commands again whose states are not published, if another process had the partition', async () => {
    await new Tenure(pool, CONSUMER).begin([1]);
    expect([...(await processor.assigned([0, 1]))]).toEqual([
      [0, 3],
      [1, 0],
    ]);
  });

  it('does so as well when the assignment is tried again', async () => {
    await new Tenure(pool, CONSUMER).begin([1]);
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
    let fails = true;
    Object.assign(pool, {
      query: (...args: unknown[]) =>
        fails && String(args[0]).includes('state_watermark') ? ((fails = false), Promise.reject(new Error('gone'))) : query(...args),
    });
    await expect(processor.assigned([0, 1])).rejects.toThrow('gone');
    expect((await processor.assigned([0, 1])).get(1)).toBe(0);
  });

  it('reads those of a partition again that it did not have in between', async () => {
    await processor.assigned([0]);
    expect((await processor.assigned([0, 1])).get(1)).toBe(0);
  });

  it('reads them again if it has dropped their states', async () => {
    held.forgetCollected(1);
    expect((await processor.assigned([0, 1])).get(1)).toBe(0);
  });

  it('reads the commands again that it has committed without collecting their states', async () => {
    await pool.query('update partition_offset set next_offset = 5 where partition = 0');
    expect((await processor.assigned([0, 1])).get(0)).toBe(3);
  });

  it('reads all unpublished ones again in a new process', async () => {
    processor = newProcess();
    expect((await processor.assigned([0, 1])).get(0)).toBe(0);
    nextOffset[0] = 0;
    await processor.process(unitOf(0));
    expect(suspects).toEqual([ON[0]![0]]);
    expect((await processor.assigned([0, 1])).get(0)).toBe(1);
  });
});
