import type { Narrowing } from '#identity/caller.js';
import { fieldInside } from '#identity/narrowing.js';
import { heldField } from '#object-rules/field-record.js';
import type { FieldState, ObjectState } from '#object-rules/object.js';
import { boxOfShares, cellShare, EXTENT, pointIn, shareOf, type Tile } from '../space/tile.js';

/** A point of a layer, in units of the tile. */
export interface TileFeature {
  point: [number, number];
  properties: Record<string, string | number | boolean>;
}

/** Number of objects of a type in a cell; type `''` for objects without one. */
export interface CountedCell {
  cell: number;
  type: string;
  count: number;
}

/** Number of objects in a cluster of cells with a category of the field that colours the view. */
export interface ClusterCategory {
  cluster: number;
  category: string;
  count: number;
}

export interface PlacedObject {
  lat: number;
  lon: number;
  type: string | null;
  category: string | null;
}

/** Clusters per side of a tile. */
const CLUSTERS_ACROSS = 8;
const CLUSTER_LEVELS = Math.log2(CLUSTERS_ACROSS);
/** Most types, and categories, that a cluster lists; the others are only included in its count. */
export const NAMED = 5;
/** Longer names are left out: no map has such an icon, and a thousand of them would make a tile large. */
const MAX_ICON_CHARACTERS = 64;
/** Number fields with the heading; the first existing one is used. */
export const HEADINGS = ['heading', 'course'];

/** The feature of one object, with only the properties that a map draws; undefined if the object is in another tile. */
export function objectFeature(
  tile: Tile,
  state: ObjectState,
  colour: string | undefined,
  narrowing: Narrowing | undefined,
): TileFeature | undefined {
  const point = pointIn(tile, shareOf(state.position.lat, state.position.lon));
  if (point === undefined) return undefined;
  const shown = (name: string): FieldState | undefined =>
    narrowing === undefined || fieldInside(narrowing, name) ? heldField(state.fields, name) : undefined;
  const heading = HEADINGS.map((name) => shown(name)?.value).find((value) => typeof value === 'number');
  const category = colour === undefined ? undefined : categoryOf(shown(colour));
  return {
    point,
    properties: {
      id: state.externalId,
      ...(state.title !== undefined && { title: state.title }),
      ...(state.type !== undefined && { type: state.type }),
      ...(state.icon !== undefined && state.icon.length <= MAX_ICON_CHARACTERS && { icon: state.icon }),
      // A time in seconds since 1970, since an age would be wrong once the tile is cached.
      observedAt: Math.floor(Date.parse(state.position.observedAt) / 1000),
      ...(heading !== undefined && { heading }),
      ...(category !== undefined && { category }),
    },
  };
}

function categoryOf(field: FieldState | undefined): string | number | undefined {
  const value = field?.value;
  return typeof value === 'object' && value !== null ? value.categoryName : (value ?? undefined);
}

class Cluster {
  private count = 0;
  private readonly types = new Map<string, number>();
  private readonly categories = new Map<string, number>();
  private sumX = 0;
  private sumY = 0;
  private west = 1;
  private north = 1;
  private east = 0;
  private south = 0;

  /** @param side of the cell that contains the objects; 0 if they are all at the point */
  add(share: { x: number; y: number }, side: number, type: string, count: number): void {
    this.count += count;
    this.types.set(type, (this.types.get(type) ?? 0) + count);
    this.sumX += (share.x + side / 2) * count;
    this.sumY += (share.y + side / 2) * count;
    this.west = Math.min(this.west, share.x);
    this.north = Math.min(this.north, share.y);
    this.east = Math.max(this.east, share.x + side);
    this.south = Math.max(this.south, share.y + side);
  }

  categorise(category: string, count: number): void {
    this.categories.set(category, (this.categories.get(category) ?? 0) + count);
  }

  feature(tile: Tile, more: TileFeature['properties'] = {}): TileFeature | undefined {
    const point = pointIn(tile, { x: this.sumX / this.count, y: this.sumY / this.count });
    if (point === undefined) return undefined;
    const { west, south, east, north } = boxOfShares({ x: this.west, y: this.north }, { x: this.east, y: this.south });
    const named = { ...commonest('type', 'types', this.types), ...commonest('category', 'categories', this.categories) };
    return {
      point,
      properties: {
        count: this.count,
        ...named,
        west,
        south,
        east,
        north,
        splits: this.east > this.west || this.south > this.north,
        ...more,
      },
    };
  }
}

/** Properties for the most common value, and for the most common ones with their counts. */
function commonest(one: string, many: string, counts: ReadonlyMap<string, number>): TileFeature['properties'] {
  const found = [...counts]
    .filter(([name]) => name !== '')
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, NAMED);
  return found.length === 0 ? {} : { [one]: found[0]![0], [many]: JSON.stringify(Object.fromEntries(found)) };
}

/** Number of zoom levels between a cluster and its cells. */
export const levelsToCluster = (tile: Tile, zoom: number): number => Math.max(0, zoom - tile.z - CLUSTER_LEVELS);

/** Clusters from counts by cell, at a zoom at least as fine as the tile's. A cluster's position is the weighted centre of its cells. */
export function clustersOfCells(
  tile: Tile,
  zoom: number,
  cells: readonly CountedCell[],
  categories: readonly ClusterCategory[],
): TileFeature[] {
  const step = 4 ** levelsToCluster(tile, zoom);
  const clusters = gathered(
    cells,
    ({ cell }) => Math.floor(cell / step),
    (cluster, { cell, type, count }) => {
      const { side, ...share } = cellShare(zoom, cell);
      cluster.add(share, side, type, count);
    },
  );
  // Categories are read after the cells, so their cluster may be missing.
  for (const { cluster, category, count } of categories) clusters.get(cluster)?.categorise(category, count);
  return featuresOf(tile, clusters);
}

/** Clusters from the objects themselves. */
export function clustersOfObjects(tile: Tile, objects: readonly PlacedObject[]): TileFeature[] {
  const inside = objects.flatMap((object) => {
    const share = shareOf(object.lat, object.lon);
    const point = pointIn(tile, share);
    return point === undefined ? [] : [{ share, point, object }];
  });
  const side = EXTENT / CLUSTERS_ACROSS;
  return featuresOf(
    tile,
    gathered(
      inside,
      ({ point: [x, y] }) => Math.floor(y / side) * CLUSTERS_ACROSS + Math.floor(x / side),
      (cluster, { share, object }) => addTo(cluster, share, object),
    ),
  );
}

/** Clusters for more objects than can be examined: positions of some of them, with the counts marked as a minimum. */
export function crowdOf(tile: Tile, objects: readonly PlacedObject[]): TileFeature[] {
  const crowd = new Cluster();
  for (const object of objects) addTo(crowd, shareOf(object.lat, object.lon), object);
  const feature = crowd.feature(tile, { atLeast: true });
  return feature === undefined ? [] : [feature];
}

function addTo(cluster: Cluster, share: { x: number; y: number }, { type, category }: PlacedObject): void {
  cluster.add(share, 0, type ?? '', 1);
  if (category !== null) cluster.categorise(category, 1);
}

function gathered<T>(parts: readonly T[], keyOf: (part: T) => number, add: (cluster: Cluster, part: T) => void): Map<number, Cluster> {
  const clusters = new Map<number, Cluster>();
  for (const part of parts) {
    const key = keyOf(part);
    let cluster = clusters.get(key);
    if (cluster === undefined) clusters.set(key, (cluster = new Cluster()));
    add(cluster, part);
  }
  return clusters;
}

function featuresOf(tile: Tile, clusters: ReadonlyMap<number, Cluster>): TileFeature[] {
  return [...clusters].sort(([a], [b]) => a - b).flatMap(([, cluster]) => cluster.feature(tile) ?? []);
}
