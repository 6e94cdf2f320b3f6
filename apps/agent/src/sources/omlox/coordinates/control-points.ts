import { finiteOf, listOf, objectOf } from '../../reading-parts/json-values.js';

/** One place, in degrees and in metres on the zone's own plan. */
export interface ControlPoint {
  readonly lat: number;
  readonly lon: number;
  readonly x: number;
  readonly y: number;
}

const MAX_POINTS = 1000;

/**
 * `ground_control_points` of a zone, in every form that hubs use: `[lon, lat], [x, y]` alternating (the published document), pairs of them,
 * or `{wgs84, local}`; each point as a list of numbers or as a GeoJSON Point.
 * @returns undefined for any other form: one unreadable point makes the others doubtful
 */
export function readControlPoints(value: unknown): readonly ControlPoint[] | undefined {
  const list = listOf(value);
  if (list === undefined || list.length > 2 * MAX_POINTS) return undefined;
  const pairs = pairsOf(list);
  const points: ControlPoint[] = [];
  for (const [place, plan] of pairs ?? []) {
    const [lon, lat] = twoNumbers(place) ?? [];
    const [x, y] = twoNumbers(plan) ?? [];
    if (lon === undefined || lat === undefined || x === undefined || y === undefined || Math.abs(lat) > 90 || Math.abs(lon) > 180)
      return undefined;
    points.push({ lat, lon, x, y });
  }
  return pairs && points;
}

function pairsOf(list: readonly unknown[]): readonly (readonly [unknown, unknown])[] | undefined {
  const [first] = list;
  const named = objectOf(first);
  if (named?.wgs84 !== undefined) return list.map((each) => [objectOf(each)?.wgs84, objectOf(each)?.local]);
  const nested = listOf(first);
  if (nested !== undefined && listOf(nested[0]) !== undefined) return list.map((each) => [listOf(each)?.[0], listOf(each)?.[1]]);
  if (list.length % 2 !== 0) return undefined;
  return Array.from({ length: list.length / 2 }, (_unused, index) => [list[2 * index], list[2 * index + 1]]);
}

function twoNumbers(value: unknown): readonly [number, number] | undefined {
  const coordinates = listOf(objectOf(value)?.coordinates ?? value);
  const first = finiteOf(coordinates?.[0]);
  const second = finiteOf(coordinates?.[1]);
  return first === undefined || second === undefined ? undefined : [first, second];
}
