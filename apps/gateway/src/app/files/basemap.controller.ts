import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNamed } from '#entity-tags/entity-tag.js';
import { Problem } from '#problems/problem.js';
import { LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { FoundArchive } from '#tile-archives/archive-folder.js';
import { MAX_TILE_BYTES, type Tile, VECTOR_TYPE } from '#tile-archives/tile-archive.js';
import { Basemap } from './basemap.js';
import { codingFor } from './content-coding.js';
import { FOR_GOOD } from './kept-for.js';
import { StreetMaps } from './street-maps.js';
import { type TileAddress, tileAddressOf } from './tile-address.js';

const unzipped = promisify(gunzip);
/** Limit of one tile; some clients draw larger ones slowly, and a file may be a decompression bomb. */
const MAX_UNPACKED_BYTES = 4 * MAX_TILE_BYTES;

/** A source of tiles. */
interface TileSource {
  mediaType: string;
  maxZoom: number;
  tile(address: TileAddress): Promise<Tile | undefined>;
}

/** A tile of the basemap or of a street map, immutable, since its address changes with the content. */
@Controller()
export class BasemapController {
  constructor(
    @Inject(Basemap) private readonly basemap: Basemap | undefined,
    private readonly streets: StreetMaps,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @Get('app/basemap/:hash/:z/:x/:y')
  async tile(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { hash, ...place } = request.params as Record<'hash' | 'z' | 'x' | 'y', string>;
    const source = await this.sourceOf(hash);
    const address = tileAddressOf(place, source.maxZoom);
    if (address === undefined)
      throw new Problem('not-found', `This tile does not exist: z is 0…${source.maxZoom}, x and y are whole numbers from 0 to 2^z − 1.`);
    const coding = codingFor(request.raw.headers['accept-encoding'] as string | undefined, ['gzip', 'identity']);
    if (coding === undefined)
      throw new Problem('not-acceptable', 'Accept-Encoding excludes every available encoding of a tile: gzip, identity.');
    const etag = `W/"${hash}-${address.z}-${address.x}-${address.y}"`;
    if (isNamed(request.raw.headers['if-none-match'], etag))
      return reply
        .headers({ ...FOR_GOOD, etag, vary: 'accept-encoding' })
        .code(304)
        .send();
    const tile = await this.read(source, address);
    void reply.headers({ ...FOR_GOOD, etag, vary: 'accept-encoding' });
    if (tile === undefined) return reply.code(204).send();
    void reply.header('content-type', source.mediaType);
    if (!tile.gzipped) return reply.send(bufferOf(tile.bytes));
    if (coding === 'gzip') return reply.header('content-encoding', 'gzip').send(bufferOf(tile.bytes));
    return reply.send(await unzipped(tile.bytes, { maxOutputLength: MAX_UNPACKED_BYTES }));
  }

  private async sourceOf(hash: string): Promise<TileSource> {
    const { basemap } = this;
    if (hash === basemap?.hash)
      return { mediaType: VECTOR_TYPE, maxZoom: basemap.maxZoom, tile: async (address) => packed(await basemap.tile(address)) };
    const found = await this.streets.find(hash);
    if (found !== undefined) return sourceIn(found);
    if (basemap === undefined)
      throw new Problem('unavailable', 'The basemap has not been built, or only in part. Run npm run build, then restart the gateway.');
    throw new Problem('not-found', 'This URL belongs to an older or newer basemap; reload the app to use the current one.');
  }

  private async read(source: TileSource, address: TileAddress): Promise<Tile | undefined> {
    try {
      return await source.tile(address);
    } catch (error) {
      this.log.error({ err: error, ...address }, 'A map tile cannot be read.');
      throw new Problem('unavailable', 'The tile could not be read; the gateway log has the cause.');
    }
  }
}

const sourceIn = ({ archive }: FoundArchive): TileSource => ({
  mediaType: archive.facts.mediaType,
  maxZoom: archive.facts.maxZoom,
  tile: ({ z, x, y }) => archive.tile(z, x, y),
});
const packed = (bytes: Buffer | undefined): Tile | undefined => bytes && { bytes, gzipped: true };
const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
