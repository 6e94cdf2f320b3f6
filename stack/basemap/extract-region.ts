import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { ArchiveError, type Bounds, type TileArchive, VECTOR_TYPE } from '#tile-archives/tile-archive.js';

/** Most tiles of a region; about those of a country up to zoom 15. */
const MAX_TILES = 400_000;
const AT_ONCE = 8;

interface Place {
  z: number;
  x: number;
  y: number;
}

/**
 * Copies the tiles of a region into a new MBTiles file.
 * @param maxBytes limit of all tiles together
 * @returns number of tiles
 * @throws ArchiveError if the region is too large, or has no tiles
 */
export async function extractRegion(archive: TileArchive, region: Bounds, file: string, maxBytes: number): Promise<number> {
  const { facts } = archive;
  const bounds: Bounds = [
    Math.max(region[0], facts.bounds[0]),
    Math.max(region[1], facts.bounds[1]),
    Math.min(region[2], facts.bounds[2]),
    Math.min(region[3], facts.bounds[3]),
  ];
  if (bounds[0] >= bounds[2] || bounds[1] >= bounds[3])
    throw new ArchiveError(
      `The region is not in this map, which goes from ${facts.bounds.slice(0, 2).join(',')} to ${facts.bounds.slice(2).join(',')}.`,
    );
  const places = placesIn(bounds, facts.minZoom, facts.maxZoom);
  const database = new DatabaseSync(file);
  let [tiles, bytes] = [0, 0];
  try {
    database.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE metadata ' +
        '(name text, value text); CREATE TABLE tiles (zoom_level integer, ' +
        'tile_column integer, tile_row integer, tile_data blob); BEGIN',
    );
    const insert = database.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)');
    const work = async (): Promise<void> => {
      for (let place = places.pop(); place !== undefined; place = places.pop()) {
        const { z, x, y } = place;
        const tile = await archive.tile(z, x, y);
        if (tile === undefined) continue;
        const data = tile.gzipped || facts.mediaType !== VECTOR_TYPE ? tile.bytes : gzipSync(tile.bytes);
        tiles += 1;
        bytes += data.length;
        if (bytes > maxBytes)
          throw new ArchiveError(`The region has more than ${maxBytes} bytes; choose a smaller one, or raise --max-gigabytes.`);
        insert.run(z, x, 2 ** z - 1 - y, data);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => (places.length = 0));
    const format = facts.mediaType === VECTOR_TYPE ? 'pbf' : facts.mediaType.replace('image/', '').replace('jpeg', 'jpg');
    const metadata = {
      name: 'region',
      format,
      minzoom: facts.minZoom,
      maxzoom: facts.maxZoom,
      bounds: bounds.join(','),
      attribution: facts.attribution,
      json: JSON.stringify({ vector_layers: facts.layers.map((id) => ({ id, fields: {} })) }),
    };
    for (const [name, value] of Object.entries(metadata)) database.prepare('INSERT INTO metadata VALUES (?, ?)').run(name, String(value));
    database.exec('COMMIT; CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)');
  } finally {
    database.close();
  }
  if (tiles === 0) throw new ArchiveError('The map has no tiles in this region.');
  return tiles;
}

/** @throws ArchiveError for too many tiles */
export function placesIn([west, south, east, north]: Bounds, minZoom: number, maxZoom: number): Place[] {
  const places: Place[] = [];
  for (let z = minZoom; z <= maxZoom; z++) {
    const [left, right, top, bottom] = [columnOf(west, z), columnOf(east, z), rowOf(north, z), rowOf(south, z)];
    if (places.length + (right - left + 1) * (bottom - top + 1) > MAX_TILES)
      throw new ArchiveError(
        `The region has more than ${MAX_TILES} tiles; choose a smaller one, or get a file of it as docs/basemap.md shows.`,
      );
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) places.push({ z, x, y });
  }
  return places;
}

const within = (number: number, z: number): number => Math.max(0, Math.min(2 ** z - 1, Math.floor(number)));
const columnOf = (lon: number, z: number): number => within(((lon + 180) / 360) * 2 ** z, z);
function rowOf(lat: number, z: number): number {
  const phi = (Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180;
  return within(((1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2) * 2 ** z, z);
}
