import type { PoolClient } from 'pg';

/** $1 partitions, $2 first kept offsets. */
const RAISE_FLOOR = `
  insert into feed_floor (partition, first_offset)
  select * from unnest($1::int[], $2::bigint[])
  on conflict (partition) do update set first_offset = greatest(feed_floor.first_offset, excluded.first_offset)`;

/** Raises the first kept offsets; readers before them get 410 from now on. */
export async function raiseFloors(client: PoolClient, floors: ReadonlyMap<number, number>): Promise<void> {
  if (floors.size === 0) return;
  await client.query({ name: 'raise-floor', text: RAISE_FLOOR, values: [[...floors.keys()], [...floors.values()]] });
}
