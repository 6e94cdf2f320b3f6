import { Controller, Get, Param, Query, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNamed } from '#entity-tags/entity-tag.js';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { TileCache } from './tile-cache.js';
import { tileOf, tileViewOf } from './tile-view.js';

const MEDIA_TYPE = 'application/vnd.mapbox-vector-tile';
/** Cached for one caller only, and revalidated soon, with 304 if nothing has moved. */
const CACHE_CONTROL = 'private, max-age=1';

/** Vector tiles of a workspace's objects. */
@Controller('groups/:group/tiles')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('Tiles cannot be read at the moment. Try again.'))
export class TilesController {
  constructor(private readonly tiles: TileCache) {}

  @Get(':z/:x/:y.mvt')
  async tile(
    @Param() path: Record<string, string>,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const tile = tileOf(path['z'] ?? '', path['x'] ?? '', path['y'] ?? '');
    const view = tileViewOf(
      pathId('group', path['group'] ?? ''),
      tile,
      new QueryParameters(query, ['type', 'colour']),
      forwardedNarrowing(request.headers[NARROWED_HEADER]),
    );
    const { body, gzipped, etag } = await this.tiles.tile(view);
    void reply.header('cache-control', CACHE_CONTROL).header('etag', etag).header('vary', 'accept-encoding, authorization');
    if (isNamed(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (body.length === 0) return reply.code(204).send();
    void reply.header('content-type', MEDIA_TYPE);
    const zipped = takesGzip(request.headers['accept-encoding']) ? gzipped : undefined;
    if (zipped !== undefined) void reply.header('content-encoding', 'gzip');
    return reply.send(zipped ?? body);
  }
}

/** Whether Accept-Encoding lists gzip, without `q=0`. */
const takesGzip = (header: string | string[] | undefined): boolean =>
  typeof header === 'string' && header.split(',').some((part) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part));
