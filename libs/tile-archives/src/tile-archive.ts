/** [west, south, east, north] in degrees. */
export type Bounds = readonly [number, number, number, number];

/** The naming scheme of layers in vector tiles. `raster`: the tiles are pictures. */
export type Schema = 'openmaptiles' | 'protomaps' | 'raster';

export interface ArchiveFacts {
  schema: Schema;
  /** Names of the layers; none for pictures. */
  layers: readonly string[];
  minZoom: number;
  maxZoom: number;
  bounds: Bounds;
  /** Plain text. */
  attribution: string;
  /** Media type of a tile. */
  mediaType: string;
}

export interface Tile {
  bytes: Uint8Array;
  gzipped: boolean;
}

/** One file with the tiles of a region. */
export interface TileArchive {
  readonly facts: ArchiveFacts;
  /** @returns undefined if the archive does not have the tile @throws ArchiveError if the file is broken there */
  tile(z: number, x: number, y: number): Promise<Tile | undefined>;
  close(): Promise<void>;
}

/** The file is not an archive, or cannot be shown. The message is for the person who chose the file. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** More than any map tile has; a file with a larger tile is broken. */
export const MAX_TILE_BYTES = 8 * 1024 * 1024;
export const VECTOR_TYPE = 'application/vnd.mapbox-vector-tile';
const OSM = '© OpenStreetMap contributors';
const MAX_TEXT = 500;
const MAX_LAYERS = 200;
/** Schema and layers of an archive of pictures. */
export const PICTURES = { schema: 'raster', layers: [] } as const;
const MAX_ZOOM = 24;

/** @throws ArchiveError if the layers match neither schema */
export function schemaOf(vectorLayers: unknown): { schema: Schema; layers: string[] } {
  const layers = Array.isArray(vectorLayers)
    ? vectorLayers.slice(0, MAX_LAYERS).map((layer) => String((layer as { id?: unknown } | null)?.id))
    : [];
  if (layers.includes('transportation')) return { schema: 'openmaptiles', layers };
  if (layers.includes('roads')) return { schema: 'protomaps', layers };
  throw new ArchiveError(
    'The layers of these tiles are of neither schema that can be drawn (OpenMapTiles, Protomaps): ' +
      `${layers.slice(0, 20).join(', ') || 'none are named in the metadata'}.`,
  );
}

/** Plain text of an attribution that may be HTML. Vector tiles are from OpenStreetMap, whose licence requires attribution. */
export function attributionOf(text: unknown, schema: Schema): string {
  const plain =
    typeof text === 'string'
      ? text
          .replace(/<[^>]*>/g, '')
          .replaceAll('&copy;', '©')
          .replaceAll('&amp;', '&')
          .replace(/\s+/g, ' ')
          .trim()
          .slice(0, MAX_TEXT)
      : '';
  if (schema === 'raster' || plain.includes('OpenStreetMap')) return plain;
  return plain === '' ? OSM : `${plain}, ${OSM}`;
}

/** @throws ArchiveError unless the bounds are an area on the globe */
export function checkedBounds(bounds: readonly number[]): Bounds {
  const [west, south, east, north] = bounds as [number, number, number, number];
  const numbers = bounds.length === 4 && bounds.every(Number.isFinite);
  if (!numbers || west >= east || south >= north || west < -180.001 || east > 180.001 || south < -90.001 || north > 90.001)
    throw new ArchiveError(`The bounds of the file are not an area of the globe: ${bounds.join(', ')}.`);
  return [west, south, east, north];
}

/** @throws ArchiveError unless the zooms are valid and in order */
export function checkedZooms(minZoom: number, maxZoom: number): { minZoom: number; maxZoom: number } {
  if (!Number.isInteger(minZoom) || !Number.isInteger(maxZoom) || minZoom < 0 || maxZoom < minZoom || maxZoom > MAX_ZOOM)
    throw new ArchiveError(`The file has no zooms that make sense: ${minZoom} to ${maxZoom}.`);
  return { minZoom, maxZoom };
}
