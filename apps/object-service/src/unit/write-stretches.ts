import type { Pool, PoolClient } from 'pg';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import { advanceOffsets, type OffsetMove } from '#postgres/offsets.js';
import type { OutboxRow } from '#postgres/outbox-table.js';
import { inTransaction } from '#postgres/transaction.js';
import type { KnownWorkspaces } from '../holds/workspace-holds.js';
import type { Room } from '../quotas/grant-rules.js';
import { countObjects } from '../quotas/quota-sql.js';
import { CONSUMER } from '../storage/consumer.js';
import { loadObjects } from '../storage/load-objects.js';
import { UnitFold } from './fold-unit.js';
import type { FoldedUnit, WrittenObject } from './folded-unit.js';
import type { Stretch } from './stretches.js';
import { deletePictures, insertOperations, insertOutbox, writeObjects } from './unit-sql.js';
import { SettledBeforeError } from './write-unit.js';

export interface StretchesWrite {
  moves: readonly OffsetMove[];
  stretches: readonly Stretch[];
  /** As for `foldUnit`. */
  settled: ReadonlyMap<string, string>;
  /** As for `foldUnit`. */
  known?: KnownWorkspaces;
  /** How many objects may be created in workspaces with limits; called in the transaction. */
  roomsIn?: (client: PoolClient) => Promise<ReadonlyMap<string, Room & { day: string }>>;
  /** The outbox rows, called when everything is folded. */
  outboxOf(folded: FoldedUnit): readonly OutboxRow[];
}

/**
 * The transaction of a unit whose objects are too large to be in memory at once: each stretch is loaded, folded and written before the
 * next one is loaded. The returned objects have no JSON.
 * @throws OwnershipLostError when another process has moved an offset or written an object
 * @throws SettledBeforeError
 */
export function writeStretches(pool: Pool, { moves, stretches, settled, known, roomsIn, outboxOf }: StretchesWrite): Promise<FoldedUnit> {
  return inTransaction(pool, async (client) => {
    // First, so that a process that has lost its partitions stops before any work.
    if (!(await advanceOffsets(client, CONSUMER, moves)))
      throw new OwnershipLostError('Another owner has moved the offsets of these partitions.');
    const rooms = await roomsIn?.(client);
    const fold = new UnitFold(settled, known, rooms);
    const written = new Map<string, WrittenObject>();
    for (const { externalIds, pieces } of stretches) {
      fold.hold(await loadObjects(client, [...externalIds]));
      for (const { received, elements, ends } of pieces) fold.add(received, elements, ends);
      const objects = fold.takeObjects();
      if ((await writeObjects(client, objects)) !== objects.length)
        throw new OwnershipLostError('Another writer has changed objects of these partitions.');
      await deletePictures(client, objects);
      for (const object of objects) written.set(object.state.externalId, withoutText(object));
    }
    const folded = { ...fold.finish(), objects: [...written.values()] };
    const { operations, counts } = folded;
    await countObjects(
      client,
      counts.map((count) => ({ ...count, day: rooms?.get(count.workspace)?.day })),
    );
    if (operations.length > 0 && (await insertOperations(client, operations)) !== operations.length)
      throw new SettledBeforeError('An operation of the unit was settled before.');
    const outbox = outboxOf(folded);
    if (outbox.length > 0) await insertOutbox(client, outbox);
    return folded;
  });
}

function withoutText({
  partition,
  state: { externalId, workspace, revision, updatedAt },
  erased,
  characters,
}: WrittenObject): WrittenObject {
  return { partition, state: { externalId, workspace, revision, updatedAt }, erased, stored: undefined, characters };
}
