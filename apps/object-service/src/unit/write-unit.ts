import type { Pool, PoolClient } from 'pg';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import { inOrder } from '#postgres/in-order.js';
import { advanceOffsets, type OffsetMove } from '#postgres/offsets.js';
import type { OutboxRow } from '#postgres/outbox-table.js';
import { inTransaction } from '#postgres/transaction.js';
import { LeaseLostError } from '../quotas/object-quotas.js';
import { countObjects, type LeaseUse, takeFromLeases } from '../quotas/quota-sql.js';
import { CONSUMER } from '../storage/consumer.js';
import type { FoldedUnit, SerialisedObject } from './folded-unit.js';
import { deletePictures, insertOperations, insertOutbox, writeObjects } from './unit-sql.js';

/** An operation of the unit was applied earlier: the caller has to find out which one, and fold again without it. */
export class SettledBeforeError extends Error {
  override readonly name = 'SettledBeforeError';
}

export interface UnitWrite {
  moves: readonly OffsetMove[];
  folded: FoldedUnit<SerialisedObject>;
  /** Known locations of the objects' rows. */
  places: ReadonlyMap<string, string>;
  outbox: readonly OutboxRow[];
  /** The places that the unit uses from this process's leases. */
  leases?: { holder: string; uses: readonly LeaseUse[] };
}

/**
 * The transaction of a unit: offsets by compare-and-set, objects, outcomes, outbox. All statements are sent at once
 * (pipelined), and their results are checked before the commit.
 * @throws OwnershipLostError when another process has moved an offset or written an object
 * @throws SettledBeforeError
 * @throws LeaseLostError
 */
export async function writeUnit(pool: Pool, write: UnitWrite): Promise<void> {
  await inTransaction(pool, async (client) => {
    const [, leases, objects, operations] = await inOrder(statements(client, write));
    if (leases !== (write.leases?.uses.length ?? 0)) throw new LeaseLostError('A lease of objects was taken back by another process.');
    if (operations !== write.folded.operations.length) throw new SettledBeforeError('An operation of the unit was settled before.');
    if (objects !== write.folded.objects.length) throw new OwnershipLostError('Another writer has changed objects of these partitions.');
  });
}

function statements(
  client: PoolClient,
  { moves, folded, places, outbox, leases }: UnitWrite,
): [Promise<void>, Promise<number>, Promise<number>, Promise<number>, ...Promise<void>[]] {
  return [
    // First, since a process that has lost its partitions also conflicts with rows of the new owner.
    takeOffsets(client, moves),
    // Before the objects are counted, so that a process that takes the lease back waits here until both changes are visible.
    leases === undefined ? Promise.resolve(0) : takeFromLeases(client, leases.holder, leases.uses),
    writeObjects(client, folded.objects, places),
    folded.operations.length > 0 ? insertOperations(client, folded.operations) : Promise.resolve(0),
    countObjects(
      client,
      folded.counts.map((count) => ({ ...count, day: leases?.uses.find(({ workspace }) => workspace === count.workspace)?.day })),
    ),
    deletePictures(client, folded.objects),
    ...(outbox.length > 0 ? [insertOutbox(client, outbox)] : []),
  ];
}

async function takeOffsets(client: PoolClient, moves: readonly OffsetMove[]): Promise<void> {
  if (!(await advanceOffsets(client, CONSUMER, moves)))
    throw new OwnershipLostError('Another owner has moved the offsets of these partitions.');
}
