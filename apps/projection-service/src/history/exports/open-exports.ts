import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';

/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 30_000;
/** Pieces are collected until they have this many characters. */
const PIECE_CHARACTERS = 64 * 1024;
/** Longest time to collect pieces: clients and proxies take silence for a broken connection. */
const SILENCE_MS = 2_000;

export interface Export {
  workspace: string;
  pieces: AsyncGenerator<string>;
  headers: Record<string, string>;
  /** Text without meaning that may be sent between two pieces; absent if the format has none. */
  filler?: string;
}

export interface OpenExportsOptions {
  /** Most concurrent exports. Each uses at most one connection, so that reads keep the others. */
  most: number;
  /** Time limit of one export. */
  limitSeconds: number;
  logger: Logger;
  registry: Registry;
}

/** Sends answers that are too large for memory: at the client's pace, and only until the client disconnects. */
export class OpenExports {
  /** Open exports with their workspaces. */
  private readonly open = new Map<AbortController, string>();

  constructor(private readonly options: OpenExportsOptions) {
    watchedGauge(options.registry, {
      name: 'waymark_projection_exports_open',
      help: 'History exports in progress.',
      value: () => this.open.size,
    });
  }

  /**
   * Writes all pieces. A failure before the first piece, within two seconds, becomes a normal problem. A later failure cuts the
   * connection, so that no client mistakes a part for the whole.
   * @throws Problem overloaded
   */
  async send({ workspace, pieces, headers, filler }: Export, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { limitSeconds, logger } = this.options;
    const ends = this.enter(workspace);
    const onClose = (): void => ends.abort();
    reply.raw.once('close', onClose);
    const limit = setTimeout(() => ends.abort(new Error(`The export took longer than ${limitSeconds} s.`)), limitSeconds * 1000);
    try {
      const first = pieces.next();
      await orLater(first);
      if (reply.raw.destroyed) return void (await first);
      reply.hijack();
      reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers, 'cache-control': 'no-store' });
      reply.raw.flushHeaders();
      if (request.method === 'HEAD') return void reply.raw.end();
      await write(reply.raw, await first, pieces, ends.signal, filler);
      reply.raw.end();
    } catch (error) {
      if (!reply.raw.headersSent) throw error;
      if (!reply.raw.destroyed)
        logger.warn({ err: ends.signal.aborted ? ends.signal.reason : error, requestId: request.id }, 'An export was interrupted.');
      reply.raw.destroy();
    } finally {
      clearTimeout(limit);
      reply.raw.off('close', onClose);
      this.open.delete(ends);
      await pieces.return(undefined).catch(() => undefined);
    }
  }

  /** Takes one of the places for exports; a workspace can have at most half of them. */
  private enter(workspace: string): AbortController {
    const { most } = this.options;
    const share = Math.ceil(most / 2);
    const refuse = (whose: string): never => {
      throw new Problem('overloaded', `${whose} being written; try again in some seconds.`, { headers: { 'retry-after': '5' } });
    };
    if (this.open.size >= most) refuse(`${most} exports are`);
    if ([...this.open.values()].filter((each) => each === workspace).length >= share) refuse(`${share} exports of this workspace are`);
    const ends = new AbortController();
    this.open.set(ends, workspace);
    return ends;
  }

  /** Cuts the open exports; clients notice that these are incomplete. */
  close(): void {
    for (const ends of this.open.keys()) ends.abort(new Error('The service is stopping.'));
  }
}

/** Resolves with the first piece, or after the longest allowed silence. */
async function orLater(first: Promise<unknown>): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  try {
    await Promise.race([first, new Promise((resolve) => (late = setTimeout(resolve, SILENCE_MS)))]);
  } finally {
    clearTimeout(late);
  }
}

async function write(
  out: ServerResponse,
  first: IteratorResult<string, unknown>,
  pieces: AsyncGenerator<string>,
  ends: AbortSignal,
  filler = '',
): Promise<void> {
  let held = '';
  const flush = (): boolean => {
    const text = held;
    held = '';
    return text === '' || out.write(text);
  };
  let isBegun = false;
  const impatient = setInterval(() => {
    if (out.writableNeedDrain) return;
    if (held === '' && isBegun) held = filler;
    flush();
  }, SILENCE_MS);
  try {
    for (let next = first; !next.done; next = await pieces.next()) {
      ends.throwIfAborted();
      held += next.value;
      // The first piece is sent at once.
      if (isBegun && held.length < PIECE_CHARACTERS) continue;
      isBegun = true;
      if (!flush()) await drained(out, ends);
    }
    ends.throwIfAborted();
    if (!flush()) await drained(out, ends);
  } finally {
    clearInterval(impatient);
  }
}

async function drained(out: ServerResponse, ends: AbortSignal): Promise<void> {
  const stalled = setTimeout(() => out.destroy(), STALLED_MS);
  try {
    await once(out, 'drain', { signal: ends });
  } finally {
    clearTimeout(stalled);
  }
}
