import { boxesOf, type LonLatBox } from './boxes.js';
import { degreesM, distanceM } from './distance.js';
import type { Geometry, PolygonRings, Ring } from './geometry.js';
import { ringBounds } from './check-ring.js';
import { flatRing, whereInFlatRing, type Where } from './where-in-ring.js';

const TURNS = [-360, 0, 360];

/** One polygon as flat rings; its longitudes run on from its west, which is in -180…180. */
interface Piece {
  readonly bounds: LonLatBox;
  readonly rings: readonly Float64Array[];
}

/** A geometry, made ready to be asked. It must have passed `checkGeometry`. Border counts as inside. */
export class AreaShape {
  /** Boxes that hold it, cut at the antimeridian. */
  readonly boxes: readonly LonLatBox[];
  private readonly circle: { lon: number; lat: number; radius: number } | undefined;
  private readonly pieces: readonly Piece[];

  constructor(geometry: Geometry) {
    this.boxes = boxesOf(geometry);
    if (geometry.type === 'Circle') this.circle = { lon: geometry.center[0], lat: geometry.center[1], radius: geometry.radius };
    this.pieces = geometry.type === 'Circle' ? [] : (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map(pieceOf);
  }

  contains(lon: number, lat: number): boolean {
    if (this.circle) return distanceM(lon, lat, this.circle.lon, this.circle.lat) <= this.circle.radius;
    if (Math.abs(lat) === 90) return this.holdsPole(lat);
    return this.pieces.some((piece) => turnsOf(lon, piece.bounds).some((turned) => whereInPiece(turned, lat, piece) !== 'outside'));
  }

  /** Whether the border is nearer than `metres`; by flat geometry around the point, right to a thousandth within some 100 km. */
  borderWithin(lon: number, lat: number, metres: number): boolean {
    if (metres <= 0) return false;
    if (this.circle) return Math.abs(distanceM(lon, lat, this.circle.lon, this.circle.lat) - this.circle.radius) < metres;
    const scale = degreesM(lat);
    const [lonReach, latReach] = [metres / scale[0], metres / scale[1]];
    for (const { bounds, rings } of this.pieces) {
      if (lat < bounds.south - latReach || lat > bounds.north + latReach) continue;
      for (const turn of TURNS) {
        const turned = lon + turn;
        if (turned < bounds.west - lonReach || turned > bounds.east + lonReach) continue;
        if (rings.some((ring) => ringWithin(ring, turned, lat, metres, scale))) return true;
      }
    }
    return false;
  }

  /** At a pole all longitudes are one place. */
  private holdsPole(lat: number): boolean {
    return this.pieces.some(({ bounds }) => (lat > 0 ? bounds.north === 90 : bounds.south === -90));
  }
}

function pieceOf([outer, ...holes]: PolygonRings): Piece {
  return { bounds: ringBounds(outer!), rings: [outer!, ...holes].map((ring: Ring) => flatRing(ring)) };
}

function turnsOf(lon: number, { west, east }: LonLatBox): number[] {
  return [lon - 360, lon, lon + 360].filter((turned) => turned >= west && turned <= east);
}

function whereInPiece(lon: number, lat: number, { bounds, rings: [outer, ...holes] }: Piece): Where {
  if (lat < bounds.south || lat > bounds.north) return 'outside';
  const where = whereInFlatRing(lon, lat, outer!);
  if (where !== 'inside') return where;
  for (const hole of holes) {
    const inHole = whereInFlatRing(lon, lat, hole);
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
    const dx = (flat[at + 2]! - lon) * lonM - x;
    const dy = (flat[at + 3]! - lat) * latM - y;
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / length));
    if ((x + along * dx) ** 2 + (y + along * dy) ** 2 < limit) return true;
  }
  return false;
}
