import pg from 'pg';
import type { TestSpace } from '../test-space.js';
import type { HeldObject, HistoryRow, ServedChange, StateReading } from './history.js';
import { toKeptObject } from './parse-records.js';

interface StateRow {
  external_id: string;
  workspace: string;
  revision: string;
  state: Record<string, unknown>;
}

interface StoredHistory {
  external_id: string;
  revision: string;
  workspace: string;
  observed_at: Date;
  received_at: Date;
  change: string;
}

export interface TableReadings {
  readings: StateReading[];
  historyRows: HistoryRow[];
}

/** Reads the newest states of the object service and the projection, and the projection's history, with plain SQL. */
export async function readTables(space: Pick<TestSpace, 'databaseUrl' | 'schemas'>): Promise<TableReadings> {
  const client = new pg.Client({ connectionString: space.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const objects = await client.query<StateRow>(
      `select external_id, workspace, revision, state from ${client.escapeIdentifier(space.schemas.objects)}.object`,
    );
    const projected = await client.query<StateRow>(
      `select external_id, workspace, revision, state from ${client.escapeIdentifier(space.schemas.projection)}.object_state`,
    );
    const history = await client.query<StoredHistory>(
      `select external_id, revision, workspace, observed_at, received_at, change
        from ${client.escapeIdentifier(space.schemas.projection)}.history`,
    );
    return {
      readings: [
        { place: 'object table', objects: toMap('object table', objects.rows), tombstones: true, erasures: true, holds: true },
        { place: 'projection table', objects: toMap('projection table', projected.rows), tombstones: true, erasures: false, holds: true },
      ],
      historyRows: history.rows.map(toHistoryRow),
    };
  } finally {
    await client.end();
  }
}

/** The stored change may leave out what the columns say, and the type of an update. */
function toHistoryRow(row: StoredHistory): HistoryRow {
  const columns = {
    externalId: row.external_id,
    revision: Number(row.revision),
    observedAt: row.observed_at.toISOString(),
    receivedAt: row.received_at.toISOString(),
  };
  const change = { ...columns, type: 'waymark.object.updated.v1', ...(JSON.parse(row.change) as Partial<ServedChange>) };
  return { ...columns, workspace: row.workspace, change };
}

function toMap(place: string, rows: readonly StateRow[]): Map<string, HeldObject> {
  return new Map(
    rows.map((row): [string, HeldObject] => {
      const held = toKeptObject(row.state);
      if (held.externalId !== row.external_id || held.workspace !== row.workspace || held.revision !== Number(row.revision)) {
        throw new Error(
          `${place}: the row of ${JSON.stringify(row.external_id)} (${row.workspace}, ${row.revision}) holds ` +
            `the state of ${JSON.stringify(held.externalId)} (${held.workspace}, ${held.revision}).`,
        );
      }
      return [row.external_id, held];
    }),
  );
}
