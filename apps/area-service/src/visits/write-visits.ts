import type { PoolClient } from 'pg';
import type { ObjectKey } from '../storage/track-rows.js';
import type { JudgedNews } from './judged-news.js';
import { applyNews, type KeptVisit, keyOfNews, visitKey } from './kept-visit.js';

const KEYS = '$1::uuid[], $2::text[], $3::timestamptz[]';
const MATCH = 'v.area_id = u.area and v.external_id = u.id and v.started_at = u.begin';
const READ = `select v.* from visit v join unnest(${KEYS}) as u(area, id, begin) on ${MATCH}`;
const DELETE = `delete from visit v using unnest(${KEYS}) as u(area, id, begin) where ${MATCH}`;
const WRITE = `insert into visit (area_id, external_id, started_at, ended_at, dwelt_at, absent_at, workspace, area_revision)
  select * from unnest(${KEYS}, $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::bigint[])
  on conflict (area_id, external_id, started_at) do update
  set area_revision = excluded.area_revision, ended_at = excluded.ended_at, dwelt_at = excluded.dwelt_at, absent_at = excluded.absent_at`;

interface Row {
  area_id: string;
  external_id: string;
  started_at: Date;
  workspace: string;
  area_revision: number;
  ended_at: Date | null;
  dwelt_at: Date | null;
  absent_at: Date | null;
}

/**
 * Applies the published news to the stored visits, in the caller's transaction. No other instance writes visits of these objects, because
 * their partitions are locked.
 */
export async function writeVisits(client: PoolClient, news: readonly JudgedNews[]): Promise<void> {
  if (news.length === 0) return;
  const named = [
    ...new Map(
      news.map((each) => [keyOfNews(each), { areaId: each.areaId, externalId: each.externalId, startedAt: each.event.visitStartedAt }]),
    ),
  ];
  const { rows } = await client.query<Row>(READ, keysOf(named.map(([, key]) => key)));
  const visits = new Map(rows.map((row) => [visitKey(row.area_id, row.external_id, row.started_at.getTime()), visitOf(row)]));
  const before = new Set(visits.keys());
  applyNews(visits, news);
  const gone = named.filter(([name]) => before.has(name) && !visits.has(name)).map(([, key]) => key);
  if (gone.length > 0) await client.query(DELETE, keysOf(gone));
  const kept = [...visits.values()];
  if (kept.length === 0) return;
  await client.query(WRITE, [
    ...keysOf(kept),
    kept.map(({ endedAt }) => timeOf(endedAt)),
    kept.map(({ dweltAt }) => timeOf(dweltAt)),
    kept.map(({ absentAt }) => timeOf(absentAt)),
    kept.map(({ workspace }) => workspace),
    kept.map(({ areaRevision }) => areaRevision),
  ]);
}

/** Removes all visits of erased objects. */
export async function eraseVisits(client: PoolClient, erased: readonly ObjectKey[]): Promise<void> {
  if (erased.length === 0) return;
  await client.query(
    'delete from visit v using unnest($1::text[], $2::text[]) as k(w, i) where v.workspace = k.w and v.external_id = k.i',
    [erased.map(({ workspace }) => workspace), erased.map(({ externalId }) => externalId)],
  );
}

const visitOf = (row: Row): KeptVisit => ({
  workspace: row.workspace,
  areaId: row.area_id,
  externalId: row.external_id,
  startedAt: row.started_at.getTime(),
  areaRevision: row.area_revision,
  endedAt: row.ended_at?.getTime() ?? null,
  dweltAt: row.dwelt_at?.getTime() ?? null,
  absentAt: row.absent_at?.getTime() ?? null,
});
const keysOf = (keys: readonly Pick<KeptVisit, 'areaId' | 'externalId' | 'startedAt'>[]): unknown[] => [
  keys.map(({ areaId }) => areaId),
  keys.map(({ externalId }) => externalId),
  keys.map(({ startedAt }) => new Date(startedAt)),
];
const timeOf = (at: number | null): Date | null => (at === null ? null : new Date(at));
