import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { writeAlone } from '../../storage/piece-deletes.js';
import { holdOffRebuild, writeTransaction } from '../../storage/swap-lock.js';
import { DAY_MS, listPieces, type PartitionedTable, pieceEnd } from '../../storage/time-partitions.js';
import { dropCopies, PieceCopy } from '../pieces/piece-copy.js';
import { indexPackedRows } from '../rows/packed-index.js';
import { countIn, HISTORY_COLUMNS, PACKED_CHANGES } from '../rows/packed-rows.js';
import { storedLineSql } from '../rows/stored-line.js';

const ROWS_AT_ONCE = 20_000;
const PAUSE_MS = 20;
/** How long after its end a piece is packed: gateways with slow clocks may add rows until then. */
const AFTER_MS = DAY_MS;
/** Fewer changes stay rows of their own, since a packed row is larger. */
const FEW = 4;
/** Larger changes gain little, and would make packed rows large. */
const MAX_BYTES = 1000;
/** Milliseconds between observation and receipt are stored in 32 bits. */
const MAX_LATE = `interval '20 days'`;

export interface Packing {
  pool: Pool;
  history: PartitionedTable;
  /** Time in milliseconds until which all changes are in the tables. */
  now: number;
  stopping: AbortSignal;
  /** Most pieces to pack; by default all that are due. */
  most?: number;
  /** Rows per statement; 20,000 by default. */
  rowsAtOnce?: number;
  /** Called after each statement and awaited, since large pieces take hours. */
  onProgress?: () => unknown;
}

export interface PackedPiece {
  piece: string;
  /** Number of changes in packed rows. */
  changes: number;
  /** Size on the disk, indexes included. */
  bytes: { before: number; after: number };
}

/** Where a statement ended, in the order of the index. */
type End = readonly [externalId: string, observedAt: string, revision: number];

const KEY = '(h.external_id, h.observed_at, h.revision)';
const TEXT = `to_char(h.observed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Replaces pieces of the history that no longer change by copies with packed rows, an eighth of their size, oldest first. Only for the
 * process that currently may copy pieces.
 */
export async function packPieces(packing: Packing): Promise<PackedPiece[]> {
  const { pool, history, now, most = Infinity } = packing;
  const { rows: due } = await pool.query<{ is_time: boolean }>(
    `select f.pack_since <= now() and p.done_at is not null as is_time from history_format f, presence_progress p`,
  );
  if (!due[0]!.is_time) return [];
  const pieces = await listPieces(pool, history);
  await writeAlone(pool, 'delete from packed_piece where piece <> all($1::text[])', [pieces]);
  const { rows: known } = await pool.query<{ piece: string }>('select piece from packed_piece');
  const done = new Set(known.map(({ piece }) => piece));
  const packed: PackedPiece[] = [];
  for (const piece of pieces) {
    if (done.has(piece) || pieceEnd(history, piece) + AFTER_MS > now) continue;
    // While a rebuild reads the pieces, none can be replaced.
    if (packed.length >= most || !(await writeTransaction(pool, holdOffRebuild))) break;
    const one = await packPiece(packing, piece);
    if (one === undefined) continue;
    await writeAlone(pool, 'insert into packed_piece (piece, packed_at) values ($1, now()) on conflict do nothing', [piece]);
    packed.push(one);
  }
  return packed;
}

/** @returns undefined if the piece cannot be replaced now: it is written to, or a rebuild is reading it */
async function packPiece(
  { pool, history, stopping, rowsAtOnce = ROWS_AT_ONCE, onProgress }: Packing,
  piece: string,
): Promise<PackedPiece | undefined> {
  await dropCopies(pool, history, stopping);
  const before = await sizeOf(pool, piece);
  const copy = await PieceCopy.begin(pool, history, piece);
  await indexPackedRows(pool, copy.name);
  let changes = 0;
  for (let after: End = ['', '-infinity', 0]; ;) {
    const upto = await endOfBatch(pool, piece, after, rowsAtOnce);
    changes += await packBatch(pool, copy, after, upto);
    await onProgress?.();
    if (upto === undefined) break;
    after = upto;
    await sleep(PAUSE_MS, undefined, { signal: stopping });
  }
  await pool.query(`analyze ${copy.name}`);
  // Before the first packed row can be read.
  await writeAlone(pool, 'update history_format set packed_until = greatest(packed_until, $1::timestamptz)', [
    new Date(pieceEnd(history, piece)),
  ]);
  if (!(await copy.replaceByPacked(stopping))) {
    await dropCopies(pool, history, stopping);
    return undefined;
  }
  return { piece, changes, bytes: { before, after: await sizeOf(pool, piece) } };
}

/** @returns undefined for the rest of the piece */
async function endOfBatch(pool: Pool, piece: string, after: End, rowsAtOnce: number): Promise<End | undefined> {
  const { rows } = await pool.query<{ external_id: string; observed_at: string; revision: number }>(
    `select h.external_id, ${TEXT} as observed_at, h.revision from ${piece} h where ${KEY} > ($1, $2::timestamptz, $3::bigint)
      order by h.external_id, h.observed_at, h.revision offset ${rowsAtOnce - 1} limit 1`,
    [...after],
  );
  return rows[0] && [rows[0].external_id, rows[0].observed_at, rows[0].revision];
}

/** Copies rows, packed if possible; already packed ones stay as they are, and those of erased objects are left out. */
async function packBatch(pool: Pool, copy: PieceCopy, after: End, upto: End | undefined): Promise<number> {
  const columns = HISTORY_COLUMNS.join(', ');
  const end = upto === undefined ? '' : `and ${KEY} <= ($4, $5::timestamptz, $6::bigint)`;
  const { rows } = await pool.query<{ changes: number }>(
    `with chosen as materialized (
       select h.external_id, h.revision, h.workspace, h.observed_at, h.received_at,
         case when h.packed is null then ${storedLineSql('h')} else h.change end as change, h.observed_until, h.packed
       from ${copy.piece} h where ${KEY} > ($1, $2::timestamptz, $3::bigint) ${end}
         and h.revision > coalesce((select e.revision from erased_object e
           where e.workspace = h.workspace and e.external_id = h.external_id), 0)
     ), marked as materialized (
       select *, packed is null and octet_length(change) <= ${MAX_BYTES}
         and received_at - observed_at between -${MAX_LATE} and ${MAX_LATE}
         and (observed_at, received_at) = (date_trunc('milliseconds', observed_at), date_trunc('milliseconds', received_at)) as fits, date_trunc('day', observed_at, 'UTC') as day from chosen
     ), parts as materialized (
       select *, (row_number() over (partition by external_id, workspace, fits, day order by observed_at, revision) - 1)
         / ${PACKED_CHANGES} as part from marked
     ), sized as materialized (
       select *, count(*) over w as size, row_number() over (w order by observed_at, revision) as n,
         min(observed_at) over w as first, max(revision) over w as highest
       from parts window w as (partition by external_id, workspace, fits, day, part)
     ), packs as (
       insert into ${copy.name} (${columns})
       select external_id, highest, workspace, first, max(received_at), string_agg(change, E'\\n' order by n), max(observed_at),
         array_agg((extract(epoch from observed_at - first) * 1000)::int order by n)
         || array_agg((extract(epoch from received_at - observed_at) * 1000)::int order by n)
         || array_agg((revision - (highest - size + n))::int order by n)
       from sized where fits and size >= ${FEW} group by external_id, workspace, day, part, first, highest
       returning ${countIn(copy.name)} as changes
     ), others as (
       insert into ${copy.name} (${columns}) select ${columns} from sized where not fits or size < ${FEW}
     )
     select coalesce(sum(changes), 0)::int as changes from packs`,
    [...after, ...(upto ?? [])],
  );
  return rows[0]!.changes;
}

async function sizeOf(pool: Pool, piece: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>('select pg_total_relation_size($1::regclass)::float8 as bytes', [piece]);
  return rows[0]!.bytes;
}
