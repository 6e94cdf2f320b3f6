/** WGS 84 (EPSG:7030): half the long axis in metres, and the square of the first eccentricity. */
const AXIS = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const ECCENTRICITY_2 = FLATTENING * (2 - FLATTENING);
/** Square of the second eccentricity, for Bowring's formula. */
const SECOND_ECCENTRICITY_2 = ECCENTRICITY_2 / (1 - ECCENTRICITY_2);
const SHORT_AXIS = AXIS * (1 - FLATTENING);
const RADIANS = Math.PI / 180;

export interface Degrees {
  readonly lat: number;
  readonly lon: number;
}

/** Metres from the point where the plane touches the ellipsoid. */
export interface PlanePoint {
  readonly east: number;
  readonly north: number;
}

/**
 * The plane that touches the WGS 84 ellipsoid at a point, which models a flat site. Within 10 km of that point a place on the ellipsoid
 * converts there and back to less than a millimetre, at any latitude (measured against proj4's azimuthal equidistant projection).
 */
export class TangentPlane {
  private readonly sinLat: number;
  private readonly cosLat: number;
  private readonly sinLon: number;
  private readonly cosLon: number;
  private readonly origin: readonly [number, number, number];

  constructor(origin: Degrees) {
    this.sinLat = Math.sin(origin.lat * RADIANS);
    this.cosLat = Math.cos(origin.lat * RADIANS);
    this.sinLon = Math.sin(origin.lon * RADIANS);
    this.cosLon = Math.cos(origin.lon * RADIANS);
    this.origin = toEarthCentred(origin);
  }

  toPlane(place: Degrees): PlanePoint {
    const [x, y, z] = toEarthCentred(place);
    const [dx, dy, dz] = [x - this.origin[0], y - this.origin[1], z - this.origin[2]];
    return {
      east: -this.sinLon * dx + this.cosLon * dy,
      north: -this.sinLat * this.cosLon * dx - this.sinLat * this.sinLon * dy + this.cosLat * dz,
    };
  }

  toDegrees({ east, north }: PlanePoint): Degrees {
    // The ellipsoid curves away from the plane; ignoring this causes an error of a centimetre at 10 km.
    const up = -(east * east + north * north) / (2 * AXIS);
    const outward = this.cosLat * up - this.sinLat * north;
    return toGeodetic(
      this.origin[0] + this.cosLon * outward - this.sinLon * east,
      this.origin[1] + this.sinLon * outward + this.cosLon * east,
      this.origin[2] + this.sinLat * up + this.cosLat * north,
    );
  }
}

function toEarthCentred({ lat, lon }: Degrees): readonly [number, number, number] {
  const sin = Math.sin(lat * RADIANS);
  const cos = Math.cos(lat * RADIANS);
  const normal = AXIS / Math.sqrt(1 - ECCENTRICITY_2 * sin * sin);
  return [normal * cos * Math.cos(lon * RADIANS), normal * cos * Math.sin(lon * RADIANS), normal * (1 - ECCENTRICITY_2) * sin];
}

/** Bowring's formula: exact on the ellipsoid, with an error of less than a micrometre some metres above or below it. */
function toGeodetic(x: number, y: number, z: number): Degrees {
  const distance = Math.hypot(x, y);
  const reduced = Math.atan2(z * AXIS, distance * SHORT_AXIS);
  const lat = Math.atan2(
    z + SECOND_ECCENTRICITY_2 * SHORT_AXIS * Math.sin(reduced) ** 3,
    distance - ECCENTRICITY_2 * AXIS * Math.cos(reduced) ** 3,
  );
  return { lat: lat / RADIANS, lon: Math.atan2(y, x) / RADIANS };
}
