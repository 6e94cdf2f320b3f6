import type { Pool } from 'pg';
import type { AreaCopy } from '#areas/area-copy.js';
import { AreaIndex } from '#geofence/area-index.js';
import type { ObjectKey } from '../storage/track-rows.js';

export interface ChangedArea {
  areaId: string;
  workspace: string;
  revision: number;
  deleted: boolean;
  /** It was never there before. */
  isNew: boolean;
}

const CHANGES_AT_ONCE = 500;
const PAGE_ROWS = 20_000;

/** Changes of outlines after a revision, oldest first, as far as the copy knows them. @returns also the revision they reach */
export async function changedAreas(db: Pool, after: number, upTo: number): Promise<{ changes: ChangedArea[]; through: number }> {
  const { rows } = await db.query<{ area_id: string; workspace: string; revision: number; outline: boolean; deleted: boolean; is_new: boolean | null }>(
    `select area_id, workspace, revision, outline_revision > $1 as outline, body is null as deleted, body->>'createdAt' = body->>'outlineUpdatedAt' as is_new
     from area where revision > $1 and revision <= $2 order by revision limit ${CHANGES_AT_ONCE}`,
    [after, upTo],
  );
  const changes = rows
    .filter(({ outline, deleted }) => outline || deleted)
    .map(({ area_id: areaId, workspace, revision, deleted, is_new }): ChangedArea => ({ areaId, workspace, revision, deleted, isNew: is_new ?? false }));
  return { changes, through: rows.length < CHANGES_AT_ONCE ? upTo : rows.at(-1)!.revision };
}

/** Objects of these partitions that changes concern: those with a visit that goes on, and those whose newest position is in the new outline's box. */
export async function objectsConcerned(db: Pool, copy: AreaCopy, changes: readonly ChangedArea[], partitions: readonly number[]): Promise<Map<ObjectKey, ChangedArea[]>> {
  const concerned = new Map<string, { key: ObjectKey; changes: ChangedArea[] }>();
  const add = (key: ObjectKey, change: ChangedArea): void => {
    const name = `${key.workspace}\0${key.externalId}`;
    const known = concerned.get(name);
    if (!known) concerned.set(name, { key, changes: [change] });
    else if (!known.changes.includes(change)) known.changes.push(change);
  };
  const byId = new Map(changes.map((change) => [change.areaId, change]));
  const { rows: inside } = await db.query<{ area_id: string; workspace: string; external_id: string; partition: number }>(
    `select v.area_id, t.workspace, t.external_id, t.partition from visit v join track t on t.workspace = v.workspace and t.external_id = v.external_id
     where v.area_id = any($1::uuid[]) and v.ended_at is null and t.partition = any($2::int[])`,
    [[...byId.keys()], partitions],
  );
  for (const { area_id, workspace, external_id: externalId, partition } of inside) add({ workspace, externalId, partition }, byId.get(area_id)!);
  for (const workspace of new Set(changes.filter(({ deleted }) => !deleted).map((change) => change.workspace))) {
    const shaped = changes.flatMap((change) => {
      const area = change.deleted || change.workspace !== workspace ? undefined : copy.area(workspace, change.areaId);
      return area ? [{ shape: area.shape, change }] : [];
    });
    const index = new AreaIndex(shaped);
    for (let after = ''; ; ) {
      const { rows } = await db.query<{ external_id: string; partition: number; lat: number; lon: number }>(
        `select external_id, partition, lat, lon from track where workspace = $1 and external_id > $2 and partition = any($3::int[]) and lat is not null order by external_id limit ${PAGE_ROWS}`,
        [workspace, after, partitions],
      );
      for (const { external_id: externalId, partition, lat, lon } of rows) for (const { change } of index.at(lon, lat)) add({ workspace, externalId, partition }, change);
      if (rows.length < PAGE_ROWS) break;
      after = rows.at(-1)!.external_id;
    }
  }
  return new Map([...concerned.values()].map(({ key, changes: list }) => [key, list]));
}
