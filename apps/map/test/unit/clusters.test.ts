import { describe, expect, it } from 'vitest';
import { clustered, type ClusterFeature, clusterZoom, type CountedPlace, type DrawnFeature } from '../../src/map/clusters.js';
import type { ObjectFeature } from '../../src/map/object-features.js';

const object = (id: string, lon: number, lat: number, type = 'forklift'): ObjectFeature => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties: { id, title: '', type, observedAt: 0 },
});
const counted = (lon: number, lat: number, count: number, size = 0.01, type = 'van'): CountedPlace => ({
  lon,
  lat,
  properties: {
    count,
    type,
    types: JSON.stringify({ [type]: count }),
    west: lon - size,
    south: lat - size,
    east: lon + size,
    north: lat + size,
  },
});
const clustersOf = (features: readonly DrawnFeature[]): ClusterFeature[] =>
  features.filter((feature): feature is ClusterFeature => 'count' in feature.properties);

/** Position of a drawn feature in pixels of the world, and its radius. */
function drawnAt({ geometry, properties }: DrawnFeature, zoom: number): { x: number; y: number; radius: number } {
  const [lon, lat] = geometry.coordinates as [number, number];
  const world = 512 * 2 ** zoom;
  const y = (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2;
  const power = 'count' in properties ? Math.log10(properties.count) : undefined;
  const radius = power === undefined ? 12 : 3 + (power <= 2 ? 13 + (5 * power) / 2 : 18 + (12 * (power - 2)) / 3);
  return { x: ((lon + 180) / 360) * world, y: y * world, radius };
}

describe('clusters of a view', () => {
  it('lets nothing that is drawn touch anything else, at any zoom and density, and loses no object', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const fleet = Array.from({ length: 1500 }, (_, n) =>
      object(`o${n}`, n % 3 === 0 ? random() * 0.002 : random() * 8, 50 + (n % 3 === 0 ? random() * 0.002 : random() * 8)),
    );
    const places = Array.from({ length: 60 }, () => counted(random() * 20, 45 + random() * 20, 1 + Math.floor(random() * 900)));
    for (const zoom of [2.3, 5, 7.9, 11.5, 15]) {
      const { features } = clustered(fleet, places, zoom);
      const at = features.map((feature) => drawnAt(feature, clusterZoom(zoom)));
      const touching: string[] = [];
      for (let a = 0; a < at.length; a++)
        for (let b = 0; b < a; b++)
          if (Math.hypot(at[a]!.x - at[b]!.x, at[a]!.y - at[b]!.y) <= at[a]!.radius + at[b]!.radius)
            touching.push(`${zoom}: ${features[a]!.id} and ${features[b]!.id}`);
      expect(touching).toEqual([]);
      expect(features.reduce((sum, { properties }) => sum + ('count' in properties ? properties.count : 1), 0)).toBe(
        fleet.length + places.reduce((sum, { properties }) => sum + properties.count, 0),
      );
    }
  });

  it('makes one circle of a few objects on one spot, names its members and its commonest type, and takes it apart closer by', () => {
    const fleet = [object('a', 0, 50), object('b', 0.0005, 50, 'van'), object('c', 0, 50.0005), object('far', 3, 50)];
    const { features, members } = clustered(fleet, [], 10);
    const [cluster] = clustersOf(features);
    expect(features).toHaveLength(2);
    expect(cluster!.properties).toMatchObject({
      count: 3,
      type: 'forklift',
      types: '{"forklift":2,"van":1}',
      west: 0,
      east: 0.0005,
      splits: true,
    });
    expect(members.get(cluster!.id)).toEqual(['a', 'b', 'c']);
    expect(clustered(fleet, [], 18).features).toEqual(fleet);
  });

  it('marks objects that no zoom separates as not splitting', () => {
    const { features } = clustered([object('a', 0, 50), object('b', 0.000002, 50)], [], 22);
    expect(clustersOf(features)[0]!.properties).toMatchObject({ count: 2, splits: false });
  });

  it('merges counts from the server with objects next to them, so that no heap is shown next to a cluster', () => {
    const heap = Array.from({ length: 800 }, (_, n) => object(`o${n}`, -3.7 + n / 8000, 40.4));
    const { features, members } = clustered(heap, [counted(2.3, 48.9, 500), counted(2.4, 48.9, 198)], 3.4);
    expect(
      clustersOf(features)
        .map(({ properties: { count } }) => count)
        .sort(),
    ).toEqual([698, 800]);
    expect(features).toHaveLength(2);
    // The ids of objects that the server has only counted are unknown.
    expect(
      clustersOf(features)
        .map(({ id }) => members.has(id))
        .sort(),
    ).toEqual([false, true]);
  });

  it('draws one object that the server has only counted as an object, whose box says where to look for it', () => {
    const { features } = clustered([], [counted(2, 48, 1)], 5);
    expect(features[0]!.properties).toMatchObject({ id: '', type: 'van', west: 1.99, north: 48.01 });
    expect(clustersOf(features)).toEqual([]);
  });
});
