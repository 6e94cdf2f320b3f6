/**
 * Which objects were in which area, in a slow and simple way: every report is compared with every ring, by ray casting, and every visit
 * is folded from all reports. Independent of libs/geofence. For areas with `confirmSeconds` 0, where a single report counts at once, and
 * for positions that are further from every border than their accuracy.
 */
export interface RawArea {
  areaId: string;
  workspace: string;
  geometry: { type: 'Polygon'; coordinates: number[][][] } | { type: 'MultiPolygon'; coordinates: number[][][][] };
  floor?: string | number;
  dwellSeconds?: number;
  absentSeconds?: number;
  createdAt: string;
}

export interface RawReport {
  /** Milliseconds since the epoch by the device's clock. */
  at: number;
  revision: number;
  lat: number;
  lon: number;
  floor?: string | number;
}

export interface RecountedVisit {
  startedAt: number;
  endedAt?: number;
  dweltAt?: number;
  absentAt: number[];
}

/** Offsets of longitudes, since a ring that crosses the antimeridian may have longitudes above 180 or below -180. */
const TURNS = [-360, 0, 360];

function isInRing(ring: readonly number[][], lon: number, lat: number): boolean {
  let inside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [x, y] = ring[at] as [number, number];
    const [u, v] = ring[before] as [number, number];
    if (y > lat !== v > lat && lon < ((u - x) * (lat - y)) / (v - y) + x) inside = !inside;
  }
  return inside;
}

function isInside({ geometry, floor }: RawArea, report: RawReport): boolean {
  if (floor !== undefined && report.floor !== undefined && String(floor) !== String(report.floor)) return false;
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.some(([outer, ...holes]) =>
    TURNS.some(
      (turn) => isInRing(outer!, report.lon + turn, report.lat) && !holes.some((hole) => isInRing(hole, report.lon + turn, report.lat)),
    ),
  );
}

/** The visits of one object in one area. @param asOf events that are due later are left out */
export function recountVisits(area: RawArea, reports: readonly RawReport[], asOf: number): RecountedVisit[] {
  // Of several reports with the same time, the last one counts.
  const moments = new Map(reports.toSorted((a, b) => a.revision - b.revision).map((report) => [report.at, report]));
  const inOrder = [...moments.values()].sort((a, b) => a.at - b.at);
  const visits: RecountedVisit[] = [];
  let open: RecountedVisit | undefined;
  /** The newest report from inside without an absence event so far, and its visit. */
  let seen: { at: number; visit: RecountedVisit } | undefined;
  const upTo = (time: number): void => {
    if (open && area.dwellSeconds !== undefined && open.dweltAt === undefined && open.startedAt + area.dwellSeconds * 1000 <= time)
      open.dweltAt = open.startedAt + area.dwellSeconds * 1000;
    if (seen && area.absentSeconds !== undefined && seen.at + area.absentSeconds * 1000 <= time) {
      seen.visit.absentAt.push(seen.at + area.absentSeconds * 1000);
      seen = undefined;
    }
  };
  for (const report of inOrder) {
    upTo(report.at);
    if (isInside(area, report)) {
      if (!open) visits.push((open = { startedAt: report.at, absentAt: [] }));
      seen = { at: report.at, visit: open };
    } else if (open) {
      open.endedAt = report.at;
      open = undefined;
    }
  }
  upTo(asOf);
  return visits;
}
