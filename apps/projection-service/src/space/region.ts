import { AreaShape } from '#geofence/area-shape.js';
import { cutAtAntimeridian } from '#geofence/boxes.js';
import type { Geometry } from '#geofence/geometry.js';
import type { Outline } from '#geofence/whereabouts.js';
import { type Box, contains } from './box.js';

export interface RegionPosition {
  lat: number;
  lon: number;
  floor?: string | number;
}

/** A part of the world in a query. */
export interface Region {
  /** Boxes that cover the region, and possibly more. */
  boxes: readonly Box[];
  holds(position: RegionPosition): boolean;
  /** The shape, checked like that of an area. */
  outline: Outline;
}

const METRES_PER_DEGREE = 110_500;

/** A region that is exactly a box, without an outline. */
export function boxRegion(box: Box): Region {
  return { boxes: [box], holds: ({ lat, lon }) => contains(box, lat, lon), outline: { shape: new AreaShape(ringOf(box)) } };
}

/** @param floor reports of another floor are outside */
export function shapeRegion(shape: AreaShape, floor?: string | number): Region {
  const holds = (position: RegionPosition): boolean =>
    (floor === undefined || position.floor === undefined || String(floor) === String(position.floor)) &&
    shape.contains(position.lon, position.lat);
  return { boxes: shape.boxes, holds, outline: { shape, floor } };
}

/** The boxes of a region, extended on all sides. */
export function widened({ boxes, ...region }: Region, metres: number): Region {
  const angle = metres / METRES_PER_DEGREE;
  const wide = boxes.flatMap(({ west, south, east, north }) => {
    const [low, high] = [Math.max(-90, south - angle), Math.min(90, north + angle)];
    const cosine = Math.cos((Math.max(Math.abs(low), Math.abs(high)) * Math.PI) / 180);
    const across = cosine < 0.01 ? 180 : angle / cosine;
    return cutAtAntimeridian({ west: west - across, south: low, east: (east < west ? east + 360 : east) + across, north: high });
  });
  return { ...region, boxes: wide };
}

function ringOf({ west, south, east, north }: Box): Geometry {
  const end = east < west ? east + 360 : east;
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [end, south],
        [end, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}
