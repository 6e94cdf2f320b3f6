/** A GeoJSON position (RFC 7946, 3.1.1): longitude and latitude in WGS 84 degrees. */
export type LonLat = readonly [lon: number, lat: number];

/** Geometry of an area: polygons with holes as in RFC 7946 (3.1.6, 3.1.7, 3.1.9), or a circle, which GeoJSON does not have. */
export type AreaGeometry =
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly LonLat[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly LonLat[])[])[] }
  | { readonly type: 'Circle'; readonly center: LonLat; readonly radius: number };

/** The value of `area.state`, keyed by areaId; null after the area was deleted. */
export interface AreaRecord {
  areaId: string;
  workspace: string;
  name: string;
  category?: string;
  /** Reports from another floor count as outside; reports without a floor count by their position. */
  floor?: string | number;
  geometry: AreaGeometry;
  /**
   * A single report from the other side counts once no report has contradicted it for this time; a second such report makes it count at
   * once.
   */
  confirmSeconds: number;
  /** Length of a visit after which `dwelt` is sent; omitted: never. */
  dwellSeconds?: number;
  /** Time without a report from inside after which `absent` is sent; omitted: never. */
  absentSeconds?: number;
  /** Grows with every change of any area in the installation. */
  revision: number;
  /** Revision of the last change of geometry, floor or times; `area.events` refer to the outline by it. */
  outlineRevision: number;
  /** Time of that change; RFC 3339. */
  outlineUpdatedAt: string;
  /** RFC 3339. */
  createdAt: string;
  updatedAt: string;
}

/** Header of a record of `area.state`, also of a tombstone: the revision of the change, decimal. */
export const AREA_REVISION_HEADER = 'ce_revision';
