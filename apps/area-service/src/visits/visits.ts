import type { Pool, PoolClient } from 'pg';
import { Problem } from '#problems/problem.js';
import type { JudgedNews } from '../judging/judged-news.js';

export interface VisitView {
  externalId: string;
  startedAt: string;
  /** Null: it goes on. */
  endedAt: string | null;
  dweltAt: string | null;
  absentAt: string | null;
  areaRevision: number;
}

interface Row {
  external_id: string;
  started_at: Date;
  ended_at: Date | null;
  dwelt_at: Date | null;
  absent_at: Date | null;
  area_revision: number;
}

/** Who was in an area, from the visits that were told. */
export class Visits {
  constructor(private readonly pool: Pool) {}

  /**
   * Visits that touch from…to (to not included), in the order of their begin.
   * @param after of the last of the page before: startedAt and externalId
   * @throws Problem 404
   */
  async list(workspace: string, areaId: string, range: { from?: string; to?: string }, after: [string, string] | undefined, limit: number): Promise<{ visits: VisitView[]; next: string | null }> {
    const { rows: known } = await this.pool.query('select 1 from area where area_id = $1 and workspace = $2 and body is not null', [areaId, workspace]);
    if (known.length === 0) throw new Problem('not-found', 'No such area in this workspace.');
    const values: unknown[] = [areaId];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const conditions = ['area_id = $1'];
    if (range.from !== undefined) conditions.push(`(ended_at is null or ended_at >= ${value(range.from)}::timestamptz)`);
    if (range.to !== undefined) conditions.push(`started_at < ${value(range.to)}::timestamptz`);
    if (after) conditions.push(`(started_at, external_id) > (${value(after[0])}::timestamptz, ${value(after[1])})`);
    const { rows } = await this.pool.query<Row>(`select external_id, started_at, ended_at, dwelt_at, absent_at, area_revision from visit where ${conditions.join(' and ')} order by started_at, external_id limit ${limit + 1}`, values);
    const visits = rows.slice(0, limit).map(viewOf);
    const last = visits.at(-1);
    return { visits, next: rows.length > limit && last ? Buffer.from(JSON.stringify([last.startedAt, last.externalId])).toString('base64url') : null };
  }
}

const viewOf = (row: Row): VisitView => ({
  externalId: row.external_id,
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  dweltAt: row.dwelt_at?.toISOString() ?? null,
  absentAt: row.absent_at?.toISOString() ?? null,
  areaRevision: row.area_revision,
});

const COLUMN = { left: 'ended_at', dwelt: 'dwelt_at', absent: 'absent_at' } as const;
const MATCH = `v.area_id = u.area and v.external_id = u.id and v.started_at = u.begin`;
const UNNEST = `unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[]) as u(area, id, begin, at)`;

/**
 * Brings the kept visits to what is told now, in the caller's transaction. What takes back comes before what is told, and a
 * visit's begin before the rest of it, so the statements may go kind by kind.
 */
export async function writeVisits(client: PoolClient, news: readonly JudgedNews[]): Promise<void> {
  const of = (kind: JudgedNews['event']['kind'], takesBack: boolean): JudgedNews[] => news.filter((each) => each.event.kind === kind && each.takesBack === takesBack);
  const keys = (list: readonly JudgedNews[]): unknown[] => [list.map(({ areaId }) => areaId), list.map(({ externalId }) => externalId), list.map(({ event }) => new Date(event.visitStartedAt)), list.map(({ event }) => new Date(event.at))];
  for (const kind of ['left', 'dwelt', 'absent'] as const) {
    const list = of(kind, true);
    if (list.length > 0) await client.query(`update visit v set ${COLUMN[kind]} = null from ${UNNEST} where ${MATCH} and v.${COLUMN[kind]} = u.at`, keys(list));
  }
  const gone = of('entered', true);
  if (gone.length > 0) await client.query(`delete from visit v using ${UNNEST} where ${MATCH}`, keys(gone));
  const begun = of('entered', false);
  if (begun.length > 0) {
    await client.query(
      `insert into visit (area_id, external_id, started_at, workspace, area_revision)
       select distinct on (u.area, u.id, u.begin) u.area, u.id, u.begin, u.ws, u.rev from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::bigint[]) as u(area, id, begin, ws, rev)
       on conflict (area_id, external_id, started_at) do update set area_revision = excluded.area_revision, ended_at = null`,
      [...keys(begun).slice(0, 3), begun.map(({ workspace }) => workspace), begun.map(({ areaRevision }) => areaRevision)],
    );
  }
  for (const kind of ['left', 'dwelt', 'absent'] as const) {
    const list = of(kind, false);
    if (list.length > 0) await client.query(`update visit v set ${COLUMN[kind]} = u.at from ${UNNEST} where ${MATCH}`, keys(list));
  }
}
