import type { Pool } from 'pg';
import { writeTransaction } from '../../storage/swap-lock.js';

/** Objects per transaction. A unit that writes one of them waits until it ends. */
const BATCH = 2000;

/** Any start within the hour before is correct; the next report sets the object's own minute. */
const FILL = `
  with batch as materialized (
    select workspace, external_id from object_state where (workspace, external_id) > ($1, $2) order by workspace, external_id limit ${BATCH}
  ), wrong as materialized (
    select o.workspace, o.external_id, o.seen, s.last_seen from batch b join object_state o using (workspace, external_id),
      lateral (select (extract(epoch from greatest(o.state #>> '{position,observedAt}', (select max(f.value ->> 'observedAt')
      from json_each(o.state -> 'fields') f))::timestamptz) * 1000)::bigint as last_seen) s
    where o.last_seen is distinct from s.last_seen
  ), filled as (
    update object_state o set last_seen = w.last_seen, seen_span = w.last_seen / 60000 - 59 from wrong w
    where o.workspace = w.workspace and o.external_id = w.external_id and o.seen = w.seen returning 1
  )
  select workspace, external_id, (select count(*)::int from batch) as looked, (select count(*)::int from filled) as filled
  from batch order by workspace desc, external_id desc limit 1`;

interface Filled {
  workspace: string;
  external_id: string;
  looked: number;
  filled: number;
}

/**
 * Corrects objects whose age is missing or wrong because an older version of the service wrote them.
 * @param between as in recountCells
 * @returns number of such objects
 */
export async function fillMissedAges(pool: Pool, between: () => Promise<void> = () => Promise.resolve()): Promise<number> {
  let filled = 0;
  for (let after: [string, string] = ['', '']; ;) {
    const last = await writeTransaction(pool, async (client) => {
      const { rows } = await client.query<Filled>(FILL, after);
      return rows[0];
    });
    if (last === undefined) return filled;
    filled += last.filled;
    if (last.looked < BATCH) return filled;
    after = [last.workspace, last.external_id];
    await between();
  }
}
