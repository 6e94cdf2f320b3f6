import type { SchemaObject } from '@nestjs/swagger';
import { MAX_RADIUS_M, MAX_VERTICES } from '#geofence/geometry.js';
import { list, number, open, ref, string } from './schema-words.js';

const SHAPES = ['Polygon', 'MultiPolygon', 'Circle'] as const;
const position = list(number(), { minItems: 2 });
const ring = list(position, { minItems: 4, maxItems: MAX_VERTICES });
const rings = list(ring, { minItems: 1 });
const type = (shape: (typeof SHAPES)[number]): SchemaObject => string({ enum: [shape], description: 'Kind of the shape.' });

/** The outline of an area, as it is sent and answered. */
export const AREA_GEOMETRY_SCHEMAS: Readonly<Record<string, SchemaObject>> = {
  AreaGeometry: {
    description: 'Where an area is: a GeoJSON Polygon or MultiPolygon (RFC 7946), or a circle. Answers have outer rings counter-clockwise, and longitudes beyond 180 where the outline crosses the antimeridian.',
    oneOf: SHAPES.map((shape) => ref(`Area${shape}`)),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(SHAPES.map((shape) => [shape, ref(`Area${shape}`).$ref])) },
  },
  AreaPolygon: { ...open({ type: type('Polygon'), coordinates: { ...rings, description: 'The outer ring, then its holes. A ring is a list of positions, each [longitude, latitude] in degrees; the last one is the first again.' } }), description: 'A GeoJSON Polygon.' },
  AreaMultiPolygon: { ...open({ type: type('MultiPolygon'), coordinates: list(rings, { minItems: 1, description: 'Polygons, each with its outer ring and its holes.' }) }), description: 'A GeoJSON MultiPolygon.' },
  AreaCircle: {
    ...open({
      type: type('Circle'),
      center: { ...position, description: 'Longitude and latitude in degrees.' },
      radius: number({ minimum: 0, exclusiveMinimum: true, maximum: MAX_RADIUS_M, description: 'Metres over the ground.' }),
    }),
    description: 'All points within a distance of a centre.',
  },
};
