import { shortWay } from './simplify.js';

type Coordinates = [lon: number, lat: number, alt?: number];

/** Cuts a line wherever it crosses the antimeridian, at ±180 on either side; otherwise it would be drawn round the world. */
export function withoutCrossing(line: readonly Coordinates[]): Coordinates[][] {
  const lines: Coordinates[][] = [[]];
  for (const [at, here] of line.entries()) {
    const before = line[at - 1];
    if (before && Math.abs(here[0] - before[0]) > 180) {
      const edge = before[0] > 0 ? 180 : -180;
      const way = shortWay(here[0] - before[0]);
      const lat = way === 0 ? before[1] : before[1] + ((here[1] - before[1]) * (edge - before[0])) / way;
      lines.at(-1)!.push([edge, lat]);
      lines.push([[-edge, lat]]);
    }
    lines.at(-1)!.push(here);
  }
  return lines;
}
