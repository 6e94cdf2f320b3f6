import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import {
  Compression,
  findTile,
  type Header,
  PMTiles,
  type RangeResponse,
  SharedPromiseCache,
  type Source,
  TileType,
  zxyToTileId,
} from 'pmtiles';
import {
  ArchiveError,
  type ArchiveFacts,
  attributionOf,
  checkedBounds,
  checkedZooms,
  MAX_TILE_BYTES,
  PICTURES,
  schemaOf,
  type Tile,
  type TileArchive,
  VECTOR_TYPE,
} from './tile-archive.js';

/** The source of a PMTiles archive's bytes. */
export interface RangeSource {
  /** Distinguishes sources in the cache. */
  readonly key: string;
  /** Total size, if known. */
  readonly size?: number;
  read(offset: number, length: number, signal?: AbortSignal): Promise<ArrayBuffer>;
  close(): Promise<void>;
}

/** Directories of all archives kept in memory, each with up to about 20,000 entries. */
const KEPT_DIRECTORIES = 32;
/** Directories and metadata have some hundred kilobytes; a larger range means a broken file. */
const MAX_RANGE_BYTES = 16 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 3;
const MEDIA_TYPES: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Mvt]: VECTOR_TYPE,
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
};

const unzip = promisify(gunzip);
const unbrotli = promisify(brotliDecompress);

async function unpack(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return bytes;
  const limit = { maxOutputLength: MAX_UNPACKED_BYTES };
  if (compression === Compression.Gzip) return bufferOf(await unzip(new Uint8Array(bytes), limit));
  if (compression === Compression.Brotli) return bufferOf(await unbrotli(new Uint8Array(bytes), limit));
  throw new ArchiveError('The file is compressed with Zstandard, which is not supported. Run pmtiles convert to get one with gzip.');
}

const bufferOf = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Shared by all archives, whose directories together stay within one limit. */
const cache = new SharedPromiseCache(KEPT_DIRECTORIES, false, unpack);

class CheckedSource implements Source {
  constructor(private readonly ranges: RangeSource) {}

  getKey(): string {
    return this.ranges.key;
  }

  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    if (length > MAX_RANGE_BYTES)
      throw new ArchiveError(`The file is broken: it has a piece of ${length} bytes where some hundred thousand are usual.`);
    return { data: await this.ranges.read(offset, length, signal) };
  }
}

/** A PMTiles archive (version 3); only the needed parts are read. */
export class PmtilesArchive implements TileArchive {
  private constructor(
    private readonly ranges: RangeSource,
    private readonly source: Source,
    private readonly header: Header,
    readonly facts: ArchiveFacts,
  ) {}

  /** Takes ownership of the source, and closes it if it cannot be read. @throws ArchiveError */
  static async open(ranges: RangeSource): Promise<PmtilesArchive> {
    const source = new CheckedSource(ranges);
    try {
      const archive = new PMTiles(source, cache, unpack);
      const header = await archive.getHeader();
      const end = header.tileDataOffset + (header.tileDataLength ?? 0);
      if (ranges.size !== undefined && ranges.size < end)
        throw new ArchiveError(`The file is cut off: it has ${ranges.size} of ${end} bytes.`);
      const metadata = ((await archive.getMetadata()) ?? {}) as Record<string, unknown>;
      const mediaType = MEDIA_TYPES[header.tileType];
      if (mediaType === undefined) throw new ArchiveError('The tiles of the file are neither vector tiles nor PNG, JPEG or WebP.');
      const { schema, layers } = header.tileType === TileType.Mvt ? schemaOf(metadata.vector_layers) : PICTURES;
      const { minLon, minLat, maxLon, maxLat, minZoom, maxZoom } = header;
      const facts = {
        schema,
        layers,
        mediaType,
        ...checkedZooms(minZoom, maxZoom),
        bounds: checkedBounds([minLon, minLat, maxLon, maxLat]),
        attribution: attributionOf(metadata.attribution, schema),
      };
      return new PmtilesArchive(ranges, source, header, facts);
    } catch (error) {
      await ranges.close();
      if (error instanceof ArchiveError) throw error;
      throw new ArchiveError(`This is no PMTiles archive that can be read (version 3 is): ${(error as Error).message}.`, { cause: error });
    }
  }

  async tile(z: number, x: number, y: number): Promise<Tile | undefined> {
    const { header, source } = this;
    if (z < header.minZoom || z > header.maxZoom) return undefined;
    const id = zxyToTileId(z, x, y);
    let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength];
    for (let depth = 0; depth <= MAX_DEPTH; depth++) {
      const entry = findTile(await cache.getDirectory(source, offset, length, header), id);
      if (entry === null) return undefined;
      if (entry.runLength > 0) return this.read(header.tileDataOffset + entry.offset, entry.length);
      [offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length];
    }
    throw new ArchiveError('The file is broken: its directories have no end.');
  }

  close(): Promise<void> {
    return this.ranges.close();
  }

  private async read(offset: number, length: number): Promise<Tile> {
    if (length > MAX_TILE_BYTES) throw new ArchiveError(`The file is broken: it has a tile of ${length} bytes.`);
    const { data } = await this.source.getBytes(offset, length);
    if (this.header.tileCompression === Compression.Gzip) return { bytes: new Uint8Array(data), gzipped: true };
    return { bytes: new Uint8Array(await unpack(data, this.header.tileCompression)), gzipped: false };
  }
}
