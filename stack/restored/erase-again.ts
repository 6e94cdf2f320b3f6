import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { CommandRecord } from '#contracts/command.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { topicBounds } from '#kafka/topics/partition-bounds.js';
import { topicName } from '#kafka/topics/topics.js';
import { erasureCommands, type ObjectToErase } from '../../apps/object-service/src/erasing/erasure-commands.js';
import { consumerOffsets } from '../kept-records/consumer-offsets.js';
import type { Installation } from '../services/service-environment.js';
import type { AfterRestoreContext } from './after-restore-context.js';
import { type Erasure, erasureRecords } from './erasure-records.js';

/** Requested erasures, which must be applied before the gateway starts. */
interface ErasuresAgain {
  operationIds: string[];
  objects: ObjectToErase[];
}

/** Tolerated difference between the clocks of the database and the object service. */
const CLOCKS_APART_MS = 5 * 60_000;
const BATCH_OBJECTS = 500;
const POLL_MS = 100;
const TIMEOUT_MS = 10 * 60_000;

/** The newest erasure of each object, unless it is certainly older than the restored state. */
async function erasuresSince(file: string, stateAt: string): Promise<Map<string, Erasure>> {
  const newest = new Map<string, Erasure>();
  const since = Date.parse(stateAt) - CLOCKS_APART_MS;
  for await (const record of erasureRecords(file)) {
    if (!('erasedAt' in record) || Date.parse(record.erasedAt) < since) continue;
    if ((newest.get(record.externalId)?.revision ?? 0) < record.revision) newest.set(record.externalId, record);
  }
  return newest;
}

/** The objects that the table has in a state from before their erasure. */
async function thereAgain(client: pg.Client, table: string, erasures: readonly Erasure[]): Promise<ObjectToErase[]> {
  const { rows } = await client.query<{ external_id: string; workspace: string; revision: string }>(
    `select external_id, workspace, revision from ${table} where external_id = any($1::text[]) and state->>'erased' is null`,
    [erasures.map(({ externalId }) => externalId)],
  );
  const there = new Map(rows.map((row) => [row.external_id, row]));
  return erasures.flatMap(({ externalId, workspace, revision }) => {
    const row = there.get(externalId);
    // With a larger revision, the object was created again after that erasure.
    return row?.workspace === workspace && Number(row.revision) < revision ? [{ externalId, workspace }] : [];
  });
}

/**
 * Waits until the object service has applied all commands on the log, including those that were published again. Only then does the table
 * show which objects exist.
 * @throws Error after ten minutes
 */
export async function commandsApplied(
  client: pg.Client,
  kafka: KafkaConnection,
  { schemas, topicPrefix, objectPartitions }: Installation,
): Promise<void> {
  const ends = await topicBounds(kafka, topicName(topicPrefix, 'object.commands'));
  const isApplied = async () => {
    const next = (await consumerOffsets(client, schemas, objectPartitions)).get('object.commands');
    return [...ends].every(([partition, { high }]) => (next?.get(partition) ?? 0) >= high);
  };
  await until(isApplied, 'The commands that were published again are to be applied');
}

/** Sends commands that erase the objects in the record of erasures again, if the table has them; repeating them does no harm. */
export async function eraseAgain({ client, installation, restored, send, logger }: AfterRestoreContext): Promise<ErasuresAgain> {
  const { folder, services } = installation;
  const requested: ErasuresAgain = { operationIds: [], objects: [] };
  const erasures = [...(await erasuresSince(folder.erasuresFile, restored.stateAt)).values()];
  if (erasures.length === 0) return requested;
  const table = `${client.escapeIdentifier(services.schemas.objects)}.object`;
  for (let at = 0; at < erasures.length; at += BATCH_OBJECTS) {
    const objects = await thereAgain(client, table, erasures.slice(at, at + BATCH_OBJECTS));
    const commands = erasureCommands(objects, 'restore', { topicPrefix: services.topicPrefix, partitions: services.objectPartitions });
    await send(commands);
    requested.objects.push(...objects);
    requested.operationIds.push(...commands.map(({ value }) => (JSON.parse(String(value)) as CommandRecord).operationId));
  }
  logger.info({ listed: erasures.length, erasedAgain: requested.objects.length }, 'objects in the record of erasures are erased again');
  return requested;
}

/**
 * Waits until the services have applied these erasures.
 * @returns number of objects that stay because of a legal hold in the restored state
 * @throws Error after ten minutes
 */
export async function erasedAgain(
  client: pg.Client,
  schemas: AfterRestoreContext['installation']['services']['schemas'],
  { operationIds, objects }: ErasuresAgain,
): Promise<number> {
  if (objects.length === 0) return 0;
  const table = (schema: string, name: string) => `${client.escapeIdentifier(schema)}.${name}`;
  const ids = objects.map(({ externalId }) => externalId);
  const isSettled = async () => {
    const { rows } = await client.query<{ settled: number }>(
      `select count(*)::int as settled from ${table(schemas.objects, 'operation_outcome')} where operation_id = any($1::uuid[])`,
      [operationIds],
    );
    return rows[0]!.settled >= operationIds.length;
  };
  const left = async (): Promise<string[]> =>
    (
      await client.query<{ external_id: string }>(
        `select external_id from ${table(schemas.objects, 'object')} where external_id = any($1::text[]) and state->>'erased' is null`,
        [ids],
      )
    ).rows.map((row) => row.external_id);
  const what = `${objects.length} objects that were erased after the backup are to be erased again`;
  await until(isSettled, what);
  const held = await left();
  const gone = ids.filter((id) => !held.includes(id));
  await until(async () => {
    const { rows } = await client.query<{ shown: boolean }>(
      `select exists (select from ${table(schemas.projection, 'object_state')} where workspace = any($2::text[])
        and external_id = any($1::text[])) as shown`,
      [gone, [...new Set(objects.map(({ workspace }) => workspace))]],
    );
    return !rows[0]!.shown;
  }, what);
  return held.length;
}

async function until(isFulfilled: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + TIMEOUT_MS; !(await isFulfilled()); await sleep(POLL_MS)) {
    if (performance.now() > deadline)
      throw new Error(
        `${what}, and were not in ${TIMEOUT_MS / 60_000} minutes. Nobody can read before that: look into the ` +
          'logs of the object service and the projection, then start again.',
      );
  }
}
