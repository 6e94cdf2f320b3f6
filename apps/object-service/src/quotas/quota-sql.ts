import type { Pool, PoolClient } from 'pg';
import { int4Array, textArray } from '#postgres/binary-array.js';
import type { TakenPlaces } from './grant-rules.js';

/*
 * How many objects workspaces have, and how many more they may create. `object_count` has a row for each workspace and partition, which
 * only the owner of the partition writes, in the transactions of its units. `object_lease` has the number of objects that a process may
 * create before it needs another lease. The objects and leases of a workspace together never exceed its limit: leases are granted and
 * taken back under a lock of the workspace, and a unit reduces its lease in the transaction that creates the objects.
 */

/** The objects of one workspace and partition that a unit has created and erased. */
export interface CountedObjects {
  workspace: string;
  partition: number;
  created: number;
  erased: number;
  /** By external id: 1 for a created object, -1 for an erased one, 0 for both. */
  changes: ReadonlyMap<string, number>;
  /** Day of the lease that covers the created objects, YYYY-MM-DD; today if absent. */
  day?: string;
}

/** The part of a lease that a unit uses. */
export interface LeaseUse {
  workspace: string;
  places: number;
  day: string;
}

export interface TakenOfWorkspace extends TakenPlaces {
  workspace: string;
  /** Today, YYYY-MM-DD in UTC by the clock of the database, and the time left until it ends. */
  day: string;
  dayLeftMs: number;
}

const byWorkspace = (a: { workspace: string; partition?: number }, b: { workspace: string; partition?: number }): number =>
  a.workspace < b.workspace ? -1 : a.workspace > b.workspace ? 1 : (a.partition ?? 0) - (b.partition ?? 0);

/** @returns number of workspaces whose lease covered the use: fewer than given if another process took a lease back */
export async function takeFromLeases(client: PoolClient, holder: string, uses: readonly LeaseUse[]): Promise<number> {
  if (uses.length === 0) return 0;
  const ordered = [...uses].sort(byWorkspace);
  const { rowCount } = await client.query({
    name: 'take-from-leases',
    text: `update object_lease l set places = l.places - u.places from unnest($2::text[], $3::int[], $4::text[])
      as u (workspace, places, day)
           where l.workspace = u.workspace and l.holder = $1 and l.day = u.day::date and l.places >= u.places`,
    values: [
      holder,
      textArray(ordered.map((use) => use.workspace)),
      int4Array(ordered.map((use) => use.places)),
      textArray(ordered.map((use) => use.day)),
    ],
  });
  return rowCount ?? 0;
}

export async function countObjects(client: PoolClient, counts: readonly CountedObjects[]): Promise<void> {
  if (counts.length === 0) return;
  await addCounts(client, [...counts].sort(byWorkspace));
  await noteChanges(client, counts);
}

async function addCounts(client: PoolClient, ordered: readonly CountedObjects[]): Promise<void> {
  await client.query({
    name: 'count-objects',
    text: `insert into object_count as c (workspace, partition, objects, day, created)
           select workspace, partition, objects, coalesce(day::date, (now() at time zone 'utc')::date), created
           from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::text[]) as n (workspace, partition, objects, created, day)
           on conflict (workspace, partition) do update set objects = c.objects + excluded.objects, day = greatest(c.day, excluded.day),
             created = case when c.day = excluded.day then c.created + excluded.created when c.day < excluded.day
             then excluded.created else c.created end`,
    values: [
      textArray(ordered.map((count) => count.workspace)),
      int4Array(ordered.map((count) => count.partition)),
      int4Array(ordered.map((count) => count.created - count.erased)),
      int4Array(ordered.map((count) => count.created)),
      textArray(ordered.map((count) => count.day ?? null)),
    ],
  });
}

/** Notes the changes for a recount, if one is running (recount.ts). */
async function noteChanges(client: PoolClient, counts: readonly CountedObjects[]): Promise<void> {
  const changes = counts.flatMap(({ workspace, changes }) => [...changes].map(([id, change]) => ({ workspace, id, change })));
  await client.query({
    name: 'note-counted-changes',
    text: `insert into counted_change (external_id, workspace, change) select external_id, workspace, change
           from unnest($1::text[], $2::text[], $3::int[]) as n (external_id, workspace, change)
           where change <> 0 and exists (select from object_recount_run)`,
    values: [
      textArray(changes.map(({ id }) => id)),
      textArray(changes.map(({ workspace }) => workspace)),
      int4Array(changes.map(({ change }) => change)),
    ],
  });
}

/**
 * Locks the leases of these workspaces until the transaction ends: only the holder can grant them or take them back. Locks are always
 * taken in the same order, which prevents deadlocks.
 */
export async function lockLeases(client: PoolClient, workspaces: readonly string[]): Promise<void> {
  await client.query({
    name: 'lock-leases',
    text: `select pg_advisory_xact_lock(key)
      from (select distinct hashtextextended('waymark.leases.' || current_schema() || '.' || workspace, 0) as key
      from unnest($1::text[]) as w (workspace) order by 1) k`,
    values: [textArray(workspaces)],
  });
}

/** The used places of these workspaces, in one snapshot, so that an object that moves from a lease to the count is counted once. */
export async function readTaken(db: Pool | PoolClient, holder: string, workspaces: readonly string[]): Promise<TakenOfWorkspace[]> {
  const { rows } = await db.query<TakenOfWorkspace>({
    name: 'read-taken',
    text: `select w.workspace, today::text as day, (extract(epoch
      from today + 1 - clock_timestamp() at time zone 'utc') * 1000)::float8 as "dayLeftMs",
             coalesce((select sum(objects) from object_count c where c.workspace = w.workspace), 0)::bigint as objects,
             coalesce((select sum(created) from object_count c where c.workspace = w.workspace
             and c.day = today), 0)::bigint as "createdToday",
             coalesce((select sum(places) from object_lease l where l.workspace = w.workspace and l.holder <> $2), 0)::bigint as leased,
             coalesce((select sum(places) from object_lease l where l.workspace = w.workspace and l.holder <> $2
             and l.day = today), 0)::bigint as "leasedToday"
           from unnest($1::text[]) as w (workspace), (select (clock_timestamp() at time zone 'utc')::date as today offset 0) as d`,
    values: [textArray(workspaces), holder],
  });
  return rows;
}

/** Stores leases of this process, in place of its former leases of the same workspaces. */
export async function writeLeases(client: PoolClient, holder: string, leases: readonly LeaseUse[]): Promise<void> {
  await client.query({
    name: 'write-leases',
    text: `insert into object_lease (workspace, holder, day, places, leased_at)
           select workspace, $1, day::date, places, now() from unnest($2::text[], $3::int[], $4::text[]) as n (workspace, places, day)
           on conflict (workspace, holder) do update set day = excluded.day, places = excluded.places, leased_at = excluded.leased_at`,
    values: [
      holder,
      textArray(leases.map((lease) => lease.workspace)),
      int4Array(leases.map((lease) => lease.places)),
      textArray(leases.map((lease) => lease.day)),
    ],
  });
}

/** Takes back the leases of all processes. Waits for units that are using one; later units find no lease and request a new one. */
export async function takeLeasesBack(client: PoolClient, workspaces: readonly string[]): Promise<void> {
  await client.query({
    name: 'take-leases-back',
    text: 'delete from object_lease where workspace = any($1::text[])',
    values: [textArray(workspaces)],
  });
}
