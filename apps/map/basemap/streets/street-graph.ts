import type { StreetGraph } from '#demo-fleet/street-graph.js';
import type { OsmData, OsmWay, Place } from './osm-data.js';

const ORIGIN: Place = [7.42, 43.735];
const MILLION = 1e6;
const DRIVEN = new Set([
  'motorway',
  'trunk',
  'primary',
  'primary_link',
  'secondary',
  'secondary_link',
  'tertiary',
  'tertiary_link',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'road',
]);
const BARRED = new Set(['no', 'private']);

interface Piece {
  from: string;
  to: string;
  bothWays: boolean;
  nodes: readonly string[];
}

/** The largest part of the streets in which every junction can be reached from every other one. */
export function streetGraph(data: OsmData): StreetGraph {
  const pieces = reachable(piecesOf(data.ways.filter(isDriven), data));
  const numbers = new Map<string, number>();
  const numberOf = (node: string): number => numbers.get(node) ?? numbers.set(node, numbers.size).size - 1;
  const at = (node: string): [number, number] => {
    const [lon, lat] = data.nodes.get(node)!;
    return [Math.round((lon - ORIGIN[0]) * MILLION), Math.round((lat - ORIGIN[1]) * MILLION)];
  };
  const streets = pieces.map(({ from, to, bothWays, nodes }) => {
    const line: number[] = [numberOf(from), numberOf(to), bothWays ? 1 : 0];
    let [x, y] = at(from);
    for (const node of nodes.slice(1, -1)) {
      const [nextX, nextY] = at(node);
      line.push(nextX - x, nextY - y);
      [x, y] = [nextX, nextY];
    }
    return line;
  });
  return { licence: '© OpenStreetMap contributors, ODbL 1.0', origin: ORIGIN, streets, junctions: [...numbers.keys()].map(at) };
}

const isDriven = ({ tags }: OsmWay): boolean =>
  DRIVEN.has(tags.highway ?? '') && !BARRED.has(tags.access ?? '') && !BARRED.has(tags.motor_vehicle ?? '') && tags.area !== 'yes';

/** The ways, cut where they meet. */
function piecesOf(ways: readonly OsmWay[], { nodes: places }: OsmData): Piece[] {
  const uses = new Map<string, number>();
  for (const { nodes } of ways)
    for (const [at, node] of nodes.entries()) uses.set(node, (uses.get(node) ?? 0) + (at === 0 || at === nodes.length - 1 ? 2 : 1));
  const pieces: Piece[] = [];
  for (const { nodes: all, tags } of ways) {
    const nodes = all.filter((node) => places.has(node));
    const backwards = tags.oneway === '-1';
    const bothWays = !backwards && tags.oneway !== 'yes' && tags.junction !== 'roundabout';
    let begin = 0;
    for (let at = 1; at < nodes.length; at++) {
      if (uses.get(nodes[at]!)! < 2) continue;
      const piece = backwards ? nodes.slice(begin, at + 1).reverse() : nodes.slice(begin, at + 1);
      pieces.push({ from: piece[0]!, to: piece.at(-1)!, bothWays, nodes: piece });
      begin = at;
    }
  }
  return pieces;
}

/** The pieces in the largest set of junctions that can all be reached from each other. */
function reachable(pieces: readonly Piece[]): Piece[] {
  const [onward, back] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const link = (links: Map<string, string[]>, from: string, to: string): void =>
    void (links.get(from) ?? links.set(from, []).get(from)!).push(to);
  for (const { from, to, bothWays } of pieces) {
    for (const [a, b] of bothWays
      ? ([
          [from, to],
          [to, from],
        ] as const)
      : ([[from, to]] as const)) {
      link(onward, a, b);
      link(back, b, a);
    }
  }
  const from = (start: string, links: Map<string, string[]>): Set<string> => {
    const seen = new Set([start]);
    for (const node of seen) for (const next of links.get(node) ?? []) seen.add(next);
    return seen;
  };
  let best = new Set<string>();
  const tried = new Set<string>();
  for (const node of onward.keys()) {
    if (tried.has(node)) continue;
    const there = from(node, onward);
    const both = new Set([...from(node, back)].filter((other) => there.has(other)));
    for (const other of both) tried.add(other);
    if (both.size > best.size) best = both;
  }
  return pieces.filter((piece) => piece.from !== piece.to && best.has(piece.from) && best.has(piece.to));
}
