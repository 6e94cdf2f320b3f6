import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingRecord, UnitOfWork } from '#kafka/records/record.js';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import type { ObjectCommand } from '#object-rules/command.js';
import type { ObjectState } from '#object-rules/object.js';
import { createDataSource } from '#postgres/data-source.js';
import type { KeptOutbox } from '#postgres/kept-outbox.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { RememberedJson } from '#postgres/remembered-json.js';
import { createMetrics } from '#telemetry/metrics.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { CommandDecoder } from '../../src/commands/command-decoder.js';
import { HeldOffsets } from '../../src/publishing/held-offsets.js';
import { OutgoingRecords, type StateRecord } from '../../src/publishing/outgoing-records.js';
import type { StatePublisher } from '../../src/publishing/state-publisher.js';
import type { UnitPublisher } from '../../src/publishing/unit-publisher.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { wholeState } from '../../src/storage/stored-state.js';
import { ObjectUnitProcessor } from '../../src/unit/object-unit-processor.js';
import { UnitMetrics } from '../../src/unit/unit-metrics.js';
import { at, operationIdAt, recordsOf } from './commands.js';

const MIB = 1024 * 1024;
/** The limit of a unit, plus one object and its envelope. */
const MAX_PER_STATEMENT = 17 * MIB;
const OBJECTS = 150;
const TEXT = 'v'.repeat(4000);

const large = (externalId: string): ObjectCommand => ({
  externalId,
  locationUpdate: { newPosition: { lat: 1, lon: 1 } },
  fieldValues: Array.from({ length: 60 }, (_, n) => ({ type: 'String' as const, field: `f${n}`, value: TEXT })),
});
const tiny = (externalId: string, value: number): ObjectCommand => ({ externalId, fieldValues: [{ type: 'Number', field: 'n', value }] });

describe('a unit with objects of 36 MB in total', () => {
  let space: TestSpace;
  let pool: Pool;
  let processor: ObjectUnitProcessor;
  let statements: { name: string; bytes: number }[] = [];
  /** The calls of the publishers, in order. */
  let calls: string[] = [];
  let waitingText = 0;
  let events: OutgoingRecord[] = [];
  let nextOffset = 0;
  const ids = Array.from({ length: OBJECTS }, (_, n) => `large-${n}`);

  beforeAll(async () => {
    space = await createTestSpace('large-unit', { topics: false });
    const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.objects, entities: [], migrations: MIGRATIONS });
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 4, applicationName: 'test', pipeline: true });
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
    const states = {
      get waiting() {
        return calls.length - 1 - calls.lastIndexOf('flush');
      },
      room: async () => undefined,
      take: () => undefined,
      changed: (_partition: number, { externalId, stored }: StateRecord) => {
        calls.push(externalId);
        waitingText += stored!.length;
      },
      changedUnheld: (_partition: number, externalId: string) => calls.push(externalId),
      suspect: () => undefined,
      flush: async () => {
        calls.push('flush');
        waitingText = 0;
      },
    };
    const units = {
      idle: async () => undefined,
      room: async () => undefined,
      enqueue: ({ records }: { records: OutgoingRecord[] }) => void (events = events.concat(records)),
    };
    processor = new ObjectUnitProcessor({
      pool,
      decoder: new CommandDecoder(1, 4),
      held: new HeldOffsets(),
      objects: new RememberedJson(1000),
      units: units as unknown as UnitPublisher,
      tenure: { begin: async () => new Set() },
      outbox: { note: async () => undefined, take: async () => undefined } as unknown as KeptOutbox,
      states: states as unknown as StatePublisher,
      records: new OutgoingRecords(space.prefix),
      metrics: new UnitMetrics(createMetrics('test')),
    });
    await processor.assigned([0]);
    // A hundred and fifty units; each is written while it is small.
    for (const id of ids) await processor.process(unitOf([large(id)]));
  });
  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });

  /** One unit, with one record for each call. */
  function unitOf(...calls: ObjectCommand[][]): UnitOfWork {
    return again(calls.map((commands) => recordsOf('alpha', commands, 1, { operationId: operationIdAt(Date.now()) })[0]!.record));
  }
  function again(records: object[]): UnitOfWork {
    const firstOffset = nextOffset;
    nextOffset += records.length;
    const common = { topic: 'object.commands', partition: 0, timestamp: Date.now(), key: null, headers: {} };
    return {
      batches: [
        {
          topic: 'object.commands',
          partition: 0,
          firstOffset,
          nextOffset,
          records: records.map((record, n) => ({ ...common, offset: firstOffset + n, value: Buffer.from(JSON.stringify(record)) })),
        },
      ],
    };
  }
  const reset = () => {
    statements = [];
    calls = [];
    events = [];
    waitingText = 0;
  };
  const stored = async () =>
    (
      await pool.query<{ revision: number; state: ObjectState }>(
        `select revision, state from object where external_id like 'large-%' order by external_id`,
      )
    ).rows.map(({ revision, state }) => ({ revision, state: wholeState(state) as ObjectState }));
  const updates = () => statements.filter(({ name }) => name === 'update-objects');

  it('is folded and written in pieces, in the order of the log, in one transaction', async () => {
    reset();
    // One call with all objects, one that repeats some, and one new object.
    await processor.process(
      unitOf(
        ids.map((id) => tiny(id, 1)),
        [tiny(ids[0]!, 2), at('large-new', 5), tiny(ids[1]!, 2), tiny(ids[0]!, 3)],
      ),
    );
    expect(updates().length).toBeGreaterThan(2);
    for (const { bytes } of statements) expect(bytes).toBeLessThan(MAX_PER_STATEMENT);
    expect(statements.filter(({ name }) => name === 'insert-operations')).toHaveLength(1);

    const rows = new Map(
      (await stored()).map(({ state, revision }) => [
        state.externalId,
        { revision, n: state.fields['n']?.value, last: state.fields['f59']?.value },
      ]),
    );
    expect(rows.get(ids[0]!)).toEqual({ revision: 4, n: 3, last: TEXT });
    expect(rows.get(ids[1]!)).toEqual({ revision: 3, n: 2, last: TEXT });
    expect(rows.get('large-new')?.revision).toBe(1);
    for (const id of ids.slice(2)) expect(rows.get(id), id).toEqual({ revision: 2, n: 1, last: TEXT });
    const revisions = (id: string) =>
      events.filter(({ key }) => key === id).map(({ value }) => (JSON.parse(String(value)) as { revision: number }).revision);
    expect(revisions(ids[0]!)).toEqual([2, 3, 4]);
    expect(revisions(ids.at(-1)!)).toEqual([2]);
  });

  it('does not let its states wait all together', async () => {
    reset();
    await processor.process(unitOf(ids.map((id) => tiny(id, 4))));
    const between = calls
      .join(' ')
      .split('flush')
      .map((run) => run.trim().split(' ').filter(Boolean));
    expect(new Set(between.flat())).toEqual(new Set(ids));
    for (const run of between) expect(run.length * TEXT.length * 60).toBeLessThan(MAX_PER_STATEMENT);
    // Also if each unit is small.
    reset();
    for (let from = 0; from < OBJECTS; from += 10) {
      await processor.process(unitOf(ids.slice(from, from + 10).map((id) => tiny(id, 5))));
      expect(waitingText).toBeLessThan(MAX_PER_STATEMENT);
    }
    expect(calls).toContain('flush');
  });

  it('is applied once, however often its records arrive', async () => {
    const records = recordsOf(
      'alpha',
      ids.map((id) => tiny(id, 6)),
      1,
    ).map(({ record }) => record);
    await processor.process(again(records));
    const before = await stored();
    reset();
    await processor.process(again(records));
    expect(await stored()).toEqual(before);
    expect(events.filter(({ key }) => key !== null)).toEqual([]);
  });

  it('changes nothing when another owner has moved the offset', async () => {
    const before = await stored();
    await pool.query('update partition_offset set next_offset = next_offset + 1');
    const unit = unitOf(ids.map((id) => tiny(id, 7)));
    await expect(processor.process(unit)).rejects.toThrow(OwnershipLostError);
    expect(await stored()).toEqual(before);
    await pool.query('update partition_offset set next_offset = next_offset - 1');
    await processor.process(unit);
    expect((await stored()).filter(({ state }) => state.fields['n']?.value === 7)).toHaveLength(OBJECTS);
  });

  it('is not applied when records before it were dropped', async () => {
    nextOffset += 1;
    const unit = unitOf([tiny(ids[0]!, 8)]);
    nextOffset -= 2;
    await expect(processor.process(unit)).rejects.toThrow(/goes on at \d+, but is stored up to/);
    await processor.process(unitOf([tiny(ids[0]!, 9)]));
    expect((await stored()).filter(({ state }) => state.fields['n']?.value === 9)).toHaveLength(1);
  });

  it('runs only one query for objects that are small together', async () => {
    const small = Array.from({ length: 200 }, (_, n) => `small-${n}`);
    await processor.process(unitOf(small.map((id) => at(id, 1))));
    // After a new assignment, nothing is cached.
    await processor.assigned([0]);
    reset();
    await processor.process(unitOf(small.map((id) => tiny(id, 1))));
    expect(statements.map(({ name }) => name).filter((name) => name.startsWith('load'))).toEqual(['load-objects-within']);
    expect(statements.map(({ name }) => name).filter((name) => name.startsWith('update-objects'))).toEqual(['update-objects-at']);
  });
});
