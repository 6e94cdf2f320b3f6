import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Position } from '#object-rules/object.js';
import { inTransaction } from '#postgres/transaction.js';
import { holdOffSwap } from '../tables/swap-lock.js';
import { createPieces, pieceOf, type PartitionedTable } from '../tables/time-partitions.js';
import { sightingAfter, type Sighting, type Stay, stayEndedBy } from './stay.js';
import { writeStays } from './stay-writer.js';

const OBJECTS = 50;
const ROWS = 2_000;
const PAUSE_MS = 20;

interface Row {
  external_id: string;
  workspace: string;
  revision: number;
  observed_at: Date;
  received_at: Date;
  position: string;
}

/**
 * Makes up the stays of history that was written before there was a table for them, object by object in the order of the log, so that
 * they are those that would have been written then. Goes on where it was left. @returns how many objects
 */
export async function backfillPresence(pool: Pool, presence: PartitionedTable, now: number, stopping: AbortSignal): Promise<number> {
  const { rows } = await pool.query<{ due: boolean }>('select done_at is null and not_before <= $1::timestamptz as due from presence_progress', [new Date(now).toISOString()]);
  if (rows[0]?.due !== true) return 0;
  for (let objects = 0; ; objects += OBJECTS) {
    if (await backfillSome(pool, presence)) return objects;
    await sleep(PAUSE_MS, undefined, { signal: stopping });
  }
}

/** @returns whether it is done */
async function backfillSome(pool: Pool, presence: PartitionedTable): Promise<boolean> {
  const { rows } = await pool.query<{ workspace: string; external_id: string }>(
    `select o.workspace, o.external_id from presence_progress p cross join lateral (
       select workspace, external_id from object_state where (workspace, external_id) > (p.upto_workspace, p.upto_external_id) order by workspace, external_id limit ${OBJECTS}) o`,
  );
  const last = rows.at(-1);
  const ids = rows.map(({ external_id }) => external_id);
  const { rows: pieces } = await pool.query<{ received_at: Date }>(`select distinct date_trunc('day', received_at) as received_at from history where external_id = any($1::text[])`, [ids]);
  await createPieces(pool, presence, [...new Set(pieces.map(({ received_at }) => pieceOf(presence, received_at.getTime())))]);
  await inTransaction(pool, async (client) => {
    await holdOffSwap(client);
    if (last === undefined) return void (await client.query('update presence_progress set done_at = now()'));
    for await (const stays of staysOf(client, ids)) await writeStays(client, stays);
    await client.query('update presence_progress set upto_workspace = $1, upto_external_id = $2', [last.workspace, last.external_id]);
  });
  return last === undefined;
}

/** By a cursor: an object may have more history than is held at once. */
async function* staysOf(client: PoolClient, ids: readonly string[]): AsyncGenerator<Stay[]> {
  await client.query(
    `declare positions cursor for select external_id, workspace, revision, observed_at, received_at, change::json->>'position' as position from history
     where external_id = any($1::text[]) and (change::json->'position') is not null order by external_id, revision`,
    [ids],
  );
  let sighting: Sighting | undefined;
  for (let current = ''; ; ) {
    const { rows } = await client.query<Row>(`fetch ${ROWS} from positions`);
    if (rows.length === 0) break;
    const stays: Stay[] = [];
    for (const { external_id, workspace, revision, observed_at, received_at, position } of rows) {
      if (external_id !== current) [current, sighting] = [external_id, undefined];
      const change = { externalId: external_id, workspace, revision, observedAt: observed_at.toISOString(), receivedAt: received_at.toISOString(), position: JSON.parse(position) as Position };
      const stay = stayEndedBy(sighting, change);
      if (stay) stays.push(stay);
      sighting = sightingAfter(sighting, change);
    }
    yield stays;
  }
  await client.query('close positions');
}
