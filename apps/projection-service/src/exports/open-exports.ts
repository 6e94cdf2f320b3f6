import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import { Problem } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';

/** A reader that takes nothing for so long is cut. */
const STALLED_MS = 30_000;
/** Pieces are sent together until they have so many characters. */
const PIECE_CHARACTERS = 64 * 1024;

export interface OpenExportsOptions {
  /** So many at a time: each holds at most one connection, so reads keep the others. */
  most: number;
  /** Of one export. */
  limitSeconds: number;
  logger: Logger;
  registry: Registry;
}

/** Answers that are too large for one piece: written as their reader takes them, given up when it goes away. */
export class OpenExports {
  private readonly open = new Set<AbortController>();

  constructor(private readonly options: OpenExportsOptions) {
    const { open } = this;
    new Gauge({
      name: 'waymark_projection_exports_open',
      help: 'Exports of history that are being written.',
      registers: [options.registry],
      collect() {
        this.set(open.size);
      },
    });
  }

  /**
   * Writes all pieces. What fails before the first is a problem like any other; later the connection is cut, so that nobody takes a part for the whole.
   * @throws Problem overloaded
   */
  async send(pieces: AsyncGenerator<string>, headers: Record<string, string>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { most, limitSeconds, logger } = this.options;
    if (this.open.size >= most) throw new Problem('overloaded', `${most} exports are being written; try again in some seconds.`, { headers: { 'retry-after': '5' } });
    const ends = new AbortController();
    this.open.add(ends);
    const onClose = (): void => ends.abort();
    reply.raw.once('close', onClose);
    const limit = setTimeout(() => ends.abort(new Error(`The export took longer than ${limitSeconds} s.`)), limitSeconds * 1000);
    try {
      const first = await pieces.next();
      if (reply.raw.destroyed) return;
      if (ends.signal.aborted) throw new Problem('unavailable', 'The export took too long to begin; narrow it by from and to, or by an area.', { cause: ends.signal.reason });
      reply.hijack();
      reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers, 'cache-control': 'no-store' });
      if (request.method === 'HEAD') return void reply.raw.end();
      await write(reply.raw, first, pieces, ends.signal);
      reply.raw.end();
    } catch (error) {
      if (!reply.raw.headersSent) throw error;
      if (!reply.raw.destroyed) logger.warn({ err: ends.signal.aborted ? ends.signal.reason : error, requestId: request.id }, 'An export was cut.');
      reply.raw.destroy();
    } finally {
      clearTimeout(limit);
      reply.raw.off('close', onClose);
      this.open.delete(ends);
      await pieces.return(undefined).catch(() => undefined);
    }
  }

  /** Cuts those that are open: what is whole has an end. */
  close(): void {
    for (const ends of this.open) ends.abort(new Error('The service stops.'));
  }
}

async function write(out: ServerResponse, first: IteratorResult<string, unknown>, pieces: AsyncGenerator<string>, ends: AbortSignal): Promise<void> {
  let held = '';
  for (let next = first; !next.done; next = await pieces.next()) {
    ends.throwIfAborted();
    held += next.value;
    if (held.length < PIECE_CHARACTERS) continue;
    const taken = out.write(held);
    held = '';
    if (!taken) await drained(out, ends);
  }
  ends.throwIfAborted();
  if (held !== '' && !out.write(held)) await drained(out, ends);
}

async function drained(out: ServerResponse, ends: AbortSignal): Promise<void> {
  const stalled = setTimeout(() => out.destroy(), STALLED_MS);
  try {
    await once(out, 'drain', { signal: ends });
  } finally {
    clearTimeout(stalled);
  }
}
