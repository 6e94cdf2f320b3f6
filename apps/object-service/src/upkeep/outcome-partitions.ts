import type { Pool, PoolClient } from 'pg';
import { withShortLock } from '#postgres/short-lock.js';
import { leastOperationId } from '../commands/operation-time.js';

const HOUR_MS = 60 * 60 * 1000;
const WIDTH_MS = 6 * HOUR_MS;
/** Partitions exist this far ahead. Operations of gateways whose clocks are even faster go to the default partition. */
const AHEAD_MS = 30 * HOUR_MS;
const KEEP_HOURS = 48;

/** Name of the partition for operations of the six hours from `start` on (milliseconds, a multiple of six hours). */
function partitionName(start: number): string {
  return `operation_outcome_${new Date(start).toISOString().slice(0, 13).replace(/\D/g, '')}`;
}

function startOf(name: string): number | undefined {
  const parts = /^operation_outcome_(\d{4})(\d{2})(\d{2})(\d{2})$/.exec(name);
  return parts ? Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), Number(parts[4])) : undefined;
}

/**
 * Creates the partitions of `operation_outcome` from the present to 30 hours ahead. Rows of these times that are in the default
 * partition are moved. One process at a time.
 * @returns names of the created partitions
 */
export async function createOutcomePartitions(pool: Pool, now: number): Promise<string[]> {
  return alone(pool, async (client) => {
    const existing = new Set(await partitionNames(client));
    const created: string[] = [];
    for (let start = now - (now % WIDTH_MS); start < now + AHEAD_MS; start += WIDTH_MS) {
      const name = partitionName(start);
      if (existing.has(name)) continue;
      await createPartition(client, name, start);
      created.push(name);
    }
    return created;
  });
}

async function createPartition(client: PoolClient, name: string, start: number): Promise<void> {
  const [from, to] = [leastOperationId(start), leastOperationId(start + WIDTH_MS)];
  await client.query(`create table ${name} (like operation_outcome including defaults including constraints)`);
  // Shows whether anything was settled late without reading the whole partition.
  await client.query(`create index ${name}_settled on ${name} using brin (settled_at) with (pages_per_range = 64, autosummarize = on)`);
  // The partition cannot be attached if a row of its time goes to the default partition between the two statements.
  await client.query('lock table operation_outcome_rest in access exclusive mode');
  await client.query(
    `with moved as (delete from operation_outcome_rest where operation_id >= '${from}' and operation_id < '${to}'
      returning *) insert into ${name} select * from moved`,
  );
  await client.query(`alter table operation_outcome attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/**
 * Drops data older than 48 hours: partitions whose time is over and in which nothing was settled in the last 48 hours (if the log is
 * read late, old operations are settled now, and their repetitions may still arrive), and old rows of the default partition. Each
 * partition is dropped in a separate transaction, so that no lock is held while waiting for another one.
 * @returns names of the dropped partitions
 */
export async function dropOutcomePartitions(pool: Pool, now: number): Promise<string[]> {
  const dropped: string[] = [];
  for (const name of await partitionNames(pool)) {
    const start = startOf(name);
    if (start === undefined || start + WIDTH_MS > now - KEEP_HOURS * HOUR_MS) continue;
    dropped.push(...(await alone(pool, (client) => dropSettled(client, name))));
  }
  await pool.query(`delete from operation_outcome_rest where settled_at < now() - interval '${KEEP_HOURS} hours'`);
  return dropped;
}

async function dropSettled(client: PoolClient, name: string): Promise<string[]> {
  // Another process may already have dropped it.
  if (!(await partitionNames(client)).includes(name)) return [];
  // Forces the use of the index: a planner that expects a matching row would read the table from its beginning.
  await client.query('set local enable_seqscan = off');
  const { rowCount } = await client.query(`select from ${name} where settled_at > now() - interval '${KEEP_HOURS} hours' limit 1`);
  if ((rowCount ?? 0) > 0) return [];
  await client.query(`drop table ${name}`);
  return [name];
}

async function partitionNames(client: Pool | PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'operation_outcome'::regclass order by 1`,
  );
  return rows.map((row) => row.name);
}

/** Runs the work in a transaction that gives up instead of blocking units of work while it waits for a lock. */
async function alone(pool: Pool, work: (client: PoolClient) => Promise<string[]>): Promise<string[]> {
  return withShortLock(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('waymark.outcome-partitions.' || current_schema()))`);
    return work(client);
  });
}
