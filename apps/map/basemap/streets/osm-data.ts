import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';

/** [longitude, latitude] */
export type Place = readonly [number, number];

export interface OsmWay {
  id: string;
  nodes: readonly string[];
  tags: Readonly<Record<string, string>>;
}

export interface OsmData {
  nodes: ReadonlyMap<string, Place>;
  ways: readonly OsmWay[];
}

interface Parsed {
  osm: {
    node: { id: string; lat: string; lon: string }[];
    way: { id: string; nd?: { ref: string }[]; tag?: { k: string; v: string }[] }[];
  };
}

/** Nodes and ways of an extract of OpenStreetMap in gzipped XML; relations are ignored. */
export function readOsm(file: string): OsmData {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['node', 'way', 'nd', 'tag'].includes(name),
  });
  const { osm } = parser.parse(gunzipSync(readFileSync(file)).toString()) as Parsed;
  return {
    nodes: new Map(osm.node.map(({ id, lat, lon }) => [id, [Number(lon), Number(lat)]])),
    ways: osm.way.map(({ id, nd = [], tag = [] }) => ({
      id,
      nodes: nd.map(({ ref }) => ref),
      tags: Object.fromEntries(tag.map(({ k, v }) => [k, v])),
    })),
  };
}
