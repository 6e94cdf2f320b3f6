import type { ControlPoint } from './control-points.js';
import { type Degrees, type PlanePoint, TangentPlane } from './tangent-plane.js';

/** The placement of a zone's plan on the ground. */
export interface GroundFit {
  readonly kind: 'similarity' | 'affine';
  /** The plan's second axis points down, as in pictures, and not up, as on maps. */
  readonly mirrored: boolean;
  /** Metres on the ground per unit of the plan. */
  readonly scale: number;
  /** Error of the worst control point in metres. */
  readonly residual: number;
  /** Undefined for a place too far from the control points. */
  toDegrees(x: number, y: number): Degrees | undefined;
}

/** Control point error in metres above which a warning is reported. */
export const DOUBTFUL_METRES = 0.5;
/** Control point error in metres above which the points are not used. */
const UNUSABLE_METRES = 5;
/** Beyond this distance a plane no longer models a site, and control points so far apart are a mistake. */
const REACH_METRES = 10_000;
/**
 * Minimum ratio of the spread of points across their line to the spread along it. Points on a line do not determine the side of the rest of
 * the plan.
 */
const MIN_BREADTH = 0.01;

/** Rows of a 2×2 matrix: ground = linear · plan + offset. */
type Linear = readonly [number, number, number, number];
interface Fit {
  readonly linear: Linear;
  readonly worst: number;
}

/**
 * Fits ground control points by least squares on the plane that touches the earth at their centre. A **similarity** (rotated, scaled,
 * shifted, perhaps mirrored: 4 unknowns) comes first, because a site's metres are the same in both directions and because it leaves
 * redundancy: with 3 points an affine map would follow every mistake exactly, without a residual. An **affine** map (6 unknowns) is used
 * only for 4 or more points whose plan is stretched, which shows as a similarity error of over 0.5 m that the affine map does not have.
 * @returns what is wrong and what to do, when the points are unusable
 */
export function fitGround(points: readonly ControlPoint[]): GroundFit | { readonly unusable: string } {
  if (points.length < 3) return { unusable: `it has ${points.length} ground control points, at least 3 are needed` };
  const plane = new TangentPlane({ lat: points[0]!.lat, lon: points[0]!.lon });
  const ground = points.map((point) => plane.toPlane(point));
  if (ground.some(({ east, north }) => Math.hypot(east, north) > REACH_METRES))
    return {
      unusable: 'its ground control points lie more than 10 km from each other: are longitude and latitude in this order in all of them?',
    };
  const groundMiddle = middleOf(ground.map(({ east, north }) => [east, north]));
  const planMiddle = middleOf(points.map(({ x, y }) => [x, y]));
  const pairs = points.map(({ x, y }, index): Pair => ({
    x: x - planMiddle[0],
    y: y - planMiddle[1],
    east: ground[index]!.east - groundMiddle[0],
    north: ground[index]!.north - groundMiddle[1],
  }));
  if (isInLine(pairs, ({ x, y }) => [x, y]) || isInLine(pairs, ({ east, north }) => [east, north]))
    return { unusable: 'its ground control points lie in a line (or all at one place): add one off the line' };

  const straight = similarity(pairs, 1);
  const mirrored = similarity(pairs, -1);
  const similar = mirrored.worst < straight.worst ? mirrored : straight;
  const affine = points.length > 3 && similar.worst > DOUBTFUL_METRES ? affineMap(pairs) : undefined;
  const chosen = affine && affine.worst <= DOUBTFUL_METRES ? affine : similar;
  if (!(chosen.worst <= UNUSABLE_METRES))
    return { unusable: `its ground control points contradict each other by ${chosen.worst.toFixed(1)} m: measure them again` };
  const [a, b, c, d] = chosen.linear;
  const determinant = a * d - b * c;
  return {
    kind: chosen === similar ? 'similarity' : 'affine',
    mirrored: determinant < 0,
    scale: Math.sqrt(Math.abs(determinant)),
    residual: chosen.worst,
    toDegrees(x, y) {
      const east = a * (x - planMiddle[0]) + b * (y - planMiddle[1]);
      const north = c * (x - planMiddle[0]) + d * (y - planMiddle[1]);
      if (!(Math.hypot(east, north) <= REACH_METRES)) return undefined;
      const point: PlanePoint = { east: east + groundMiddle[0], north: north + groundMiddle[1] };
      return plane.toDegrees(point);
    },
  };
}

/** Both relative to their centres. */
interface Pair {
  readonly x: number;
  readonly y: number;
  readonly east: number;
  readonly north: number;
}

/** The least squares of ground = a · plan over the complex numbers, with the plan's second axis inverted for `side` −1. */
function similarity(pairs: readonly Pair[], side: 1 | -1): Fit {
  let real = 0;
  let imaginary = 0;
  let square = 0;
  for (const { x, y, east, north } of pairs) {
    real += east * x + north * side * y;
    imaginary += north * x - east * side * y;
    square += x * x + y * y;
  }
  const [re, im] = [real / square, imaginary / square];
  return withWorst(pairs, [re, -im * side, im, re * side]);
}

function affineMap(pairs: readonly Pair[]): Fit {
  let [xx, xy, yy, ex, ey, nx, ny] = [0, 0, 0, 0, 0, 0, 0];
  for (const { x, y, east, north } of pairs) {
    xx += x * x;
    xy += x * y;
    yy += y * y;
    ex += east * x;
    ey += east * y;
    nx += north * x;
    ny += north * y;
  }
  const determinant = xx * yy - xy * xy;
  return withWorst(pairs, [
    (ex * yy - ey * xy) / determinant,
    (ey * xx - ex * xy) / determinant,
    (nx * yy - ny * xy) / determinant,
    (ny * xx - nx * xy) / determinant,
  ]);
}

function withWorst(pairs: readonly Pair[], linear: Linear): Fit {
  const [a, b, c, d] = linear;
  const worst = Math.max(...pairs.map(({ x, y, east, north }) => Math.hypot(east - a * x - b * y, north - c * x - d * y)));
  return { linear, worst };
}

function isInLine(pairs: readonly Pair[], of: (pair: Pair) => readonly [number, number]): boolean {
  let [xx, xy, yy] = [0, 0, 0];
  for (const pair of pairs) {
    const [x, y] = of(pair);
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  // The two principal spreads, squared.
  const half = (xx + yy) / 2;
  const root = Math.hypot((xx - yy) / 2, xy);
  return !(half > 0) || half - root < MIN_BREADTH ** 2 * (half + root);
}

function middleOf(points: readonly (readonly [number, number])[]): readonly [number, number] {
  const sum = points.reduce<readonly [number, number]>(([x, y], point) => [x + point[0], y + point[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}
