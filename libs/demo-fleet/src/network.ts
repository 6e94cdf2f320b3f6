import { offset, type Point } from './geometry.js';

export interface Way {
  from: number;
  to: number;
  bothWays: boolean;
  /** From one end to the other, both inclusive. */
  line: readonly Point[];
}

interface Link {
  to: number;
  metres: number;
  line: readonly Point[];
}

/** Routes between places, and the shortest one. */
export class Network {
  readonly #links: Link[][];

  constructor(
    readonly places: readonly Point[],
    readonly ways: readonly Way[],
  ) {
    this.#links = places.map(() => []);
    for (const { from, to, bothWays, line } of ways) {
      const metres = lengthOf(line);
      this.#links[from]!.push({ to, metres, line });
      if (bothWays) this.#links[to]!.push({ to: from, metres, line: line.toReversed() });
    }
  }

  /** Numbers of the places, nearest first. */
  nearest(centre: Point): number[] {
    const away = this.places.map((place) => offset(centre, place).distance);
    return [...away.keys()].sort((a, b) => away[a]! - away[b]!);
  }

  /**
   * The shortest route, both ends included (Dijkstra).
   * @throws Error if there is no route
   */
  route(from: number, to: number): Point[] {
    const metres = new Float64Array(this.places.length).fill(Infinity);
    const cameBy = new Map<number, { from: number; line: readonly Point[] }>();
    const open = new Set([from]);
    metres[from] = 0;
    while (open.size > 0) {
      let here = -1;
      for (const place of open) if (here === -1 || metres[place]! < metres[here]!) here = place;
      if (here === to) break;
      open.delete(here);
      for (const link of this.#links[here]!) {
        const total = metres[here]! + link.metres;
        if (total >= metres[link.to]!) continue;
        metres[link.to] = total;
        cameBy.set(link.to, { from: here, line: link.line });
        open.add(link.to);
      }
    }
    if (metres[to] === Infinity) throw new Error(`No way leads from place ${from} to place ${to}.`);
    const lines: (readonly Point[])[] = [];
    for (let here = to; here !== from;) {
      const step = cameBy.get(here)!;
      lines.unshift(step.line);
      here = step.from;
    }
    return [this.places[from]!, ...lines.flatMap((line) => line.slice(1))];
  }
}

export function lengthOf(line: readonly Point[]): number {
  return line.reduce((metres, point, at) => (at === 0 ? 0 : metres + offset(line[at - 1]!, point).distance), 0);
}
