import pg from 'pg';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { topicName } from '#kafka/topics/topics.js';
import type { TestSpace } from '../test-space.js';
import type { EmittedAreaEvent, KeptVisit } from './judge-areas.js';
import type { LeftRow } from './judge-erasures.js';
import type { ReportHistory, ReportRow } from './judge-reports.js';
import type { ApiReader } from './read-api.js';
import { type RawRecord, readTopic } from './read-topic.js';
import type { RawArea } from './recount-area-visits.js';

/** The results of the services that read events: raw public topics, tables, and answers. */
export interface Derived {
  areas: RawArea[];
  emitted: EmittedAreaEvent[];
  kept: KeptVisit[];
  reports: ReportHistory[];
  rows: LeftRow[];
  pendingBodies: string[];
}

type Space = Pick<TestSpace, 'kafka' | 'prefix' | 'databaseUrl' | 'schemas'>;

export async function readDerived(space: Space, api: ApiReader, workspaces: readonly string[]): Promise<Derived> {
  const [states, events, access] = await Promise.all(
    (['area.state', 'area.events', 'access.events'] as const).map((name) => readTopic(space.kafka, topicName(space.prefix, name))),
  );
  const emitted = events!.map(emittedOf);
  const calls = callsOf(access!);
  const reports = await Promise.all(
    workspaces.map((workspace) => readReports(api, workspace, emitted, calls.get(workspace) ?? new Map<string, number>())),
  );
  return { areas: areasOf(states!), emitted, reports, ...(await readDerivedTables(space)) };
}

function areasOf(states: readonly RawRecord[]): RawArea[] {
  const areas = new Map<string, RawArea>();
  for (const { key, value } of states) {
    if (value === null) areas.delete(key!);
    else areas.set(key!, JSON.parse(String(value)) as RawArea);
  }
  return [...areas.values()];
}

/** The event in a record of `area.events`. */
export function emittedOf({ headers, value }: Pick<RawRecord | OutgoingRecord, 'headers' | 'value'>): EmittedAreaEvent {
  const { eventId, workspace, externalId, areaId, at, visitStartedAt, objectRevision, corrects } = JSON.parse(String(value)) as Omit<
    EmittedAreaEvent,
    'at' | 'startedAt' | 'kind'
  > & { at: string; visitStartedAt: string };
  const kind = String(headers!['ce_type']).split('.')[2] as EmittedAreaEvent['kind'];
  return {
    eventId,
    kind,
    workspace,
    externalId,
    areaId,
    at: Date.parse(at),
    startedAt: Date.parse(visitStartedAt),
    objectRevision,
    ...(corrects !== undefined && { corrects }),
  };
}

/** Number of calls by workspace and operation; a line that was written twice counts once. */
function callsOf(records: readonly RawRecord[]): Map<string, Map<string, number>> {
  const calls = new Map<string, Map<string, number>>();
  const seen = new Set<string>();
  for (const { value } of records) {
    const { workspace, lines } = JSON.parse(String(value)) as { workspace: string; lines: { operation: string; status: number }[] };
    const counts = calls.get(workspace) ?? new Map<string, number>();
    calls.set(workspace, counts);
    for (const line of lines) {
      const text = JSON.stringify([workspace, line]);
      if (line.status === 102 || seen.has(text)) continue;
      seen.add(text);
      counts.set(line.operation, (counts.get(line.operation) ?? 0) + 1);
    }
  }
  return calls;
}

const DAY_MS = 86_400_000;

async function readReports(
  api: ApiReader,
  workspace: string,
  emitted: EmittedAreaEvent[],
  calls: Map<string, number>,
): Promise<ReportHistory> {
  const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const range = `from=${day(-3)}&to=${day(3)}&timeZone=UTC`;
  const rows = async (query: string): Promise<ReportRow[]> => {
    const path = `/groups/${workspace}/reports/${query}&${range}`;
    const response = await fetch(api.url + path, {
      headers: { ...api.headers(workspace), accept: 'application/json' },
      signal: AbortSignal.timeout(20_000),
    });
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    return ((await response.json()) as { rows: ReportRow[] }).rows;
  };
  const [tracking, areas, usage] = await Promise.all([
    rows('tracking?interval=day&by=type'),
    rows('areas?interval=all&by=area'),
    rows('usage?interval=all&by=operation'),
  ]);
  return { workspace, tracking, areas, usage, emitted, calls };
}

interface StoredVisit {
  area_id: string;
  external_id: string;
  started_at: Date;
  ended_at: Date | null;
  dwelt_at: Date | null;
  absent_at: Date | null;
}

/** @param table of visits, as SQL names it */
export async function keptVisits(client: Pick<pg.ClientBase, 'query'>, table: string): Promise<KeptVisit[]> {
  const { rows } = await client.query<StoredVisit>(`select area_id, external_id, started_at, ended_at, dwelt_at, absent_at from ${table}`);
  return rows.map(({ area_id, external_id, started_at, ended_at, dwelt_at, absent_at }) => ({
    areaId: area_id,
    externalId: external_id,
    startedAt: started_at.getTime(),
    ...(ended_at && { endedAt: ended_at.getTime() }),
    ...(dwelt_at && { dweltAt: dwelt_at.getTime() }),
    ...(absent_at && { absentAt: absent_at.getTime() }),
  }));
}

async function readDerivedTables({ databaseUrl, schemas }: Space): Promise<Pick<Derived, 'kept' | 'rows' | 'pendingBodies'>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const of = (schema: keyof typeof schemas, table: string): string =>
      `${client.escapeIdentifier(schemas[schema])}.${client.escapeIdentifier(table)}`;
    const kept = await keptVisits(client, of('area', 'visit'));
    const pending = await client.query<{ body: string }>(`select body from ${of('webhook', 'pending_message')}`);
    const rows: LeftRow[] = [];
    for (const schema of ['objects', 'projection', 'report', 'area'] as const) {
      for (const table of await objectTables(client, schemas[schema])) {
        const found = await client.query<{ external_id: string; text: string }>(
          `select external_id, t::text as text from ${of(schema, table)} t`,
        );
        for (const { external_id, text } of found.rows)
          rows.push({ table: `${schema}.${table}`, externalId: external_id, text: text.replaceAll('""', '"') });
      }
    }
    return {
      kept,
      rows,
      pendingBodies: pending.rows.map(({ body }) => body),
    };
  } finally {
    await client.end();
  }
}

/** Tables whose rows each belong to one object; partitioned tables without their pieces. */
async function objectTables(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'external_id' and not a.attisdropped
     where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}
