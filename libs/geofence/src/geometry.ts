/** Longitude and latitude in WGS 84 degrees, as in GeoJSON positions (RFC 7946, 3.1.1). */
export type LonLat = readonly [lon: number, lat: number];

/** Closed: the last position equals the first. */
export type Ring = readonly LonLat[];

/** The outer ring, then holes (RFC 7946, 3.1.6). */
export type PolygonRings = readonly Ring[];

export interface Polygon {
  readonly type: 'Polygon';
  readonly coordinates: PolygonRings;
}

export interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly PolygonRings[];
}

/** All points at most `radius` metres from the centre, measured over the ground. */
export interface Circle {
  readonly type: 'Circle';
  readonly center: LonLat;
  readonly radius: number;
}

/** Geometry of an area. Edges are straight in longitude and latitude (RFC 7946, 3.1.1). */
export type Geometry = Polygon | MultiPolygon | Circle;

/** A fault of a geometry: what is wrong, where (a JSON pointer into the geometry, RFC 6901), and what to do. */
export interface GeometryFault {
  readonly pointer: string;
  readonly detail: string;
}

export type CheckedGeometry<T extends Geometry = Geometry> = { readonly geometry: T } | { readonly fault: GeometryFault };

/** Most positions in all rings of an area. */
export const MAX_VERTICES = 10_000;
export const MAX_RADIUS_M = 1_000_000;
