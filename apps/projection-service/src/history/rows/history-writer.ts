import type { PoolClient } from 'pg';
import { copyField, copyRows } from '#postgres/copy.js';
import type { IncomingLine } from '../../changes/change-line.js';

const HISTORY_COLUMNS = ['external_id', 'revision', 'workspace', 'observed_at', 'received_at', 'change'];

export async function writeHistory(client: PoolClient, lines: readonly IncomingLine[]): Promise<void> {
  const rows = lines.map(({ incoming: { change }, line }) =>
    [
      copyField(change.externalId),
      change.revision,
      copyField(change.workspace),
      change.observedAt,
      change.receivedAt,
      copyField(line),
    ].join('\t'),
  );
  await copyRows(client, 'history', HISTORY_COLUMNS, rows);
}
