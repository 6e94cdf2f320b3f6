/**
 * Queries about places, answered in a slow and simple way from raw updates: every update is examined, with the oracle's own geometry.
 * A box with west > east crosses the antimeridian.
 */
export interface RawUpdate {
  externalId: string;
  revision: number;
  /** RFC 3339 in UTC with milliseconds. */
  observedAt: string;
  position?: { lat: number; lon: number };
}

export type RawPlace =
  | { box: [west: number, south: number, east: number, north: number] }
  | { circle: [lon: number, lat: number, metres: number] };

function liesIn(place: RawPlace, { lat, lon }: { lat: number; lon: number }): boolean {
  if ('circle' in place) return metresApart(place.circle[1], place.circle[0], lat, lon) <= place.circle[2];
  const [west, south, east, north] = place.box;
  if (lat < south || lat > north) return false;
  return west <= east ? lon >= west && lon <= east : !(lon > east && lon < west);
}

/** Distance by the angle between two vectors from the centre of the earth. */
export function metresApart(latA: number, lonA: number, latB: number, lonB: number): number {
  const a = vector(latA, lonA);
  const b = vector(latB, lonB);
  const cross = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  return 6_371_008.8 * Math.atan2(cross, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

function vector(lat: number, lon: number): [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Sorted by id, time and revision. */
function inTimeOrder<T extends RawUpdate>(updates: readonly T[]): T[] {
  const key = ({ externalId, observedAt, revision }: RawUpdate): string =>
    `${externalId}\0${observedAt}\0${String(revision).padStart(12, '0')}`;
  return updates.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Updates between two times; with a place, only those with a position there. */
export function updatesBetween<T extends RawUpdate>(updates: readonly T[], from: string, to: string, place?: RawPlace): T[] {
  return inTimeOrder(
    updates.filter(
      ({ observedAt, position }) => observedAt >= from && observedAt < to && (!place || (position && liesIn(place, position))),
    ),
  );
}

/** The newest update with a position of each object, until a time. */
export function updatesAsOf<T extends RawUpdate>(updates: readonly T[], at: string, place?: RawPlace): T[] {
  const newest = new Map<string, T>();
  for (const update of inTimeOrder(updates)) if (update.position && update.observedAt <= at) newest.set(update.externalId, update);
  return [...newest.values()].filter(({ position }) => !place || liesIn(place, position!));
}

export interface RawVisit {
  enteredAt: number;
  leftAt: number | undefined;
}

/**
 * The visits of an object to a circle. A report whose accuracy crosses the border decides nothing. Any other report from the other side
 * counts, from its own time on, once a second report agrees, or none has contradicted it for `confirmMs`.
 */
export function visitsOfCircle(
  updates: readonly (RawUpdate & { position?: { accuracy?: number } })[],
  circle: [lon: number, lat: number, metres: number],
  confirmMs: number,
  asOf: number,
): RawVisit[] {
  const visits: RawVisit[] = [];
  let inside = false;
  let doubt: number | undefined;
  const change = (at: number): void => {
    inside = !inside;
    doubt = undefined;
    if (inside) visits.push({ enteredAt: at, leftAt: undefined });
    else visits.at(-1)!.leftAt = at;
  };
  for (const { position, observedAt } of inTimeOrder(updates)) {
    if (position === undefined) continue;
    const at = Date.parse(observedAt);
    if (doubt !== undefined && at - doubt >= confirmMs) change(doubt);
    const distance = metresApart(circle[1], circle[0], position.lat, position.lon);
    if (Math.abs(distance - circle[2]) < (position.accuracy ?? 0)) continue;
    if (distance <= circle[2] === inside) doubt = undefined;
    else if (doubt === undefined) doubt = at;
    else change(doubt);
  }
  if (doubt !== undefined && asOf - doubt >= confirmMs) change(doubt);
  return visits;
}
