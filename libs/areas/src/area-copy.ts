import type { AreaRecord } from '#contracts/areas/area-record.js';
import { AreaIndex } from '#geofence/area-index.js';
import { AreaShape } from '#geofence/area-shape.js';

/** An area prepared for evaluating reports: with a prepared outline instead of GeoJSON. */
export interface KnownArea extends Omit<AreaRecord, 'geometry'> {
  readonly shape: AreaShape;
  /** outlineUpdatedAt as milliseconds since the epoch. */
  readonly outlineSince: number;
  /** True if the area had a different outline or other times before. */
  readonly changed: boolean;
}

/** One record of `area.state`, decoded. */
export interface AreaChange {
  areaId: string;
  workspace: string;
  revision: number;
  /** Undefined: deleted. */
  area: AreaRecord | undefined;
}

/** Areas that are newer than a workspace's index are searched one by one; beyond this number, the index is rebuilt. */
const MAX_UNINDEXED = 64;
const MAX_UNINDEXED_SHARE = 1 / 16;

interface WorkspaceAreas {
  readonly areas: Map<string, KnownArea>;
  index: AreaIndex<KnownArea>;
  /** Areas that are not in the index, or have changed since it was built. */
  unindexed: Map<string, KnownArea>;
}

/** All areas of `area.state` in memory, searchable by place; shapes take about 16 bytes per vertex. */
export class AreaCopy {
  private readonly workspaces = new Map<string, WorkspaceAreas>();
  private readonly workspaceOf = new Map<string, string>();
  private readonly revisions = new Map<string, number>();
  private wasRead = false;
  private newest = 0;

  /** True once all records that were on the topic at startup have been read. */
  get complete(): boolean {
    return this.wasRead;
  }

  markComplete(): void {
    this.wasRead = true;
  }

  get size(): number {
    return this.workspaceOf.size;
  }

  /** Revision of the newest processed change. */
  get newestRevision(): number {
    return this.newest;
  }

  /** @returns undefined if the area is unknown, deleted, or in another workspace */
  area(workspace: string, areaId: string): KnownArea | undefined {
    return this.workspaces.get(workspace)?.areas.get(areaId);
  }

  areasOf(workspace: string): Iterable<KnownArea> {
    return this.workspaces.get(workspace)?.areas.values() ?? [];
  }

  has(workspace: string): boolean {
    return this.workspaces.has(workspace);
  }

  /** Areas of a workspace whose bounding boxes contain a place; callers must check the shape. */
  near(workspace: string, lon: number, lat: number): KnownArea[] {
    const known = this.workspaces.get(workspace);
    if (known === undefined) return [];
    if (known.unindexed.size > MAX_UNINDEXED && known.unindexed.size > known.areas.size * MAX_UNINDEXED_SHARE) build(known);
    // The index still contains areas that were changed or deleted since it was built.
    const current = known.index.at(lon, lat).filter((area) => known.areas.get(area.areaId) === area);
    for (const area of known.unindexed.values()) {
      if (area.shape.boxes.some(({ west, south, east, north }) => lon >= west && lon <= east && lat >= south && lat <= north))
        current.push(area);
    }
    return current;
  }

  /** The areas that contain a place, border included. */
  holding(workspace: string, lon: number, lat: number): KnownArea[] {
    return this.near(workspace, lon, lat).filter(({ shape }) => shape.contains(lon, lat));
  }

  /** Applies a change unless a newer one for the area has been applied. */
  apply(change: AreaChange): void {
    const { areaId, revision, area } = change;
    if (revision <= (this.revisions.get(areaId) ?? 0)) return;
    this.revisions.set(areaId, revision);
    this.newest = Math.max(this.newest, revision);
    const home = this.workspaceOf.get(areaId) ?? area?.workspace;
    if (home === undefined) return;
    const known = this.knownOf(home);
    if (area === undefined) {
      known.areas.delete(areaId);
      known.unindexed.delete(areaId);
      this.workspaceOf.delete(areaId);
      if (known.areas.size === 0) this.workspaces.delete(home);
    } else {
      const { geometry, ...rest } = area;
      const made: KnownArea = {
        ...rest,
        shape: new AreaShape(geometry),
        outlineSince: Date.parse(area.outlineUpdatedAt),
        changed: area.outlineUpdatedAt !== area.createdAt,
      };
      known.areas.set(areaId, made);
      known.unindexed.set(areaId, made);
      this.workspaceOf.set(areaId, home);
    }
  }

  private knownOf(workspace: string): WorkspaceAreas {
    let known = this.workspaces.get(workspace);
    if (known === undefined)
      this.workspaces.set(workspace, (known = { areas: new Map(), index: new AreaIndex<KnownArea>([]), unindexed: new Map() }));
    return known;
  }
}

function build(known: WorkspaceAreas): void {
  known.index = new AreaIndex(known.areas.values());
  known.unindexed = new Map();
}
