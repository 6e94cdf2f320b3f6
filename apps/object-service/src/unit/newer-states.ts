import type { Pool } from 'pg';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import type { ErasedObject, KeptObject } from '#object-rules/object.js';
import { int8Array, jsonArray, textArray } from '#postgres/binary-array.js';
import { inTransaction } from '#postgres/transaction.js';
import type { Logger } from '#telemetry/logger.js';
import { storedState } from '../storage/stored-state.js';

export interface NewerStatesOptions {
  pool: Pool;
  kafka: KafkaConnection;
  /** `object.state` with its prefix. */
  topic: string;
  logger: Logger;
}

/** Number of rows per transaction. */
const OBJECTS_AT_ONCE = 1000;
const CHARACTERS_AT_ONCE = 8 * 1024 * 1024;

/**
 * Takes states from `object.state` that are newer than those in the table. This is needed when the database was restored from a backup
 * that is older than the retention of `object.commands`: the expired commands had usually been applied before. Without their states,
 * revisions would be used twice, and the projection would mistake new changes for repetitions.
 */
export class NewerStates {
  private readonly waiting = new Map<string, KeptObject>();
  private characters = 0;
  private taken = 0;

  private constructor(private readonly options: NewerStatesOptions) {}

  /**
   * Reads these partitions completely.
   * @throws Error when the broker or the database does not answer; call it again, since only a part of the states may be written
   */
  static async take(options: NewerStatesOptions, partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) {
      const states = new NewerStates(options);
      await states.read(partition);
      const { taken } = states;
      options.logger[taken > 0 ? 'error' : 'info'](
        { partition, taken },
        taken > 0
          ? 'the objects of this partition were older than object.state: the database was restored from a backup ' +
              'that is older than the commands that the log still has. The newer states were taken from the topic'
          : 'no object of this partition is older than object.state',
      );
    }
  }

  private async read(partition: number): Promise<void> {
    const { kafka, topic, logger } = this.options;
    const failed = new AbortController();
    await readPartition({
      kafka,
      topic,
      partition,
      logger,
      signal: failed.signal,
      onRecord: async (record) => {
        const object = objectOf(record);
        if (object === undefined) return;
        this.waiting.set(object.externalId, object);
        this.characters += record.value?.length ?? 0;
        if (this.waiting.size < OBJECTS_AT_ONCE && this.characters < CHARACTERS_AT_ONCE) return;
        // Aborts the read, since the reader would otherwise skip a record whose handler fails.
        await this.write().catch((error: unknown) => failed.abort(error));
      },
    });
    failed.signal.throwIfAborted();
    await this.write();
  }

  private async write(): Promise<void> {
    const objects = [...this.waiting.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
    if (objects.length === 0) return;
    await inTransaction(this.options.pool, async (client) => {
      const { rowCount } = await client.query({
        name: 'take-newer-states',
        text: `insert into object as o (external_id, workspace, revision, state) select *
          from unnest($1::text[], $2::text[], $3::bigint[], $4::json[])
               on conflict (external_id) do update set workspace = excluded.workspace, revision = excluded.revision, state = excluded.state
               where o.revision < excluded.revision`,
        values: [
          textArray(objects.map(({ externalId }) => externalId)),
          textArray(objects.map(({ workspace }) => workspace)),
          int8Array(objects.map(({ revision }) => revision)),
          jsonArray(objects.map(storedState)),
        ],
      });
      if (rowCount === 0) return;
      this.taken += rowCount!;
      // No unit has counted these objects, so they have to be counted again. `object_recount_run` is deleted first, since a recount
      // that ends at the same time writes the other table before it unlocks this one.
      await client.query('delete from object_recount_run');
      await client.query('delete from object_recount');
    });
    this.waiting.clear();
    this.characters = 0;
  }
}

/** The object of a record; for a tombstone, the remaining data of the erased object; undefined for a record of another kind. */
function objectOf({ key, value, headers, timestamp }: ConsumedRecord): KeptObject | undefined {
  try {
    if (value !== null) return JSON.parse(value.toString()) as KeptObject;
  } catch {
    return undefined;
  }
  const [revision, workspace, time] = [
    Number(headers.ce_revision?.toString()),
    headers.ce_workspace?.toString(),
    headers.ce_time?.toString(),
  ];
  if (key === null || workspace === undefined || !Number.isSafeInteger(revision)) return undefined;
  return {
    externalId: key.toString(),
    workspace,
    revision,
    erased: true,
    updatedAt: time ?? new Date(timestamp).toISOString(),
  } satisfies ErasedObject;
}
