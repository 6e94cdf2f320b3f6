import type { Pool } from 'pg';
import type { AreaCopy } from '#areas/area-copy.js';
import { AreaIndex } from '#geofence/area-index.js';
import type { ObjectKey } from '../storage/track-rows.js';

export interface ChangedArea {
  areaId: string;
  workspace: string;
  revision: number;
  deleted: boolean;
}

const CHANGES_AT_ONCE = 500;
const PAGE_ROWS = 20_000;

interface Row {
  area_id: string;
  workspace: string;
  step: number;
  deleted: boolean;
}

/**
 * The revision of an area's last change that concerns objects: a new outline or its deletion. A later change of the name must not hide it.
 */
const STEP = 'case when body is null then revision else outline_revision end';

/** Outline changes and deletions after a revision, oldest first, as far as the copy has them. @returns also the revision reached */
export async function changedAreas(db: Pool, after: number, upTo: number): Promise<{ changes: ChangedArea[]; through: number }> {
  const { rows } = await db.query<Row>(
    `select area_id, workspace, ${STEP} as step, body is null as deleted
     from area where ${STEP} > $1 and ${STEP} <= $2 order by ${STEP} limit ${CHANGES_AT_ONCE}`,
    [after, upTo],
  );
  const changes = rows.map(({ area_id: areaId, workspace, step, deleted }): ChangedArea => ({
    areaId,
    workspace,
    revision: step,
    deleted,
  }));
  return { changes, through: rows.length < CHANGES_AT_ONCE ? upTo : rows.at(-1)!.step };
}

/** Workspaces with a deleted area whose deletion has not yet been applied to the objects of these partitions. */
export async function leftWorkspaces(db: Pool, partitions: readonly number[]): Promise<string[]> {
  const { rows } = await db.query<{ workspace: string }>(
    `select distinct workspace from area where body is null and ${STEP} > (select min(areas_through) from judge
      where partition = any($1::int[]))`,
    [partitions],
  );
  return rows.map(({ workspace }) => workspace);
}

/**
 * Objects of these partitions that the changes concern: objects with an open visit, and objects whose newest position is in the box of the
 * new outline.
 */
export async function objectsConcerned(
  db: Pool,
  copy: AreaCopy,
  changes: readonly ChangedArea[],
  partitions: readonly number[],
): Promise<Map<ObjectKey, ChangedArea[]>> {
  const concerned = new Map<string, { key: ObjectKey; changes: ChangedArea[] }>();
  const add = (key: ObjectKey, change: ChangedArea): void => {
    const name = `${key.workspace}\0${key.externalId}`;
    const known = concerned.get(name);
    if (!known) concerned.set(name, { key, changes: [change] });
    else if (!known.changes.includes(change)) known.changes.push(change);
  };
  const byId = new Map(changes.map((change) => [change.areaId, change]));
  const { rows: inside } = await db.query<{ area_id: string; workspace: string; external_id: string; partition: number }>(
    `select v.area_id, t.workspace, t.external_id, t.partition from visit v join track t on t.workspace = v.workspace
      and t.external_id = v.external_id
     where v.area_id = any($1::uuid[]) and v.ended_at is null and t.partition = any($2::int[])`,
    [[...byId.keys()], partitions],
  );
  for (const { area_id, workspace, external_id: externalId, partition } of inside)
    add({ workspace, externalId, partition }, byId.get(area_id)!);
  for (const workspace of new Set(changes.filter(({ deleted }) => !deleted).map((change) => change.workspace))) {
    const shaped = changes.flatMap((change) => {
      const area = change.deleted || change.workspace !== workspace ? undefined : copy.area(workspace, change.areaId);
      return area ? [{ shape: area.shape, change }] : [];
    });
    const index = new AreaIndex(shaped);
    for (let after = ''; ;) {
      const { rows } = await db.query<{ external_id: string; partition: number; lat: number; lon: number }>(
        `select external_id, partition, lat, lon from track where workspace = $1 and external_id > $2
          and partition = any($3::int[]) and lat is not null order by external_id limit ${PAGE_ROWS}`,
        [workspace, after, partitions],
      );
      for (const { external_id: externalId, partition, lat, lon } of rows)
        for (const { change } of index.at(lon, lat)) add({ workspace, externalId, partition }, change);
      if (rows.length < PAGE_ROWS) break;
      after = rows.at(-1)!.external_id;
    }
  }
  return new Map([...concerned.values()].map(({ key, changes: list }) => [key, list]));
}
