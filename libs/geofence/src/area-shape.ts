import { boxesOf, type LonLatBox, MIN_DEGREE_M } from './boxes.js';
import { ringBounds } from './check-ring.js';
import { degreesM, distanceM } from './distance.js';
import type { Geometry, PolygonRings, Ring } from './geometry.js';
import { flatRing, type Where, whereInFlatRing } from './where-in-ring.js';

const TURNS = [-360, 0, 360];

/** One polygon as flat rings; its longitudes increase continuously from its west, which is in -180…180. */
interface Piece {
  readonly bounds: LonLatBox;
  readonly rings: readonly Float64Array[];
}

/** A geometry prepared for queries. It must have passed `checkGeometry`. The border counts as inside. */
export class AreaShape {
  /** Boxes that contain the area, cut at the antimeridian. */
  readonly boxes: readonly LonLatBox[];
  private readonly circle: { lon: number; lat: number; radius: number } | undefined;
  private readonly pieces: readonly Piece[];

  constructor(geometry: Geometry) {
    this.boxes = boxesOf(geometry);
    if (geometry.type === 'Circle') this.circle = { lon: geometry.center[0], lat: geometry.center[1], radius: geometry.radius };
    this.pieces =
      geometry.type === 'Circle' ? [] : (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map(pieceOf);
  }

  contains(lon: number, lat: number): boolean {
    if (this.circle) return distanceM(lon, lat, this.circle.lon, this.circle.lat) <= this.circle.radius;
    if (Math.abs(lat) === 90) return this.holdsPole(lat);
    for (const piece of this.pieces) {
      const { west, south, east, north } = piece.bounds;
      if (lat < south || lat > north) continue;
      for (const turn of TURNS) {
        const turned = lon + turn;
        if (turned >= west && turned <= east && whereInPiece(turned, lat, piece) !== 'outside') return true;
      }
    }
    return false;
  }

  /** `border` if the border is nearer than `metres` (0: never); otherwise whether the point is inside or outside. */
  whereIs(lon: number, lat: number, metres: number): Where {
    if (this.circle === undefined) return this.borderWithin(lon, lat, metres) ? 'border' : this.contains(lon, lat) ? 'inside' : 'outside';
    const { lon: centerLon, lat: centerLat, radius } = this.circle;
    // No distance is shorter than along a meridian, and that needs no ellipsoid.
    if (Math.abs(lat - centerLat) * MIN_DEGREE_M > radius + metres) return 'outside';
    const beyond = distanceM(lon, lat, centerLon, centerLat) - radius;
    if (metres > 0 && Math.abs(beyond) < metres) return 'border';
    return beyond <= 0 ? 'inside' : 'outside';
  }

  /**
   * Whether the border is nearer than `metres`, by flat geometry around the point; the error is at most a thousandth within about 100 km.
   */
  borderWithin(lon: number, lat: number, metres: number): boolean {
    if (metres <= 0) return false;
    if (this.circle) return Math.abs(distanceM(lon, lat, this.circle.lon, this.circle.lat) - this.circle.radius) < metres;
    const latReach = metres / MIN_DEGREE_M;
    let scale: [lon: number, lat: number] | undefined;
    for (const { bounds, rings } of this.pieces) {
      if (lat < bounds.south - latReach || lat > bounds.north + latReach) continue;
      scale ??= degreesM(lat);
      const lonReach = metres / scale[0];
      for (const turn of TURNS) {
        const turned = lon + turn;
        if (turned < bounds.west - lonReach || turned > bounds.east + lonReach) continue;
        for (const ring of rings) if (ringWithin(ring, turned, lat, metres, scale)) return true;
      }
    }
    return false;
  }

  /** At a pole, all longitudes are the same place. */
  private holdsPole(lat: number): boolean {
    return this.pieces.some(({ bounds }) => (lat > 0 ? bounds.north === 90 : bounds.south === -90));
  }
}

function pieceOf([outer, ...holes]: PolygonRings): Piece {
  return { bounds: ringBounds(outer!), rings: [outer!, ...holes].map((ring: Ring) => flatRing(ring)) };
}

function whereInPiece(lon: number, lat: number, { rings }: Piece): Where {
  const where = whereInFlatRing(lon, lat, rings[0]!);
  if (where !== 'inside') return where;
  for (let number = 1; number < rings.length; number++) {
    const inHole = whereInFlatRing(lon, lat, rings[number]!);
    if (inHole === 'border') return 'border';
    if (inHole === 'inside') return 'outside';
  }
  return 'inside';
}

function ringWithin(flat: Float64Array, lon: number, lat: number, metres: number, [lonM, latM]: [number, number]): boolean {
  const limit = metres * metres;
  for (let at = 0; at + 3 < flat.length; at += 2) {
    const x = (flat[at]! - lon) * lonM;
    const y = (flat[at + 1]! - lat) * latM;
    const toY = (flat[at + 3]! - lat) * latM;
    if ((y > metres && toY > metres) || (y < -metres && toY < -metres)) continue;
    const dx = (flat[at + 2]! - lon) * lonM - x;
    const dy = toY - y;
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / length));
    if ((x + along * dx) ** 2 + (y + along * dy) ** 2 < limit) return true;
  }
  return false;
}
