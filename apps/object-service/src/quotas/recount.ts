import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { int8Array, textArray } from '#postgres/binary-array.js';
import { asOneInstance } from '#postgres/one-instance.js';
import { inTransaction } from '#postgres/transaction.js';

/*
 * A recount reads the objects by ranges of their keys, with a statement for each range. A single statement over hundreds of millions
 * of objects would hold its snapshot for minutes, in which the server could not clean up the pages that units write to. Units create
 * and erase objects between two ranges; the result is still exact:
 *
 * 1. `begin` writes a row to `object_recount_run`. While it exists, each unit notes the objects that it creates and erases in
 *    `counted_change`, in its own transaction (`countObjects`).
 * 2. A unit that did not see that row may still be running. So the first range is read after all transactions of that time have ended.
 *    From then on, every change is either noted, or was committed before any range is read.
 * 3. For each range, one snapshot contains both the objects and the notes of the range. A unit changes both by the same number, so
 *    their difference is the same in every snapshot: the number of objects in the range when the noting began. It does not matter when
 *    the range is read.
 * 4. `finish` adds all notes to the sum of these differences: the objects that exist in its snapshot. The counts of units are
 *    read in the same snapshot, and the difference is stored as partition -1. Later units change both numbers alike, so the sum stays
 *    correct.
 *
 * Two writers do not note their changes. `NewerStates` deletes the row of the run, so that `finish` fails and the recount starts
 * again. Instances of the previous version count without notes; an hour later they are gone, and the second recount is exact.
 */

/** Number of objects that one statement counts. */
const OBJECTS_AT_ONCE = 10_000;
/** How long a recount waits for transactions that began before it. */
const TIMEOUT_MS = 600_000;
const POLL_MS = 100;

const RANGE = `
  with page as materialized (select external_id, workspace, state->>'erased' is null as present from object
      where external_id > $1 order by external_id limit $2),
    range as (select case when count(*) < $2 then null else max(external_id) end as upto from page),
    changes as (select workspace, count(*) as change from page where present group by workspace
      union all select workspace, -change from counted_change, range
      where external_id > $1 and (upto is null or external_id <= upto))
  select (select upto from range) as upto, coalesce(array_agg(workspace), '{}') as workspaces, coalesce(array_agg(objects), '{}') as objects
  from (select workspace, sum(change)::int as objects from changes group by workspace) c`;

/** Stores the objects of all workspaces minus those that units have counted, in one snapshot. Only changed rows are written. */
const WRITE_REST = `
  with present as (select workspace, sum(objects) as objects from (
      select * from unnest($1::text[], $2::bigint[]) as b (workspace, objects) union all select workspace, change from counted_change
    ) p group by workspace),
    counted as (select workspace, coalesce(sum(objects) filter (where partition >= 0), 0) as objects,
      coalesce(sum(objects) filter (where partition = -1), 0) as rest from object_count group by workspace)
  insert into object_count (workspace, partition, objects, day, created)
  select workspace, -1, coalesce(p.objects, 0) - coalesce(c.objects, 0), (now() at time zone 'utc')::date, 0
  from present p full join counted c using (workspace)
  where coalesce(p.objects, 0) - coalesce(c.objects, 0) <> coalesce(c.rest, 0)
  on conflict (workspace, partition) do update set objects = excluded.objects`;

export interface RecountOptions {
  /** Default 10,000. */
  objectsAtOnce?: number;
  /** Called between two ranges; may throw to end the recount. */
  between?: () => void | Promise<void>;
}

/**
 * Counts the objects from the time before counting began: once, and again an hour later, since instances of the previous version, which
 * do not count, may have been running until then. Reads the whole table, in short statements. One instance at a time.
 * @param pool with at least two connections
 * @returns false if no recount is due, or another instance does it
 * @throws Error when objects were changed without being counted, or earlier transactions did not end; call it again later
 */
export async function recountObjects(pool: Pool, options: RecountOptions = {}): Promise<boolean> {
  const due = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ due: boolean }>(
      `select count(*) = 0 or (count(*) = 1 and max(counted_at) < now() - interval '1 hour') as due from object_recount`,
    );
    return rows[0]!.due;
  };
  // Deletes notes of units that were running when a recount finished.
  await pool.query('delete from counted_change where not exists (select from object_recount_run)');
  if (!(await due())) return false;
  const counted = await asOneInstance(pool, 'waymark.recount', async () => {
    if (!(await due())) return false;
    const run = randomUUID();
    try {
      await begin(pool, run);
      await earlierTransactionsEnd(pool, options.between);
      await finish(pool, run, await countBeforeNotes(pool, options));
    } catch (error) {
      await pool.query('delete from object_recount_run where run = $1', [run]).catch(() => undefined);
      throw error;
    }
    return true;
  });
  return counted ?? false;
}

async function begin(pool: Pool, run: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    // First, so that if two instances both believe to hold the lock, the second one deletes after the first one.
    await client.query('insert into object_recount_run (run) values ($1) on conflict (only_one) do update set run = excluded.run', [run]);
    await client.query('delete from counted_change');
  });
}

/** Waits for earlier transactions. Those of units have an id before they look for a run, since their first statement moves offsets. */
async function earlierTransactionsEnd(pool: Pool, between: RecountOptions['between']): Promise<void> {
  const { rows } = await pool.query<{ begun: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as begun');
  for (const deadline = performance.now() + TIMEOUT_MS; ; await sleep(POLL_MS)) {
    const { rows: found } = await pool.query<{ ended: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as ended',
      [rows[0]!.begun],
    );
    if (found[0]!.ended) return;
    if (performance.now() > deadline)
      throw new Error(`Transactions that began before the recount of objects did not end within ${TIMEOUT_MS / 60_000} minutes.`);
    await between?.();
  }
}

/** @returns number of objects of each workspace when the noting began */
async function countBeforeNotes(
  pool: Pool,
  { objectsAtOnce = OBJECTS_AT_ONCE, between }: RecountOptions,
): Promise<ReadonlyMap<string, number>> {
  const objects = new Map<string, number>();
  for (let after: string | null = ''; after !== null; await between?.()) {
    const range: CountedRange = await countRange(pool, after, objectsAtOnce);
    range.workspaces.forEach((workspace, at) => objects.set(workspace, (objects.get(workspace) ?? 0) + range.objects[at]!));
    after = range.upto;
  }
  return objects;
}

interface CountedRange {
  /** The last id of the range; null for the last range. */
  upto: string | null;
  workspaces: string[];
  /** In the order of `workspaces`. */
  objects: number[];
}

async function countRange(pool: Pool, after: string, objectsAtOnce: number): Promise<CountedRange> {
  const { rows } = await pool.query<CountedRange>({ name: 'count-range-of-objects', text: RANGE, values: [after, objectsAtOnce] });
  return rows[0]!;
}

async function finish(pool: Pool, run: string, objects: ReadonlyMap<string, number>): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('delete from object_recount_run where run = $1', [run]);
    if (rowCount === 0) throw new Error('Objects were changed without being counted during their recount.');
    await client.query(WRITE_REST, [textArray([...objects.keys()]), int8Array([...objects.values()])]);
    await client.query('delete from counted_change');
    await client.query('insert into object_recount default values');
  });
}

/** Drops leases of processes that have ended; a running process would request a new one. */
export async function dropOldLeases(pool: Pool): Promise<void> {
  await pool.query(`delete from object_lease where leased_at < now() - interval '1 hour'`);
}
