import type { OsmData } from './osm-data.js';

export interface Sea {
  /** The coast from its west end to its east end; the sea is on its right. */
  coast: readonly string[];
  /** Closed lines of the coast: islands and detached breakwaters. */
  islands: readonly (readonly string[])[];
}

/**
 * Joins the lines of the coast. An extract of OpenStreetMap contains the coast but not the sea, which tools usually take from a file for
 * the whole planet.
 * @throws Error if the lines do not join to a single one
 */
export function seaOf({ ways }: OsmData): Sea {
  const lines = ways.filter(({ tags }) => tags.natural === 'coastline').map(({ nodes }) => nodes);
  const islands = lines.filter((line) => line[0] === line.at(-1));
  const open = new Map(lines.filter((line) => !islands.includes(line)).map((line) => [line[0]!, line]));
  const ends = new Set([...open.values()].map((line) => line.at(-1)!));
  const first = [...open.keys()].find((start) => !ends.has(start));
  const coast: string[] = [];
  for (let at = first; at !== undefined && open.has(at);) {
    const line = open.get(at)!;
    open.delete(at);
    coast.push(...line.slice(coast.length === 0 ? 0 : 1));
    at = line.at(-1);
  }
  if (coast.length === 0 || open.size > 0) throw new Error(`The coast has ${open.size + 1} parts; one line was expected.`);
  return { coast, islands };
}
