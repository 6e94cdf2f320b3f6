/** [west, south, east, north] in degrees. */
export type Bounds = readonly [number, number, number, number];

/** How the layers of vector tiles are named. `raster`: the tiles are pictures. */
export type Schema = 'openmaptiles' | 'protomaps' | 'raster';

export interface ArchiveFacts {
  schema: Schema;
  /** Names of the layers; pictures have none. */
  layers: readonly string[];
  minZoom: number;
  maxZoom: number;
  bounds: Bounds;
  /** Plain text. */
  attribution: string;
  /** Of a tile. */
  mediaType: string;
}

export interface Tile {
  bytes: Uint8Array;
  gzipped: boolean;
}

/** One file with the tiles of a region. */
export interface TileArchive {
  readonly facts: ArchiveFacts;
  /** Undefined: the archive has no such tile. @throws ArchiveError when the file is broken there */
  tile(z: number, x: number, y: number): Promise<Tile | undefined>;
  close(): Promise<void>;
}

/** The file is no archive, or one that can't be shown. The message is for the person who chose the file. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** More than any tile of a map holds; a file that claims more is broken. */
export const MAX_TILE_BYTES = 8 * 1024 * 1024;
export const VECTOR_TYPE = 'application/vnd.mapbox-vector-tile';
const OSM = '© OpenStreetMap contributors';
const MAX_TEXT = 500;
const MAX_LAYERS = 200;
/** Of an archive of pictures. */
export const PICTURES = { schema: 'raster', layers: [] } as const;
const MAX_ZOOM = 24;

/** @throws ArchiveError when the layers are of neither schema */
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

/** Plain text of an attribution that may be HTML. Vector tiles are of OpenStreetMap, whose licence wants to be named. */
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

/** @throws ArchiveError unless it is an area of the globe */
export function checkedBounds(bounds: readonly number[]): Bounds {
  const [west, south, east, north] = bounds as [number, number, number, number];
  const numbers = bounds.length === 4 && bounds.every(Number.isFinite);
  if (!numbers || west >= east || south >= north || west < -180.001 || east > 180.001 || south < -90.001 || north > 90.001)
    throw new ArchiveError(`The bounds of the file are not an area of the globe: ${bounds.join(', ')}.`);
  return [west, south, east, north];
}

/** @throws ArchiveError unless they are zooms in order */
export function checkedZooms(minZoom: number, maxZoom: number): { minZoom: number; maxZoom: number } {
  if (!Number.isInteger(minZoom) || !Number.isInteger(maxZoom) || minZoom < 0 || maxZoom < minZoom || maxZoom > MAX_ZOOM)
    throw new ArchiveError(`The file has no zooms that make sense: ${minZoom} to ${maxZoom}.`);
  return { minZoom, maxZoom };
}
