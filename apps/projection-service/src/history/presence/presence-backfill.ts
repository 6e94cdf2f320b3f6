import type { Pool, PoolClient } from 'pg';
import type { Position } from '#object-rules/position.js';
import { writeTransaction } from '../../storage/swap-lock.js';
import { createPieces, listPieces, type PartitionedTable, pieceEnd, pieceOf } from '../../storage/time-partitions.js';
import { writeStays } from './stay-writer.js';
import { type Sighting, sightingAfter, type Stay, stayEndedBy } from './stay.js';

const OBJECTS = 50;
const ROWS = 2_000;
/** History rows that are processed together. An object with more is processed alone, piece by piece. */
const HISTORY_ROWS = 50_000;

/** Deletes the presence of objects ($1) that were erased since their histories were read. */
const DELETE_ERASED_PRESENCE = `delete from presence p using erased_object e where p.external_id = any($1::text[])
  and e.external_id = p.external_id and e.workspace = p.workspace and p.revision <= e.revision`;

interface Row {
  external_id: string;
  workspace: string;
  revision: number;
  observed_at: Date;
  received_at: Date;
  position: string;
}

interface DueObject {
  workspace: string;
  external_id: string;
  /** Number of rows in its history, counted up to HISTORY_ROWS. */
  rows: number;
}

/**
 * Adds the stays for history from before their table existed, object by object, in the order of the log, so that they equal those
 * that would have been written at that time. Continues where it stopped. @returns number of objects
 */
export async function backfillPresence(
  pool: Pool,
  tables: { history: PartitionedTable; presence: PartitionedTable },
  now: number,
  stopping: AbortSignal,
): Promise<number> {
  const { rows } = await pool.query<{ due: boolean }>(
    'select done_at is null and not_before <= $1::timestamptz as due from presence_progress',
    [new Date(now).toISOString()],
  );
  let objects = 0;
  for (let due = rows[0]?.due === true; due && !stopping.aborted;) {
    const some = await dueObjects(pool);
    if (some.length > 0 && !(await backfillSome(pool, tables, some, stopping))) break;
    await noteProgress(pool, some.at(-1));
    objects += some.length;
    due = some.length > 0;
  }
  return objects;
}

/** The next objects to process together. */
async function dueObjects(pool: Pool): Promise<DueObject[]> {
  const { rows } = await pool.query<DueObject>(
    `select o.workspace, o.external_id, h.rows from presence_progress p
     cross join lateral (select workspace, external_id from object_state
     where (workspace, external_id) > (p.upto_workspace, p.upto_external_id) order by workspace, external_id limit ${OBJECTS}) o
     cross join lateral (select count(*)::int as rows from (select from history h where h.external_id = o.external_id
     limit ${HISTORY_ROWS}) l) h
     order by o.workspace, o.external_id`,
  );
  let sum = 0;
  const upto = rows.findIndex((row) => (sum += row.rows) > HISTORY_ROWS);
  return upto === -1 ? rows : rows.slice(0, Math.max(1, upto));
}

async function noteProgress(pool: Pool, last: DueObject | undefined): Promise<void> {
  await writeTransaction(pool, async (client) => {
    if (last === undefined) await client.query('update presence_progress set done_at = now()');
    else await client.query('update presence_progress set upto_workspace = $1, upto_external_id = $2', [last.workspace, last.external_id]);
  });
}

/** @returns false if it was stopped, so that these objects have to be processed again */
async function backfillSome(
  pool: Pool,
  { history, presence }: { history: PartitionedTable; presence: PartitionedTable },
  objects: readonly DueObject[],
  stopping: AbortSignal,
): Promise<boolean> {
  const ids = objects.map(({ external_id }) => external_id);
  const pieces = await listPieces(pool, history);
  await createPieces(
    pool,
    presence,
    pieces.map((name) => pieceOf(presence, pieceEnd(history, name) - 1)),
  );
  const isLong = objects[0]!.rows >= HISTORY_ROWS;
  const sightings = new Map<string, Sighting>();
  for (const piece of isLong ? pieces : ['history']) {
    if (stopping.aborted) return false;
    await writeTransaction(pool, async (client) => {
      // An erasure deletes the state first and then waits for this transaction; objects that were erased earlier have no state.
      await client.query(
        'select from object_state where (workspace, external_id) in (select * from unnest($1::text[], $2::text[])) for key share',
        [objects.map(({ workspace }) => workspace), ids],
      );
      for await (const stays of staysOf(client, piece, ids, sightings)) await writeStays(client, stays);
      await client.query(DELETE_ERASED_PRESENCE, [ids]);
    });
  }
  return true;
}

/**
 * The stays of objects. Uses a database cursor, since an object may have more history than fits into memory.
 * @param sightings where objects were last seen; updated here
 */
async function* staysOf(
  client: PoolClient,
  table: string,
  ids: readonly string[],
  sightings: Map<string, Sighting>,
): AsyncGenerator<Stay[]> {
  await client.query(
    `declare positions cursor for select external_id, workspace, revision, observed_at, received_at,
      change::json->>'position' as position from ${table}
     where external_id = any($1::text[]) and (change::json->'position') is not null order by external_id, revision`,
    [ids],
  );
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS} from positions`);
    if (rows.length === 0) break;
    const stays: Stay[] = [];
    for (const { external_id, workspace, revision, observed_at, received_at, position } of rows) {
      const change = {
        externalId: external_id,
        workspace,
        revision,
        observedAt: observed_at.toISOString(),
        receivedAt: received_at.toISOString(),
        position: JSON.parse(position) as Position,
      };
      const before = sightings.get(external_id);
      const stay = stayEndedBy(before, change);
      if (stay) stays.push(stay);
      sightings.set(external_id, sightingAfter(before, change)!);
    }
    yield stays;
  }
  await client.query('close positions');
}
