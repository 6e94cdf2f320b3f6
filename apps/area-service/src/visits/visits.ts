import type { Pool } from 'pg';
import { Problem } from '#problems/problem.js';

export interface VisitView {
  externalId: string;
  startedAt: string;
  /** Null: the visit is open. */
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

/** The objects in an area, from published visits. */
export class Visits {
  constructor(private readonly pool: Pool) {}

  /**
   * Visits that overlap from…to (to excluded), ordered by start.
   * @param after startedAt and externalId of the last visit on the previous page
   * @throws Problem 404
   */
  async list(
    workspace: string,
    areaId: string,
    range: { from?: string; to?: string },
    after: [string, string] | undefined,
    limit: number,
  ): Promise<{ visits: VisitView[]; next: string | null }> {
    const { rows: known } = await this.pool.query('select 1 from area where area_id = $1 and workspace = $2 and body is not null', [
      areaId,
      workspace,
    ]);
    if (known.length === 0) throw new Problem('not-found', 'No such area in this workspace.');
    const values: unknown[] = [areaId];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const conditions = ['area_id = $1'];
    if (range.from !== undefined) conditions.push(`(ended_at is null or ended_at >= ${value(range.from)}::timestamptz)`);
    if (range.to !== undefined) conditions.push(`started_at < ${value(range.to)}::timestamptz`);
    if (after) conditions.push(`(started_at, external_id) > (${value(after[0])}::timestamptz, ${value(after[1])})`);
    const { rows } = await this.pool.query<Row>(
      `select external_id, started_at, ended_at, dwelt_at, absent_at, area_revision from visit
        where ${conditions.join(' and ')} order by started_at, external_id limit ${limit + 1}`,
      values,
    );
    const visits = rows.slice(0, limit).map(viewOf);
    const last = visits.at(-1);
    return {
      visits,
      next: rows.length > limit && last ? Buffer.from(JSON.stringify([last.startedAt, last.externalId])).toString('base64url') : null,
    };
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
