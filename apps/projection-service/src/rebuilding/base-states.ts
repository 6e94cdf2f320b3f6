import type { Pool } from 'pg';
import { moveOf } from '#kafka/records/record-mark.js';
import type { ConsumedRecord, UnitOfWork } from '#kafka/records/record.js';
import { OwnershipLostError, type UnitProcessor } from '#kafka/units/unit-processor.js';
import type { ObjectState } from '#object-rules/object.js';
import { int8Array, jsonArray, textArray } from '#postgres/binary-array.js';
import { advanceOffsets, readOffsets } from '#postgres/offsets.js';
import { inTransaction } from '#postgres/transaction.js';
import { writeStates } from '../projecting/unit-writer.js';
import type { LogGaps } from './log-gaps.js';

/** Name of the consumer in `partition_offset`. */
export const CONSUMER = 'base';
const PAGE = 1000;

const UPSERT = `
  insert into base_state as held (external_id, revision, state)
  select * from unnest($1::text[], $2::bigint[], $3::json[])
  on conflict (external_id) do update set revision = excluded.revision, state = excluded.state
  where held.revision < excluded.revision`;

const DELETE_ERASED =
  'delete from base_state b using unnest($1::text[], $2::bigint[]) as k (external_id, revision) where ' +
  'b.external_id = k.external_id and b.revision < k.revision';

/**
 * The newest states from object.state, for objects whose first events are missing in the log. They are read before the events, and kept
 * next to the new tables until the rebuild ends.
 */
export class BaseStates implements UnitProcessor {
  /** Number of records that are not a valid state; their objects have no base. */
  unreadable = 0;

  constructor(readonly pool: Pool) {}

  async prepare(): Promise<void> {
    await this.pool.query(
      'create table base_state (external_id text collate "C" primary key, revision bigint not null, state json not null)',
    );
  }

  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return readOffsets(this.pool, CONSUMER, partitions);
  }

  async process(unit: UnitOfWork): Promise<void> {
    const newest = new Map<string, ObjectState>();
    const erased = new Map<string, number>();
    for (const { records } of unit.batches) {
      for (const record of records) {
        const state = record.value && readState(record.value);
        if (state) {
          if (state.revision > (newest.get(state.externalId)?.revision ?? erased.get(state.externalId) ?? 0))
            newest.set(state.externalId, state);
          continue;
        }
        const erasure = record.value === null ? readErasure(record) : undefined;
        if (!erasure) this.unreadable++;
        else if (erasure.revision > (newest.get(erasure.externalId)?.revision ?? 0)) {
          newest.delete(erasure.externalId);
          erased.set(erasure.externalId, erasure.revision);
        }
      }
    }
    await inTransaction(this.pool, async (client) => {
      const moves = unit.batches.map(moveOf);
      if (!(await advanceOffsets(client, CONSUMER, moves))) throw new OwnershipLostError('The offsets were moved by another owner.');
      await client.query(DELETE_ERASED, [textArray([...erased.keys()]), int8Array([...erased.values()])]);
      const states = [...newest.values()];
      await client.query(UPSERT, [
        textArray(states.map((s) => s.externalId)),
        int8Array(states.map((s) => s.revision)),
        jsonArray(states.map((s) => JSON.stringify(s))),
      ]);
    });
  }

  /** Offset of each partition up to which states were read. */
  async position(): Promise<Map<number, number>> {
    const { rows } = await this.pool.query<{ partition: number; next_offset: number }>(
      'select partition, next_offset - log_shift as next_offset from partition_offset where consumer = $1',
      [CONSUMER],
    );
    return new Map(rows.map((row) => [row.partition, row.next_offset]));
  }

  async basesOf(externalIds: readonly string[]): Promise<ReadonlyMap<string, ObjectState>> {
    const { rows } = await this.pool.query<{ external_id: string; state: ObjectState }>(
      'select external_id, state from base_state where external_id = any($1::text[])',
      [textArray(externalIds)],
    );
    return new Map(rows.map((row) => [row.external_id, row.state]));
  }

  /** Writes the objects without any event in the log. @returns number of objects */
  async writeUntouched(gaps: Pick<LogGaps, 'note'>): Promise<number> {
    let written = 0;
    for (let after = ''; ;) {
      const { rows } = await this.pool.query<{ external_id: string; state: ObjectState }>(
        `select external_id, state from base_state b
         where external_id > $1 and not exists (select from object_state o where o.workspace = b.state->>'workspace'
         and o.external_id = b.external_id)
           and not exists (select from erased_object e where e.workspace = b.state->>'workspace'
           and e.external_id = b.external_id and e.revision >= b.revision) order by external_id limit ${PAGE}`,
        [after],
      );
      if (rows.length === 0) return written;
      await inTransaction(this.pool, async (client) => {
        await writeStates(
          client,
          rows.map(({ state }) => ({ state, seen: state.revision, json: JSON.stringify(state), isNew: true })),
        );
        // From here on, changes up to this revision count as processed: none of them is in the log.
        await gaps.note(
          client,
          rows.map(({ state: { externalId, revision } }) => ({ externalId, after: 0, before: revision + 1 })),
        );
      });
      written += rows.length;
      after = rows.at(-1)!.external_id;
    }
  }

  async remove(): Promise<void> {
    await this.pool.query('drop table if exists base_state');
    for (const table of ['partition_offset', 'partition_mark'])
      await this.pool.query(`delete from ${table} where consumer = $1`, [CONSUMER]);
  }
}

/** A tombstone; its headers contain the revision. */
function readErasure({ key, headers }: ConsumedRecord): { externalId: string; revision: number } | undefined {
  const revision = Number(headers['ce_revision']?.toString());
  return key === null || !Number.isSafeInteger(revision) ? undefined : { externalId: key.toString(), revision };
}

function readState(value: Buffer): ObjectState | undefined {
  try {
    const state = JSON.parse(value.toString('utf8')) as Partial<ObjectState> | null;
    const whole =
      typeof state?.externalId === 'string' &&
      typeof state.workspace === 'string' &&
      Number.isSafeInteger(state.revision) &&
      typeof state.position?.lat === 'number';
    return whole ? (state as ObjectState) : undefined;
  } catch {
    return undefined;
  }
}
