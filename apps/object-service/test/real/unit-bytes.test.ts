import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '#settings/settings.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { settings } from '../../src/configuration/config.js';
import { at, CommandSender, recordsOf } from './commands.js';

const MAX_UNIT_BYTES = 65_536;
const CALLS = 60;

let space: TestSpace;
let service: RunningService;
let sender: CommandSender;
let db: pg.Client;

beforeAll(async () => {
  space = await createTestSpace('unit-bytes', { partitions: 2 });
  service = await startService(
    'object-service',
    space.environment('object-service', { MAX_UNIT_BYTES: String(MAX_UNIT_BYTES), UNIT_LINGER_MS: '20' }),
  );
  sender = await CommandSender.connect(space);
  db = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
  await db.connect();
});
afterAll(async () => {
  await sender?.close();
  await db?.end();
  await service?.stop();
  await space?.close();
});

it('reads no more bytes of records into a unit than configured', async () => {
  const bytes = new Map<string, number>();
  await db.query('begin; lock table object in access exclusive mode');
  for (let n = 0; n < CALLS; n++) {
    // One record of about ten kilobytes each.
    const commands = [
      {
        ...at(`object-${n}`, 1),
        fieldValues: [1, 2, 3].map((f) => ({ type: 'String' as const, field: `f${f}`, value: 'v'.repeat(3300) })),
      },
    ];
    const operationId = await sender.call('alpha', commands, { reply: null });
    bytes.set(
      operationId,
      Buffer.byteLength(JSON.stringify(recordsOf('alpha', commands, space.partitions, { operationId, reply: null })[0]!.record)),
    );
  }
  await db.query('rollback');
  const units = async () =>
    (
      await db.query<{ operations: string[] }>(
        'select array_agg(operation_id::text) as operations from operation_outcome group by xmin::text',
      )
    ).rows.map((row) => row.operations);
  await expect.poll(async () => (await units()).flat().length, { timeout: 30_000 }).toBe(CALLS);
  const sums = (await units()).map((operations) => operations.reduce((sum, id) => sum + bytes.get(id)!, 0));
  expect(Math.max(...sums)).toBeLessThanOrEqual(MAX_UNIT_BYTES);
  // They had accumulated, so only the limit separated them.
  expect(Math.max(...sums)).toBeGreaterThan(MAX_UNIT_BYTES / 2);
});

it('cannot be configured to take more than 2 MiB', () => {
  const environment = space.environment('object-service');
  expect(readSettings(settings, { ...environment, MAX_UNIT_BYTES: '2097152' }).maxUnitBytes).toBe(2_097_152);
  expect(() => readSettings(settings, { ...environment, MAX_UNIT_BYTES: '2097153' })).toThrow('MAX_UNIT_BYTES');
});
