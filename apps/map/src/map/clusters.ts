import type { ObjectFeature } from './object-features.js';

/** Several objects that the map draws as one circle. */
export interface ClusterProperties {
  /** Id of the drawn feature: `cluster:` and the id of one of its members. */
  clusterId: string;
  count: number;
  /** The most frequent type and category, and the most frequent ones with their counts as JSON, as in the server's tiles. */
  type?: string;
  category?: string;
  types?: string;
  categories?: string;
  west: number;
  south: number;
  east: number;
  north: number;
  /** False if zooming in does not split it. */
  splits: boolean;
}

export type ClusterFeature = GeoJSON.Feature<GeoJSON.Point, ClusterProperties> & { id: string };
export type DrawnFeature = ObjectFeature | ClusterFeature;

/** A cluster in the server's tiles: the mean position of its objects, and their known properties. */
export interface CountedPlace {
  lon: number;
  lat: number;
  properties: Pick<ClusterProperties, 'count' | 'type' | 'category' | 'types' | 'categories' | 'west' | 'south' | 'east' | 'north'>;
}

export interface Clustered {
  features: DrawnFeature[];
  /** Ids of the members of each cluster, if known. */
  members: ReadonlyMap<string, readonly string[]>;
}

const WORLD_PX = 512;
/** Pixels: objects closer than this form a cluster. */
const NEAR = 40;
/** Pixels between the edges of two circles, or of a circle and a marker. */
const GAP = 4;
const MARKER_RADIUS = 13;
/** Clusters are not split beyond this zoom, because positions are not more precise. */
export const CLOSEST_SPLIT = 19;
/** Most types and categories listed in a cluster. */
const NAMED = 5;
const MAX_PASSES = 10;

/** Radius of a cluster's circle in pixels, without its border, by the power of ten of its count. */
export const CLUSTER_RADII = [
  [0, 13],
  [2, 18],
  [5, 30],
] as const;
export const CLUSTER_EDGE = 3;

/** Zoom in steps: clusters do not change within a step. */
export const clusterZoom = (zoom: number): number => Math.floor(zoom * 2) / 2;

/**
 * Forms clusters of everything that would overlap on the screen, for the whole view at once, so that no drawn symbols touch. If a server's
 * tile has counts instead of objects, the counts are merged in the same way.
 */
export function clustered(objects: Iterable<ObjectFeature>, counted: Iterable<CountedPlace>, zoom: number): Clustered {
  const scale = WORLD_PX * 2 ** clusterZoom(zoom);
  let groups: Group[] = [];
  for (const object of objects) groups.push(groupOf(object, scale));
  for (const place of counted) groups.push(groupOfCounted(place, scale));
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const merged = mergeClose(groups);
    if (merged.length === groups.length) break;
    groups = merged;
  }
  const members = new Map<string, readonly string[]>();
  const features = groups.map((group) => {
    if (group.single !== undefined) return group.single;
    const feature = featureOfGroup(group, scale);
    if (group.counted.length === 0)
      members.set(
        feature.id,
        group.objects.map(({ id }) => id),
      );
    return feature;
  });
  return { features, members };
}

/** The content of one drawn place. */
interface Group {
  x: number;
  y: number;
  count: number;
  radius: number;
  /** The object itself if it is the only one. */
  single: ObjectFeature | undefined;
  objects: ObjectFeature[];
  counted: CountedPlace[];
}

function groupOf(object: ObjectFeature, scale: number): Group {
  const [lon, lat] = object.geometry.coordinates as [number, number];
  return {
    x: shareX(lon) * scale,
    y: shareY(lat) * scale,
    count: 1,
    radius: MARKER_RADIUS,
    single: object,
    objects: [object],
    counted: [],
  };
}

function groupOfCounted(place: CountedPlace, scale: number): Group {
  const { count } = place.properties;
  return {
    x: shareX(place.lon) * scale,
    y: shareY(place.lat) * scale,
    count,
    radius: count === 1 ? MARKER_RADIUS : radiusOf(count),
    single: count === 1 ? placeholderOf(place) : undefined,
    objects: [],
    counted: [place],
  };
}

/** A single object that the server has only counted: it is drawn, and looked up when somebody clicks on it. */
function placeholderOf({ lon, lat, properties }: CountedPlace): ObjectFeature {
  const { type = '', category, west, south, east, north } = properties;
  const id = `counted:${west},${south},${east},${north}`;
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      id: '',
      title: '',
      type,
      ...(category !== undefined && { category }),
      observedAt: Number.MAX_SAFE_INTEGER,
      west,
      south,
      east,
      north,
    },
  };
}

/** Each group absorbs the groups that it touches, largest first, then in the given order. */
function mergeClose(groups: readonly Group[]): Group[] {
  const side = 2 * groups.reduce((widest, { radius }) => Math.max(widest, radius), NEAR / 2) + GAP;
  const cells = new Map<number, Group[]>();
  const keyOf = (column: number, row: number): number => column * 0x400_0000 + row;
  for (const group of groups) {
    const key = keyOf(Math.floor(group.x / side), Math.floor(group.y / side));
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [group]);
    else cell.push(group);
  }
  const taken = new Set<Group>();
  const merged: Group[] = [];
  for (const group of groups.some(({ count }) => count > 1) ? [...groups].sort((a, b) => b.count - a.count) : groups) {
    if (taken.has(group)) continue;
    taken.add(group);
    const together = [group];
    const [column, row] = [Math.floor(group.x / side), Math.floor(group.y / side)];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const other of cells.get(keyOf(column + dx, row + dy)) ?? []) {
          if (taken.has(other)) continue;
          const reach = Math.max(NEAR, group.radius + other.radius + GAP);
          if ((group.x - other.x) ** 2 + (group.y - other.y) ** 2 >= reach ** 2) continue;
          taken.add(other);
          together.push(other);
        }
    merged.push(together.length === 1 ? group : joined(together));
  }
  return merged;
}

function joined(groups: readonly Group[]): Group {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const mean = (of: (group: Group) => number): number => groups.reduce((sum, group) => sum + of(group) * group.count, 0) / count;
  return {
    x: mean(({ x }) => x),
    y: mean(({ y }) => y),
    count,
    radius: radiusOf(count),
    single: undefined,
    objects: groups.flatMap(({ objects }) => objects),
    counted: groups.flatMap(({ counted }) => counted),
  };
}

function featureOfGroup({ x, y, count, objects, counted }: Group, scale: number): ClusterFeature {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  const extend = (west: number, south: number, east: number, north: number): void => {
    box.west = Math.min(box.west, west);
    box.south = Math.min(box.south, south);
    box.east = Math.max(box.east, east);
    box.north = Math.max(box.north, north);
  };
  const types = new Map<string, number>();
  const categories = new Map<string, number>();
  for (const { geometry, properties } of objects) {
    const [lon, lat] = geometry.coordinates as [number, number];
    extend(lon, lat, lon, lat);
    add(types, properties.type, 1);
    add(categories, properties.category ?? '', 1);
  }
  for (const { properties } of counted) {
    extend(properties.west, properties.south, properties.east, properties.north);
    for (const [name, n] of countsOf(properties.types, properties.type, properties.count)) add(types, name, n);
    for (const [name, n] of countsOf(properties.categories, properties.category, properties.count)) add(categories, name, n);
  }
  const closest = WORLD_PX * 2 ** CLOSEST_SPLIT;
  const across = Math.max(shareX(box.east) - shareX(box.west), shareY(box.south) - shareY(box.north)) * closest;
  const clusterId = `cluster:${objects[0]?.id ?? `${counted[0]!.properties.west},${counted[0]!.properties.south}`}`;
  return {
    type: 'Feature',
    id: clusterId,
    geometry: { type: 'Point', coordinates: [(x / scale) * 360 - 180, latOf(y / scale)] },
    properties: {
      clusterId,
      count,
      ...commonest('type', 'types', types),
      ...commonest('category', 'categories', categories),
      ...box,
      splits: across > NEAR,
    },
  };
}

/** The counts by type or category that a cluster of the server has; it names the most frequent one alone. */
const countsOf = (many: string | undefined, one: string | undefined, count: number): [string, number][] =>
  many !== undefined ? Object.entries(JSON.parse(many) as Record<string, number>) : one !== undefined ? [[one, count]] : [];

function add(counts: Map<string, number>, name: string, n: number): void {
  if (name !== '') counts.set(name, (counts.get(name) ?? 0) + n);
}

function commonest(
  one: 'type' | 'category',
  many: 'types' | 'categories',
  counts: ReadonlyMap<string, number>,
): Partial<ClusterProperties> {
  const found = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, NAMED);
  return found.length === 0 ? {} : { [one]: found[0]![0], [many]: JSON.stringify(Object.fromEntries(found)) };
}

function radiusOf(count: number): number {
  const power = Math.log10(count);
  const above = CLUSTER_RADII.findIndex(([at]) => at >= power);
  if (above === -1) return CLUSTER_RADII.at(-1)![1] + CLUSTER_EDGE;
  if (above === 0) return CLUSTER_RADII[0][1] + CLUSTER_EDGE;
  const [[from, small], [to, large]] = [CLUSTER_RADII[above - 1]!, CLUSTER_RADII[above]!];
  return small + ((large - small) * (power - from)) / (to - from) + CLUSTER_EDGE;
}

/** Of Web Mercator, from the west and from the north. */
const shareX = (lon: number): number => (lon + 180) / 360;
const shareY = (lat: number): number => (1 - Math.asinh(Math.tan((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)) / Math.PI) / 2;
const latOf = (share: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;
