import { EARTH_RADIUS, type Place } from '../../space/distance.js';

const RADIANS = Math.PI / 180;

/**
 * Removes positions that are at most `metres` away from the remaining line (Douglas–Peucker), but never the first and the last one. The
 * line is straight in longitude and latitude, as in RFC 7946 (3.1.1), and takes the short way across the antimeridian. The limit holds
 * everywhere; near the poles, more positions than necessary are kept.
 */
export function simplified<T extends Place>(track: readonly T[], metres: number): T[] {
  if (track.length < 3) return [...track];
  const kept = new Uint8Array(track.length);
  kept[0] = kept[track.length - 1] = 1;
  const open: [number, number][] = [[0, track.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [first, last] = span;
    let farthest = -1;
    let distance = metres;
    for (let at = first + 1; at < last; at++) {
      const here = metresFromLine(track[at]!, track[first]!, track[last]!);
      if (here > distance) [farthest, distance] = [at, here];
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return track.filter((_place, at) => kept[at] === 1);
}

/** An upper bound of the distance: a degree of longitude counts as much as at the latitude in between that is nearest to the equator. */
function metresFromLine(place: Place, a: Place, b: Place): number {
  const scale = Math.cos(RADIANS * nearestToEquator(place.lat, a.lat, b.lat));
  const ax = shortWay(a.lon - place.lon) * scale;
  const ay = a.lat - place.lat;
  const dx = shortWay(b.lon - a.lon) * scale;
  const dy = b.lat - a.lat;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + share * dx, ay + share * dy) * RADIANS * EARTH_RADIUS;
}

function nearestToEquator(a: number, b: number, c: number): number {
  const [south, north] = [Math.min(a, b, c), Math.max(a, b, c)];
  return south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
}

/** A difference of longitudes as −180…180. */
export function shortWay(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
