import { checkGeometry } from '#geofence/check-geometry.js';
import type { Geometry } from '#geofence/geometry.js';
import type { Schemas } from '../../api/api.js';
import { ringAround } from '../../map/object-features.js';

export interface ImportedFeature {
  name: string;
  /** Type of the geometry. */
  kind: string;
  category: string;
  /** `name`: no name; `radius`: a point without radius; otherwise a fault of the geometry; undefined: no fault found. */
  fault: string | undefined;
}

export interface ImportFile {
  collection: GeoJSON.FeatureCollection;
  features: readonly ImportedFeature[];
}

/** @returns undefined if the text is not a FeatureCollection */
export function readImport(text: string): ImportFile | undefined {
  let collection: GeoJSON.FeatureCollection;
  try {
    collection = JSON.parse(text) as GeoJSON.FeatureCollection;
  } catch {
    return undefined;
  }
  if (collection?.type !== 'FeatureCollection' || !Array.isArray(collection.features)) return undefined;
  return { collection, features: collection.features.map(featureOf) };
}

function featureOf({ geometry, properties }: GeoJSON.Feature): ImportedFeature {
  const { name, category, radius } = (properties ?? {}) as { name?: unknown; category?: unknown; radius?: unknown };
  const kind = String((geometry as { type?: unknown } | null)?.type ?? '–');
  const shape = geometry?.type === 'Point' ? { type: 'Circle', center: geometry.coordinates, radius } : geometry;
  const checked = checkGeometry(shape);
  const fault =
    typeof name !== 'string' || name.trim() === ''
      ? 'name'
      : kind === 'Point' && typeof radius !== 'number'
        ? 'radius'
        : 'fault' in checked
          ? checked.fault.detail
          : undefined;
  return { name: typeof name === 'string' ? name : '', kind, category: typeof category === 'string' ? category : '', fault };
}

/** The features of a file that can be drawn: polygons, and points with a radius as rings. */
export function outlinesOf(collection: GeoJSON.FeatureCollection | undefined): GeoJSON.FeatureCollection {
  const features = (collection?.features ?? []).flatMap((feature): GeoJSON.Feature[] => {
    const { geometry, properties } = feature;
    if (geometry?.type === 'Point' && typeof properties?.radius === 'number')
      return [ringAround(geometry.coordinates[1]!, geometry.coordinates[0]!, properties.radius)];
    return geometry !== null && !('fault' in checkGeometry(geometry)) ? [feature] : [];
  });
  return { type: 'FeatureCollection', features };
}

/** Areas as a file that can be imported again: circles as points with the property `radius`. */
export function exportOf(areas: readonly Schemas['Area'][]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: areas.map(({ name, category, floor, dwellSeconds, absentSeconds, confirmSeconds, geometry }) => {
      const shape = geometry as unknown as Geometry;
      const properties = { name, category, floor, dwellSeconds, absentSeconds, confirmSeconds };
      if (shape.type === 'Circle')
        return {
          type: 'Feature',
          properties: { ...properties, radius: shape.radius },
          geometry: { type: 'Point', coordinates: [...shape.center] },
        };
      return { type: 'Feature', properties, geometry: shape as unknown as GeoJSON.Geometry };
    }),
  };
}
