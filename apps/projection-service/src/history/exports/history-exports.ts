import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HistoryQuery } from '../query/history-query.js';
import { HistoryReader } from '../query/history-reader.js';
import type { RequestedObject } from '../query/requested-objects.js';
import { exported, type ExportWish, FORMATS } from './export-format.js';
import { OpenExports } from './open-exports.js';

/** Sends a whole history in the requested format. */
@Injectable()
export class HistoryExports {
  constructor(
    private readonly reader: HistoryReader,
    private readonly open: OpenExports,
  ) {}

  /** @param batches objects in the order of the export */
  send(
    query: HistoryQuery,
    batches: AsyncIterable<readonly RequestedObject[]> | Iterable<readonly RequestedObject[]>,
    wish: ExportWish,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const headers = {
      'content-type': `${FORMATS[wish.format]}; charset=utf-8`,
      'content-disposition': `attachment; filename="history.${wish.format}"`,
    };
    const filler = wish.format === 'geojson' || wish.format === 'gpx' ? '\n' : undefined;
    return this.open.send(
      { workspace: query.workspace, pieces: exported(this.reader, query, batches, wish), headers, filler },
      request,
      reply,
    );
  }
}
