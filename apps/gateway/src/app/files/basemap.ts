import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#telemetry/logger.js';
import type { TileAddress } from './tile-address.js';

/** A file with the hash of the tiles' sources. The build writes it last, so the tiles are incomplete without it. */
const STAMP = '.built-from';
const HASH_CHARACTERS = 16;

/** The built tiles of the basemap, one gzip file each. */
export class Basemap {
  private constructor(
    private readonly folder: string,
    /** Hash of the tiles' source; part of their address, so that they can be cached as immutable. */
    readonly hash: string,
    readonly maxZoom: number,
  ) {}

  /** The basemap in the folder. Undefined if there is none, or if it is incomplete or unreadable, which is logged. */
  static in(folder: string, log: Pick<Logger, 'warn' | 'error'>): Basemap | undefined {
    try {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, STAMP)))
        .digest('hex')
        .slice(0, HASH_CHARACTERS);
      const zooms = readdirSync(folder)
        .filter((name) => /^\d+$/.test(name))
        .map(Number);
      if (zooms.length > 0) return new Basemap(folder, hash, Math.max(...zooms));
    } catch (error) {
      if (!isAbsent(error)) {
        log.error({ err: error }, 'The folder of the basemap (BASEMAP_FOLDER) cannot be read; the map app has none.');
        return undefined;
      }
    }
    log.warn('There is no basemap to serve: create it with npm run build.');
    return undefined;
  }

  /** A Mapbox Vector Tile in gzip; undefined: the tile is empty. */
  async tile({ z, x, y }: TileAddress): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.folder, `${z}/${x}/${y}.mvt.gz`));
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
}

const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
