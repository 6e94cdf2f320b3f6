import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { weakTagOf } from '#entity-tags/entity-tag.js';
import { encodeTile } from './encode-tile.js';
import type { TileReader } from './tile-reader.js';
import { type TileView, viewKey } from './tile-view.js';

/** A tile in an answer. */
export interface MadeTile {
  /** Empty for a tile without content. */
  body: Buffer;
  gzipped: Buffer | undefined;
  /** Weak (RFC 9110, 8.8.1), since it covers both encodings. */
  etag: string;
}

/** How long readers share a tile. */
const FRESH_MS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Smaller tiles do not shrink. */
const GZIP_FROM = 1024;
const LEVEL = 3;
const zip = promisify(gzip);

/** Newly built tiles. Concurrent requests for a tile share one build. */
export class TileCache {
  private readonly kept = new LRUCache<string, MadeTile>({ maxSize: MAX_BYTES, ttl: FRESH_MS });
  private readonly making = new Map<string, Promise<MadeTile>>();

  constructor(private readonly reader: TileReader) {}

  tile(view: TileView): Promise<MadeTile> {
    const key = viewKey(view);
    const known = this.kept.get(key) ?? this.making.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const making = this.make(view).finally(() => this.making.delete(key));
    this.making.set(key, making);
    void making.then(
      (tile) => this.kept.set(key, tile, { size: key.length + tile.body.length + (tile.gzipped?.length ?? 0) + 1 }),
      () => undefined,
    );
    return making;
  }

  private async make(view: TileView): Promise<MadeTile> {
    const encoded = encodeTile(await this.reader.read(view));
    const body = encoded === undefined ? Buffer.alloc(0) : Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
    const gzipped = body.length >= GZIP_FROM ? await zip(body, { level: LEVEL }) : undefined;
    return { body, gzipped, etag: weakTagOf(body) };
  }
}
