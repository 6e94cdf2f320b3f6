import Flatbush from 'flatbush';
import { orient2d } from 'robust-predicates';
import type { LonLat, Ring } from './geometry.js';

/** Most pairs of edges with overlapping boxes; a drawn or surveyed outline has a few for each edge. */
const MAX_PAIRS = 2_000_000;

interface Edge {
  ring: number;
  /** Index of the edge in its ring of `of` edges. */
  index: number;
  of: number;
  from: LonLat;
  to: LonLat;
}

/**
 * The first place where rings of a polygon cross, or one touches itself; undefined if there is none. Different rings may touch in points.
 */
export function crossingOf(rings: readonly Ring[]): { ring: number; detail: string } | undefined {
  const edges = rings.flatMap((ring, number) =>
    ring.slice(1).map((to, index): Edge => ({ ring: number, index, of: ring.length - 1, from: ring[index]!, to })),
  );
  const tree = new Flatbush(edges.length);
  for (const { from, to } of edges)
    tree.add(Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1]));
  tree.finish();
  let pairs = 0;
  for (const [number, edge] of edges.entries()) {
    const { from, to } = edge;
    const near = tree.search(
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.max(from[0], to[0]),
      Math.max(from[1], to[1]),
      (other) => other > number,
    );
    pairs += near.length;
    if (pairs > MAX_PAIRS)
      return {
        ring: edge.ring,
        detail:
          'Its edges lie across each other so often that they cannot be judged in time; simplify the outline or make several areas of it.',
      };
    for (const other of near) {
      const detail = conflict(edge, edges[other]!);
      if (detail !== undefined) return { ring: Math.max(edge.ring, edges[other]!.ring), detail };
    }
  }
  return undefined;
}

function conflict(one: Edge, other: Edge): string | undefined {
  if (one.ring === other.ring) {
    const behind = other.index - one.index === 1;
    const around = one.index === 0 && other.index === one.of - 1;
    if (behind || around) {
      const [corner, back, ahead] = behind ? [one.to, one.from, other.to] : [one.from, one.to, other.from];
      return turnsBack(corner, back, ahead) ? `The ring runs back on itself at ${at(corner)}; take out that position.` : undefined;
    }
    return meet(one, other) === 'apart'
      ? undefined
      : `The ring crosses or touches itself where its edge from ${at(one.from)} to ${at(one.to)} meets the ` +
          `edge from ${at(other.from)} to ${at(other.to)}; make the parts polygons of their own.`;
  }
  const how = meet(one, other);
  if (how === 'apart' || how === 'touch') return undefined;
  return (
    `The ring ${how === 'cross' ? 'crosses' : 'runs along'} ring ${Math.min(one.ring, other.ring)} of the ` +
    `polygon where their edges from ${at(one.from)} to ${at(one.to)} and from ${at(other.from)} to ` +
    `${at(other.to)} meet; keep holes inside of the outer ring and apart from each other.`
  );
}

function turnsBack(corner: LonLat, back: LonLat, ahead: LonLat): boolean {
  if (orient2d(...back, ...corner, ...ahead) !== 0) return false;
  return (back[0] - corner[0]) * (ahead[0] - corner[0]) + (back[1] - corner[1]) * (ahead[1] - corner[1]) > 0;
}

function meet({ from: a, to: b }: Edge, { from: c, to: d }: Edge): 'apart' | 'touch' | 'cross' | 'along' {
  const [abc, abd, cda, cdb] = [
    orient2d(...a, ...b, ...c),
    orient2d(...a, ...b, ...d),
    orient2d(...c, ...d, ...a),
    orient2d(...c, ...d, ...b),
  ];
  if (abc === 0 && abd === 0) return alongEachOther(a, b, c, d);
  if (abc * abd > 0 || cda * cdb > 0) return 'apart';
  return abc === 0 || abd === 0 || cda === 0 || cdb === 0 ? 'touch' : 'cross';
}

function alongEachOther(a: LonLat, b: LonLat, c: LonLat, d: LonLat): 'apart' | 'touch' | 'along' {
  const axis = a[0] === b[0] ? 1 : 0;
  const from = Math.max(Math.min(a[axis], b[axis]), Math.min(c[axis], d[axis]));
  const to = Math.min(Math.max(a[axis], b[axis]), Math.max(c[axis], d[axis]));
  return from > to ? 'apart' : from === to ? 'touch' : 'along';
}

const at = ([lon, lat]: LonLat): string => `[${lon}, ${lat}]`;
