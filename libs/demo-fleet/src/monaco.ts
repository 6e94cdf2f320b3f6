import type { Point } from './geometry.js';
import { MONACO_STREETS } from './monaco-streets.js';
import { Network, type Way } from './network.js';

/** The streets of Monaco. */
export function streetNetwork(): Network {
  const { origin, junctions, streets } = MONACO_STREETS;
  const pointAt = (x: number, y: number): Point => ({ lat: origin[1] + y / 1e6, lon: origin[0] + x / 1e6 });
  const ways = streets.map(([from, to, bothWays, ...steps]): Way => {
    let [x, y] = junctions[from!]!;
    const line = [pointAt(x, y)];
    for (let at = 0; at < steps.length; at += 2) {
      x += steps[at]!;
      y += steps[at + 1]!;
      line.push(pointAt(x, y));
    }
    return { from: from!, to: to!, bothWays: bothWays === 1, line: [...line, pointAt(...junctions[to!]!)] };
  });
  return new Network(
    junctions.map(([x, y]) => pointAt(x, y)),
    ways,
  );
}

/** Longitude, latitude, whether ships stop there, and the indexes of earlier places that ships reach from there. */
const SEA: readonly (readonly [number, number, boolean, readonly number[]])[] = [
  // The basin of Port Hercule, its entrance, the outer basin and the sea outside.
  [7.4227, 43.736, true, []],
  [7.42414, 43.7366, true, [0]],
  [7.4245, 43.7342, true, []],
  [7.4269, 43.7353, false, [0, 1, 2]],
  [7.4287, 43.7346, true, [3]],
  [7.4285, 43.7363, true, [4]],
  [7.4306, 43.7362, false, [3, 4, 5]],
  [7.4319, 43.7374, false, [6]],
  // Off the coast, from north to south.
  [7.4375, 43.745, true, []],
  [7.437, 43.7405, true, [7, 8]],
  [7.437, 43.734, true, [7, 9]],
  [7.434, 43.728, true, [10]],
  [7.428, 43.724, true, [11]],
  [7.418, 43.7205, true, [12]],
  // The entrance and the basin of Fontvieille.
  [7.4237, 43.7283, false, [11, 12]],
  [7.42214, 43.7283, false, [14]],
  [7.42202, 43.7294, true, [15]],
  [7.4195, 43.7294, true, [16]],
];

/** The routes of ships in the harbours of Monaco and off its coast. */
export function seaNetwork(): Network {
  const places = SEA.map(([lon, lat]): Point => ({ lat, lon }));
  return new Network(
    places,
    SEA.flatMap(([, , , others], from) => others.map((to): Way => ({ from, to, bothWays: true, line: [places[from]!, places[to]!] }))),
  );
}

/** Numbers of the places where ships stop. */
export const BERTHS: readonly number[] = SEA.flatMap(([, , stops], number) => (stops ? [number] : []));

/** Where goods are handled: the quay of Port Hercule, and the works of Fontvieille. */
export const PORT: Point = { lat: 43.7365, lon: 7.4224 };
export const WORKS: Point = { lat: 43.7293, lon: 7.4158 };
