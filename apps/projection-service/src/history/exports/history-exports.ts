import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AskedObject } from '../query/asked-objects.js';
import type { Asked } from '../query/history-query.js';
import { HistoryReader } from '../query/history-reader.js';
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
    asked: Asked,
    batches: AsyncIterable<readonly AskedObject[]> | Iterable<readonly AskedObject[]>,
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
      { workspace: asked.workspace, pieces: exported(this.reader, asked, batches, wish), headers, filler },
      request,
      reply,
    );
  }
}
