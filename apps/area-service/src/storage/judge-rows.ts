import type { Pool, PoolClient } from 'pg';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';

/** Makes this owner the owner of these partitions. A partition that was never judged has no objects that areas could concern. */
export async function takePartitions(db: Pool, partitions: readonly number[], owner: string): Promise<void> {
  await db.query(
    `insert into judge (partition, owner, areas_through) select p, $2, (select coalesce(max(revision), 0) from area)
      from unnest($1::int[]) p order by p
     on conflict (partition) do update set owner = excluded.owner`,
    [partitions, owner],
  );
}

/** Locks these partitions until the commit. @throws OwnershipLostError when one of them has another owner */
export async function holdPartitions(client: PoolClient, partitions: readonly number[], owner: string): Promise<void> {
  const { rowCount } = await client.query({
    name: 'hold-partitions',
    text: 'select 1 from judge where partition = any($1::int[]) and owner = $2 order by partition for update',
    values: [partitions, owner],
  });
  if (rowCount !== partitions.length) throw new OwnershipLostError('Another instance evaluates these partitions.');
}

/** The partitions that this owner still has, and the revision up to which area changes were applied to the objects of all of them. */
export async function heldPartitions(
  db: Pool,
  { partitions, owner }: { partitions: readonly number[]; owner: string },
): Promise<{ partitions: number[]; through: number }> {
  if (partitions.length === 0) return { partitions: [], through: 0 };
  const { rows } = await db.query<{ partition: number; areas_through: number }>({
    name: 'held-partitions',
    text: 'select partition, areas_through from judge where partition = any($1::int[]) and owner = $2 order by partition',
    values: [partitions, owner],
  });
  return { partitions: rows.map(({ partition }) => partition), through: Math.min(...rows.map(({ areas_through }) => areas_through)) };
}

export async function noteAreasThrough(client: PoolClient, partitions: readonly number[], revision: number): Promise<void> {
  await client.query('update judge set areas_through = greatest(areas_through, $2) where partition = any($1::int[])', [
    partitions,
    revision,
  ]);
}
