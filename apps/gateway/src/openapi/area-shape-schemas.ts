import type { SchemaObject } from '@nestjs/swagger';
import { MAX_RADIUS_M, MAX_VERTICES } from '#geofence/geometry.js';
import { integer, list, nullable, number, open, positive, type Properties, ref, string } from './schema-words.js';

const SHAPES = ['Polygon', 'MultiPolygon', 'Circle'] as const;
const position = list(number(), { minItems: 2 });
const ring = list(position, { minItems: 4, maxItems: MAX_VERTICES });
const rings = list(ring, { minItems: 1 });
const radius = positive({ maximum: MAX_RADIUS_M, description: 'Metres over the ground.' });
const always = (kind: string): SchemaObject => string({ enum: [kind], description: `Always ${kind}.` });
const lonLat = { ...position, description: 'Longitude and latitude in degrees.' };
/** An object whose `type` names its kind. */
const kindOf = (kind: string, description: string, properties: Properties): SchemaObject => ({
  ...open({ type: string({ enum: [kind], description: 'Kind of the shape.' }), ...properties }),
  description,
});
/** One of several shapes, distinguished by `type`. */
const oneOf = (shapes: readonly string[], description: string): SchemaObject => ({
  description,
  oneOf: shapes.map((shape) => ref(`Area${shape}`)),
  discriminator: { propertyName: 'type', mapping: Object.fromEntries(shapes.map((shape) => [shape, ref(`Area${shape}`).$ref])) },
});

const OUTER = 'Answers have outer rings counter-clockwise, and longitudes beyond 180 where the outline crosses the antimeridian.';
const RINGS =
  'The outer ring, then its holes. A ring is a list of positions, each [longitude, latitude] in degrees; the last one is the first again.';
const POLYGONS = 'Polygons, each with its outer ring and its holes.';
const CENTRE = 'The centre of a circle, whose `radius` is among the properties of the feature.';

/** The outlines of areas, and the features that areas are imported from. */
export const AREA_SHAPE_SCHEMAS: Readonly<Record<string, SchemaObject>> = {
  AreaGeometry: oneOf(SHAPES, `Where an area is: a GeoJSON Polygon or MultiPolygon (RFC 7946), or a circle. ${OUTER}`),
  AreaPolygon: kindOf('Polygon', 'A GeoJSON Polygon.', { coordinates: { ...rings, description: RINGS } }),
  AreaMultiPolygon: kindOf('MultiPolygon', 'A GeoJSON MultiPolygon.', { coordinates: list(rings, { minItems: 1, description: POLYGONS }) }),
  AreaCircle: kindOf('Circle', 'All points within a distance of a centre.', { center: lonLat, radius }),
  AreaPoint: kindOf('Point', CENTRE, { coordinates: lonLat }),
  AreaFeature: {
    ...open({ type: always('Feature'), geometry: ref('AreaFeatureGeometry'), properties: ref('AreaFeatureProperties') }),
    description: 'A GeoJSON Feature that becomes an area.',
  },
  AreaFeatureGeometry: oneOf([...SHAPES, 'Point'], 'Where the area is: an outline, or a point with `radius` among the properties.'),
  AreaFeatureProperties: {
    ...open(
      {
        name: string({ minLength: 1, description: 'Name of the area.' }),
        category: nullable(string({ description: 'Category of the area.' })),
        floor: ref('Floor'),
        radius: nullable({ ...radius, description: 'For a Point: radius in metres.' }),
        confirmSeconds: nullable(integer({ minimum: 0, maximum: 3600, description: 'As for an area.' })),
        dwellSeconds: nullable(integer({ minimum: 1, description: 'As for an area.' })),
        absentSeconds: nullable(integer({ minimum: 1, description: 'As for an area.' })),
      },
      ['name'],
    ),
    description: 'The properties of the area; others are ignored.',
  },
};

/** GeoJSON allows foreign members (RFC 7946, 6.1), which are ignored. */
export const AREA_COLLECTION: SchemaObject = open({
  type: always('FeatureCollection'),
  features: list(ref('AreaFeature'), { minItems: 1, maxItems: 1000, description: 'One for each area.' }),
});
