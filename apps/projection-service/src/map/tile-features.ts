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

/** Objects of a cell by type; `''`: without one. */
export interface CountedCell {
  cell: number;
  type: string;
  count: number;
}

export interface PlacedObject {
  lat: number;
  lon: number;
  type: string | null;
}

/** Clusters to a side of a tile. */
const CLUSTERS_ACROSS = 8;
const CLUSTER_LEVELS = Math.log2(CLUSTERS_ACROSS);
/** Types that a cluster names; the others are in its count. */
const NAMED_TYPES = 5;
const HEADINGS = ['heading', 'course'];

/** One object as a map draws it: no more than that, the rest is at its own address. Undefined: it is in another tile. */
export function objectFeature(tile: Tile, state: ObjectState, colour: string | undefined, narrowing: Narrowing | undefined): TileFeature | undefined {
  const point = pointIn(tile, shareOf(state.position.lat, state.position.lon));
  if (point === undefined) return undefined;
  const shown = (name: string): FieldState | undefined => (narrowing === undefined || fieldInside(narrowing, name) ? heldField(state.fields, name) : undefined);
  const heading = HEADINGS.map((name) => shown(name)?.value).find((value) => typeof value === 'number');
  const category = colour === undefined ? undefined : categoryOf(shown(colour));
  return {
    point,
    properties: {
      id: state.externalId,
      ...(state.title !== undefined && { title: state.title }),
      ...(state.type !== undefined && { type: state.type }),
      // Seconds since 1970: an age would be wrong as soon as the tile is kept.
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
  private sumX = 0;
  private sumY = 0;
  private west = 1;
  private north = 1;
  private east = 0;
  private south = 0;

  /** @param side of the cell in which they are somewhere; 0: they are all there */
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

  feature(tile: Tile, more: TileFeature['properties'] = {}): TileFeature | undefined {
    const point = pointIn(tile, { x: this.sumX / this.count, y: this.sumY / this.count });
    if (point === undefined) return undefined;
    const { west, south, east, north } = boxOfShares({ x: this.west, y: this.north }, { x: this.east, y: this.south });
    const types = [...this.types].filter(([type]) => type !== '').sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, NAMED_TYPES);
    return {
      point,
      properties: { count: this.count, ...(types.length > 0 && { type: types[0]![0], types: JSON.stringify(Object.fromEntries(types)) }), west, south, east, north, splits: this.east > this.west || this.south > this.north, ...more },
    };
  }
}

/** Of numbers by cell of a zoom that is not coarser than the tile's. Their places are the middles of the cells, weighted. */
export function clustersOfCells(tile: Tile, zoom: number, cells: readonly CountedCell[]): TileFeature[] {
  const step = 4 ** Math.max(0, zoom - tile.z - CLUSTER_LEVELS);
  return clustered(tile, cells, ({ cell }) => Math.floor(cell / step), (cluster, { cell, type, count }) => {
    const { side, ...share } = cellShare(zoom, cell);
    cluster.add(share, side, type, count);
  });
}

/** Of the objects themselves. */
export function clustersOfObjects(tile: Tile, objects: readonly PlacedObject[]): TileFeature[] {
  const inside = objects.flatMap(({ lat, lon, type }) => {
    const share = shareOf(lat, lon);
    const point = pointIn(tile, share);
    return point === undefined ? [] : [{ share, point, type: type ?? '' }];
  });
  const side = EXTENT / CLUSTERS_ACROSS;
  return clustered(tile, inside, ({ point: [x, y] }) => Math.floor(y / side) * CLUSTERS_ACROSS + Math.floor(x / side), (cluster, { share, type }) => cluster.add(share, 0, type, 1));
}

/** Of more objects than are looked at one by one: where some of them are, and that there are more. */
export function crowdOf(tile: Tile, objects: readonly PlacedObject[]): TileFeature[] {
  const crowd = new Cluster();
  for (const { lat, lon, type } of objects) crowd.add(shareOf(lat, lon), 0, type ?? '', 1);
  const feature = crowd.feature(tile, { atLeast: true });
  return feature === undefined ? [] : [feature];
}

function clustered<T>(tile: Tile, parts: readonly T[], keyOf: (part: T) => number, add: (cluster: Cluster, part: T) => void): TileFeature[] {
  const clusters = new Map<number, Cluster>();
  for (const part of parts) {
    const key = keyOf(part);
    let cluster = clusters.get(key);
    if (cluster === undefined) clusters.set(key, (cluster = new Cluster()));
    add(cluster, part);
  }
  return [...clusters].sort(([a], [b]) => a - b).flatMap(([, cluster]) => cluster.feature(tile) ?? []);
}
