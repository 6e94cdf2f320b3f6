import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
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

const CACHE_KIBIBYTES = 2048;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pbf: VECTOR_TYPE,
  mvt: VECTOR_TYPE,
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** An MBTiles archive: an SQLite database with a row for each tile. Reads are synchronous, because each is one look-up in an index. */
export class MbtilesArchive implements TileArchive {
  private constructor(
    private readonly database: DatabaseSync,
    private readonly select: StatementSync,
    readonly facts: ArchiveFacts,
  ) {}

  /** @throws ArchiveError */
  static open(file: string): MbtilesArchive {
    // Immutable: without locks and journal, so a read-only folder is enough. Files are replaced, never changed.
    const address = pathToFileURL(file);
    address.search = 'immutable=1';
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(address, { readOnly: true, allowExtension: false });
      database.exec(`PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cache_size = -${CACHE_KIBIBYTES}`);
      const facts = factsIn(database);
      const select = database.prepare(
        `SELECT CASE WHEN length(tile_data) <= ${MAX_TILE_BYTES} THEN tile_data END AS bytes FROM tiles WHERE zoom_level = ?
          AND tile_column = ? AND tile_row = ?`,
      );
      return new MbtilesArchive(database, select, facts);
    } catch (error) {
      database?.close();
      if (error instanceof ArchiveError) throw error;
      throw new ArchiveError(`This is no MBTiles archive that can be read: ${(error as Error).message}.`, { cause: error });
    }
  }

  tile(z: number, x: number, y: number): Promise<Tile | undefined> {
    // Rows are counted from the south.
    const row = this.select.get(z, x, 2 ** z - 1 - y) as { bytes: Uint8Array | null } | undefined;
    if (row === undefined) return Promise.resolve(undefined);
    const { bytes } = row;
    if (!(bytes instanceof Uint8Array))
      return Promise.reject(
        new ArchiveError(`The file is broken: its tile ${z}/${x}/${y} is no tile, or has more than ${MAX_TILE_BYTES} bytes.`),
      );
    return Promise.resolve({ bytes, gzipped: bytes[0] === 0x1f && bytes[1] === 0x8b });
  }

  close(): Promise<void> {
    this.database.close();
    return Promise.resolve();
  }
}

function factsIn(database: DatabaseSync): ArchiveFacts {
  const metadata = new Map(
    database
      .prepare('SELECT name, value FROM metadata LIMIT 1000')
      .all()
      .map(({ name, value }) => [String(name), String(value)]),
  );
  const format = metadata.get('format') ?? '';
  const mediaType = MEDIA_TYPES[format];
  if (mediaType === undefined)
    throw new ArchiveError(`The tiles of the file are of the format ${JSON.stringify(format)}; pbf, png, jpg and webp can be shown.`);
  const { vector_layers: vectorLayers } = JSON.parse(metadata.get('json') ?? '{}') as { vector_layers?: unknown };
  const { schema, layers } = mediaType === VECTOR_TYPE ? schemaOf(vectorLayers) : PICTURES;
  const range = database.prepare('SELECT min(zoom_level) AS least, max(zoom_level) AS most FROM tiles').get() as {
    least: number | null;
    most: number | null;
  };
  if (range.least === null || range.most === null) throw new ArchiveError('The file has no tiles.');
  const bounds = metadata.has('bounds') ? metadata.get('bounds')!.split(',').map(Number) : [-180, -85.05, 180, 85.05];
  return {
    schema,
    layers,
    mediaType,
    ...checkedZooms(range.least, range.most),
    bounds: checkedBounds(bounds),
    attribution: attributionOf(metadata.get('attribution'), schema),
  };
}
