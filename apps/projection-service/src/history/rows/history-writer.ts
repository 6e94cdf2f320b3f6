import type { Pool, PoolClient } from 'pg';
import { copyField, copyRows } from '#postgres/copy.js';
import type { IncomingLine } from '../../changes/change-line.js';
import { storedLine } from './stored-line.js';

const HISTORY_COLUMNS = ['external_id', 'revision', 'workspace', 'observed_at', 'received_at', 'change'];

/** The time in milliseconds from which rows are written without what their columns repeat (short-history-rows.migration.ts). */
export async function shortRowsSince(db: Pool): Promise<number> {
  const { rows } = await db.query<{ since: Date }>('select short_since as since from history_format');
  return rows[0]!.since.getTime();
}

/** @param short whether `change` leaves out what the columns of its row repeat */
export async function writeHistory(client: PoolClient, lines: readonly IncomingLine[], short: boolean): Promise<void> {
  const rows = lines.map(({ incoming: { change, type }, line }) =>
    [
      copyField(change.externalId),
      change.revision,
      copyField(change.workspace),
      change.observedAt,
      change.receivedAt,
      copyField(short ? storedLine(line, type) : line),
    ].join('\t'),
  );
  await copyRows(client, 'history', HISTORY_COLUMNS, rows);
}
