/**
 * Makes the street map that comes with Waymark, and the streets that the demo drives on, from `monaco.osm.gz`. Both are
 * committed: a build needs neither `osmium` nor `tilemaker`. Run it after `npm run build`, with Debian's packages
 * `osmium-tool` and `tilemaker` (2.2) installed:
 *
 *     node dist/apps/map/basemap/streets/main.js
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { productRoot } from '#settings/product-root.js';
import { type OsmData, type Place, readOsm } from './osm-data.js';
import { seaOf } from './sea.js';
import { streetGraph } from './street-graph.js';

const FOLDER = join(productRoot(), 'apps/map/basemap/streets');
const SOURCE = join(FOLDER, 'monaco.osm.gz');
const TILES = join(FOLDER, 'monaco.mbtiles');
const GRAPH = join(productRoot(), 'libs/demo-fleet/src/monaco-streets.ts');
/** The area in which the extract is complete: west, south, east, north. */
const BOUNDS = [7.383, 43.7, 7.4391, 43.7544] as const;
const TILEMAKER = '/usr/share/doc/tilemaker/examples';
/** Above all ids in the extract. */
const OWN_IDS = 9_000_000_000;

/** The extract with the sea as an area, which the extract lacks. */
function withSea(osm: string, data: OsmData): string {
  const { coast, islands } = seaOf(data);
  const at = (id: string): Place => data.nodes.get(id)!;
  const [, south] = BOUNDS;
  const corners: Place[] = [
    [at(coast.at(-1)!)[0], south],
    [at(coast[0]!)[0], south],
  ];
  const ids = corners.map((_, n) => String(OWN_IDS + n));
  const version = 'version="1" timestamp="2012-01-01T00:00:00Z"';
  const nodes = corners.map(([lon, lat], n) => `<node id="${ids[n]}" lat="${lat}" lon="${lon}" ${version}/>`);
  const ring = (id: number, refs: readonly string[]): string =>
    `<way id="${id}" ${version}>${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}</way>`;
  const rings = [[...coast, ...ids, coast[0]!], ...islands].map((refs, n) => ring(OWN_IDS + n, refs));
  const members = rings.map((_, n) => `<member type="way" ref="${OWN_IDS + n}" role="${n === 0 ? 'outer' : 'inner'}"/>`);
  const relation =
    `<relation id="${OWN_IDS}" ${version}>${members.join('')}<tag k="type" v="multipolygon"/><tag ` + 'k="natural" v="bay"/></relation>';
  return osm.replace('</osm>', `${[...nodes, ...rings, relation].join('\n')}\n</osm>`);
}

/** tilemaker's example of the OpenMapTiles schema, without the parts that need files of the whole planet. */
function configuration(): string {
  const { layers, settings } = JSON.parse(readFileSync(join(TILEMAKER, 'config-openmaptiles.json'), 'utf8')) as {
    layers: Record<string, { source?: string }>;
    settings: Record<string, unknown>;
  };
  const own = Object.fromEntries(Object.entries(layers).filter(([, { source }]) => source === undefined));
  return JSON.stringify({
    layers: own,
    settings: {
      ...settings,
      minzoom: 9,
      name: 'Monaco',
      description: 'Streets of Monaco',
      filemetadata: { attribution: '© OpenStreetMap contributors' },
    },
  });
}

const data = readOsm(SOURCE);
const work = mkdtempSync(join(tmpdir(), 'waymark-streets-'));
try {
  const [xml, pbf, config, built] = ['sea.osm', 'sea.osm.pbf', 'config.json', 'monaco.mbtiles'].map((name) => join(work, name)) as [
    string,
    string,
    string,
    string,
  ];
  writeFileSync(xml, withSea(gunzipSync(readFileSync(SOURCE)).toString(), data));
  writeFileSync(config, configuration());
  execFileSync('osmium', ['sort', xml, '-o', pbf], { stdio: ['ignore', 2, 2] });
  execFileSync(
    'tilemaker',
    [
      '--input',
      pbf,
      '--output',
      built,
      '--bbox',
      BOUNDS.join(','),
      '--config',
      config,
      '--process',
      join(TILEMAKER, 'process-openmaptiles.lua'),
    ],
    { stdio: ['ignore', 2, 2] },
  );
  const tiles = new DatabaseSync(built);
  tiles.exec('PRAGMA journal_mode = DELETE; VACUUM');
  tiles.close();
  writeFileSync(TILES, readFileSync(built));
} finally {
  rmSync(work, { recursive: true, force: true });
}
const graph = `${GRAPH}.new`;
const lines = [
  "import type { StreetGraph } from './street-graph.js';",
  '',
  '/** Made from OpenStreetMap by apps/map/basemap/streets/main.ts, which writes this file. */',
  `export const MONACO_STREETS: StreetGraph = ${JSON.stringify(streetGraph(data))};`,
];
writeFileSync(graph, `${lines.join('\n')}\n`);
renameSync(graph, GRAPH);
