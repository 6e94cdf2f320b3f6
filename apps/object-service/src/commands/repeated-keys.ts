import type { Pool } from 'pg';
import type { CommandKey } from '#contracts/command-key.js';
import { textArray } from '#postgres/binary-array.js';
import type { ReceivedCommand } from './command-decoder.js';
import { operationTime } from './operation-time.js';

/** The operation that has claimed a key. */
interface Claim {
  operationId: string;
  bodyHash: string;
}

type KeyedCommand = ReceivedCommand & { key: CommandKey };

/** How long a key stands for its first operation. */
const RETENTION_MS = 24 * 3_600_000;

/**
 * Recognises calls that clients repeated with their Idempotency-Key after the database had lost the key in a restore from a backup.
 * The commands on the log still contain the keys: the first operation with a key keeps it, and later ones are answered with the
 * outcome of the first.
 * @returns the commands, with `repeats` if an earlier operation has the key
 */
export async function recogniseRepeated(pool: Pool, commands: readonly ReceivedCommand[]): Promise<readonly ReceivedCommand[]> {
  const keyed = commands.filter((command): command is KeyedCommand => command.key !== undefined);
  if (keyed.length === 0) return commands;
  const claims = await loadClaims(pool, keyed);
  const seen = new Map<string, KeyedCommand>();
  const repeats = new Map<ReceivedCommand, string>();
  for (const each of keyed) {
    const name = nameOf(each);
    const claim = claims.get(name);
    if (claim === undefined || takesOver(each, claim)) {
      claims.set(name, { operationId: each.command.operationId, bodyHash: each.key.bodyHash });
      seen.set(name, each);
    } else if (claim.operationId < each.command.operationId && claim.bodyHash === each.key.bodyHash) repeats.set(each, claim.operationId);
  }
  await noteClaims(pool, [...seen.values()]);
  if (repeats.size === 0) return commands;
  return commands.map((each) => (repeats.has(each) ? { ...each, repeats: repeats.get(each)! } : each));
}

/** Whether the command's operation gets the key: it is earlier than the claim, or so much later that the key was free again. */
function takesOver({ command: { operationId } }: KeyedCommand, claim: Claim): boolean {
  const later = timeOf(operationId) - timeOf(claim.operationId);
  return operationId < claim.operationId ? -later < RETENTION_MS : later >= RETENTION_MS;
}

const timeOf = (operationId: string): number => operationTime(operationId)!;
const nameOf = ({ key: { keyHash }, command: { workspace } }: KeyedCommand): string => `${keyHash} ${workspace}`;

async function loadClaims(pool: Pool, keyed: readonly KeyedCommand[]): Promise<Map<string, Claim>> {
  const { rows } = await pool.query<Claim & { name: string }>({
    name: 'load-claims',
    text: `select key_hash || ' ' || workspace as name, operation_id as "operationId", body_hash as "bodyHash" from idempotency_key
           where (workspace, key_hash) in (select * from unnest($1::text[], $2::text[]))`,
    values: [textArray(keyed.map(({ command }) => command.workspace)), textArray(keyed.map(({ key }) => key.keyHash))],
  });
  return new Map(rows.map(({ name, ...claim }) => [name, claim]));
}

/** Stores the claims. Gateways claim keys at the same time, so the statement applies the rule of `takesOver` to the rows it finds. */
async function noteClaims(pool: Pool, keyed: readonly KeyedCommand[]): Promise<void> {
  if (keyed.length === 0) return;
  // Sorted, so that two instances cannot deadlock.
  const sorted = keyed.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  await pool.query({
    name: 'note-claims',
    text: `insert into idempotency_key as k (workspace, key_hash, operation_id, body_hash, created_at)
           select workspace, key_hash, operation_id::uuid, body_hash, to_timestamp(made::float8 / 1000)
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
           as n (workspace, key_hash, operation_id, body_hash, made)
           on conflict (workspace, key_hash) do update set operation_id = excluded.operation_id,
           body_hash = excluded.body_hash, created_at = excluded.created_at
           where (k.operation_id > excluded.operation_id and k.created_at < excluded.created_at + interval '24 hours')
           or k.created_at <= excluded.created_at - interval '24 hours'`,
    values: [
      textArray(sorted.map(({ command }) => command.workspace)),
      textArray(sorted.map(({ key }) => key.keyHash)),
      textArray(sorted.map(({ command }) => command.operationId)),
      textArray(sorted.map(({ key }) => key.bodyHash)),
      textArray(sorted.map(({ command }) => String(timeOf(command.operationId)))),
    ],
  });
}
