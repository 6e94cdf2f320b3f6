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

/** A part of the world that is asked about. */
export interface Region {
  /** They hold all of it, and perhaps more. */
  boxes: readonly Box[];
  holds(position: RegionPosition): boolean;
  /** The same as areas are judged. */
  outline: Outline;
}

const METRES_A_DEGREE = 110_500;

/** Its shape is not asked where the box itself can tell. */
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

/** The boxes of a region with so much room around them. */
export function widened({ boxes, ...region }: Region, metres: number): Region {
  const angle = metres / METRES_A_DEGREE;
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
