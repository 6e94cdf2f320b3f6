import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { withShortLock } from '#postgres/short-lock.js';
import { writeAlone } from '../../storage/piece-deletes.js';
import { holdOffRebuild, holdOffSwap } from '../../storage/swap-lock.js';
import {
  lockPieces,
  type PartitionedTable,
  pieceBoundsOf,
  replacedName,
  replacePiece,
  type UnderLock,
} from '../../storage/time-partitions.js';
import { HISTORY_COLUMNS } from '../rows/packed-rows.js';

/** Noted rows that one statement copies, and the most rows that are copied while the table is locked. */
const NOTES = 5_000;
const PASSES = 200;

const COLUMNS = {
  history: HISTORY_COLUMNS.join(', '),
  presence: 'external_id, revision, workspace, received_at, day, q16, since_hour, until_hour',
  feed_chunk: '',
};

interface NotedRow {
  external_id: string;
  revision: number;
}

/** Conditions for replacing a piece by its copy. */
export interface Conditions {
  /** Objects whose hold has a higher number are copied completely. */
  since: number;
  /** Most such objects; with more, the piece is not replaced. */
  most: number;
  /** Called while no hold can be written; returns false to prevent the replacement. */
  mayBe: () => boolean;
}

/**
 * A copy of a piece which replaces it, without some of its rows or with packed ones. A piece whose time is over hardly changes, but an
 * erasure may delete rows, and a gateway with a slow clock may add some. From the start of the copy on, a trigger notes these rows, and
 * their final state is copied again.
 */
export class PieceCopy {
  private constructor(
    private readonly pool: Pool,
    private readonly table: PartitionedTable,
    readonly piece: string,
    private readonly oid: number,
  ) {}

  get columns(): string {
    return COLUMNS[this.table.table];
  }

  get name(): string {
    return nameOfCopy(this.piece);
  }

  /** Creates an empty copy; from then on, writes to the piece are noted. */
  static async begin(pool: Pool, table: PartitionedTable, piece: string): Promise<PieceCopy> {
    const { from, to } = pieceBoundsOf(table, piece);
    const oid = await withShortLock(pool, async (client) => {
      await holdOffSwap(client);
      await client.query(`create table ${nameOfCopy(piece)} (like ${piece} including all)`);
      // This constraint lets the copy become a piece without being read.
      await client.query(
        `alter table ${nameOfCopy(piece)} add constraint in_piece check (received_at >= '${from.toISOString()}'
          and received_at < '${to.toISOString()}')`,
      );
      await client.query(`create trigger note_row after insert or delete on ${piece} for each row execute function note_row()`);
      return oidOf(client, piece);
    });
    return new PieceCopy(pool, table, piece, oid!);
  }

  /**
   * Replaces the piece by the copy, and drops the piece.
   * @returns false if not: a rebuild is reading the pieces, the piece is another one by now, too much was written to it, or the caller
   *   refused
   */
  async replace({ since, most, mayBe }: Conditions, stopping: AbortSignal): Promise<boolean> {
    const again = (rows: readonly NotedRow[]): string => this.takeOverRows(rows);
    for (let pass = 0; pass < PASSES && (await this.takeOver(again)) > 0; pass++) stopping.throwIfAborted();
    return this.swap(stopping, {
      look: `select external_id from held_object where noted > ${since} limit ${most + 1}; ${this.takeNotes()}`,
      mayBe: ([held, notes]) => {
        const [whole, noted] = [held!.rows as { external_id: string }[], notes!.rows as NotedRow[]];
        if (!mayBe() || whole.length > most || noted.length === NOTES) return undefined;
        return `${this.takeOverRows(noted)}; ${this.takeOverObjects(whole.map(({ external_id }) => external_id))}`;
      },
    });
  }

  /**
   * The same for a copy with packed rows. A noted row may be one change of a packed row: all rows of its object are copied again, as they
   * are. That may take long, so it is not done under the lock.
   * @returns false as well if a row was noted in the last moment
   */
  async replaceByPacked(stopping: AbortSignal): Promise<boolean> {
    const objects = (rows: readonly NotedRow[]): string => this.takeOverObjects([...new Set(rows.map((row) => row.external_id))]);
    for (let pass = 0; pass < PASSES && (await this.takeOver(objects)) > 0; pass++) stopping.throwIfAborted();
    return this.swap(stopping, {
      look: `select from noted_row where piece = '${this.piece}' limit 1`,
      mayBe: ([notes]) => (notes!.rows.length > 0 ? undefined : ''),
    });
  }

  private async swap(stopping: AbortSignal, underLock: UnderLock): Promise<boolean> {
    const replaced = await withShortLock(
      this.pool,
      async (client, bound) => {
        await holdOffSwap(client);
        await lockPieces(client);
        if (!(await holdOffRebuild(client)) || (await oidOf(client, this.piece)) !== this.oid) return false;
        return replacePiece(client, bound, this.table, this.piece, this.name, underLock);
      },
      stopping,
    );
    if (replaced) await writeAlone(this.pool, `drop table ${replacedName(this.piece)}`, []);
    return replaced;
  }

  /** @param copyAgain SQL for noted rows @returns number of notes, at most `NOTES` */
  private takeOver(copyAgain: (rows: readonly NotedRow[]) => string): Promise<number> {
    return withShortLock(this.pool, async (client) => {
      await holdOffSwap(client);
      const { rows } = await client.query<NotedRow>(this.takeNotes());
      if (rows.length > 0) await client.query(copyAgain(rows));
      return rows.length;
    });
  }

  private takeNotes(): string {
    return `delete from noted_row where ctid = any(array(select ctid from noted_row where piece = '${this.piece}' limit ${NOTES}))
      returning external_id, revision`;
  }

  /** Statements with literal values instead of parameters, so that several of them can be sent to the server at once. */
  private takeOverRows(rows: readonly NotedRow[]): string {
    if (rows.length === 0) return '';
    const keys = escapeLiteral(JSON.stringify(rows));
    const key = `select distinct external_id, revision from json_to_recordset(${keys}) as k (external_id text, revision bigint)`;
    return `delete from ${this.name} h using (${key}) k where h.external_id = k.external_id and h.revision = k.revision;
      insert into ${this.name} (${this.columns}) select ${this.columns} from ${this.piece} h join (${key}) k using (external_id, revision)`;
  }

  private takeOverObjects(externalIds: readonly string[]): string {
    if (externalIds.length === 0) return '';
    const ids = `any(array[${externalIds.map((id) => escapeLiteral(id)).join(', ')}])`;
    return `delete from ${this.name} where external_id = ${ids};
      insert into ${this.name} (${this.columns}) select ${this.columns} from ${this.piece} where external_id = ${ids}`;
  }
}

const nameOfCopy = (piece: string): string => `${piece}_copy`;

async function oidOf(db: Pool | PoolClient, table: string): Promise<number | undefined> {
  const { rows } = await db.query<{ oid: number | null }>('select to_regclass($1)::oid as oid', [table]);
  return rows[0]!.oid ?? undefined;
}

/** Drops the remains of failed copies. Only for the process that currently may copy. */
export async function dropCopies(pool: Pool, table: PartitionedTable, stopping: AbortSignal): Promise<void> {
  const { rows: copies } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname ~ $1`,
    [`^${table.table}_\\d{8}_(copy|replaced)$`],
  );
  // Includes a replaced piece whose process ended before dropping it.
  for (const { name } of copies) await writeAlone(pool, `drop table ${name}`, []);
  const { rows: noting } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'note_row'
      and c.relnamespace = current_schema()::regnamespace and starts_with(c.relname, $1)`,
    [`${table.table}_`],
  );
  for (const { name } of noting) {
    await withShortLock(
      pool,
      async (client) => {
        await holdOffSwap(client);
        await client.query(`drop trigger note_row on ${name}`);
      },
      stopping,
    );
  }
  if (copies.length + noting.length > 0) await writeAlone(pool, 'delete from noted_row where starts_with(piece, $1)', [`${table.table}_`]);
}
