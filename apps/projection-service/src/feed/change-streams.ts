import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';
import type { WaitingReaders } from '../storage/commits/waiting-readers.js';
import { type ChangesFeed, type ChangesQuery, pageText, type ShownPage } from './changes-feed.js';

/** A silent stream sends its position this often: proxies and dead peers need a sign. */
const HEARTBEAT_MS = 10_000;
/** A reader that takes nothing for this long is disconnected; it comes back with its cursor. */
const STALLED_MS = 30_000;
const RECONNECT_MS = 1_000;
/** Streams collect changes for this time, multiplied by the number of streams, up to LONGEST_PAUSE_MS. */
const PAUSE_A_STREAM_MS = 0.4;
const LONGEST_PAUSE_MS = 400;

/**
 * The feed as server-sent events. Each event `changes` is a page, its id the page's cursor. The server stores nothing for a reader:
 * taking a page pulls the next one. While nothing changes, an id alone moves the reader's cursor.
 */
export class ChangeStreams {
  constructor(
    private readonly feed: ChangesFeed,
    private readonly waiting: WaitingReaders,
    private readonly logger: Logger,
  ) {}

  /**
   * Answers once the first page is there, so that a wrong cursor is reported as a normal problem. @throws Problem
   * invalid-cursor, cursor-expired, overloaded
   */
  async open(query: ChangesQuery, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const leave = this.waiting.enter();
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    try {
      const pages = this.feed.follow(query, HEARTBEAT_MS, gone.signal);
      const first = await pages.next();
      if (gone.signal.aborted || first.done) return;
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      reply.raw.write(`retry: ${RECONNECT_MS}\n\n`);
      await this.write(first.value, pages, reply.raw, gone.signal).catch((error: unknown) =>
        this.end(error, request.id, reply.raw, gone.signal),
      );
      reply.raw.end();
    } finally {
      leave();
    }
  }

  private async write(first: ShownPage, rest: AsyncGenerator<ShownPage, void>, out: ServerResponse, gone: AbortSignal): Promise<void> {
    await this.writePage(first, out, gone);
    for await (const page of rest) await this.writePage(page, out, gone);
  }

  private async writePage(page: ShownPage, out: ServerResponse, gone: AbortSignal): Promise<void> {
    const event =
      page.changes.length > 0 ? `id: ${page.cursor}\nevent: changes\ndata: ${oneLine(pageText(page))}\n\n` : `id: ${page.cursor}\n\n`;
    await this.taken(out, event, gone);
    if (!page.more) await sleep(Math.min(this.waiting.present * PAUSE_A_STREAM_MS, LONGEST_PAUSE_MS), undefined, { signal: gone });
  }

  /** Sends the reason as a problem; a reader that connects again gets it as a status. */
  private end(error: unknown, requestId: string, out: ServerResponse, gone: AbortSignal): void {
    if (gone.aborted) return;
    const problem =
      error instanceof Problem ? error : new Problem('unavailable', 'The projection cannot be read at the moment. Connect again.');
    if (problem !== error) this.logger.warn({ err: error }, 'A stream of the feed was ended.');
    out.write(`event: problem\ndata: ${JSON.stringify(problem.body(requestId))}\n\n`);
  }

  private async taken(out: ServerResponse, text: string, gone: AbortSignal): Promise<void> {
    if (out.write(text) || gone.aborted) return;
    const stalled = setTimeout(() => out.destroy(), STALLED_MS);
    try {
      await once(out, 'drain', { signal: gone });
    } finally {
      clearTimeout(stalled);
    }
  }
}

/** A line feed would end the field of an event; between the tokens of JSON it is only white space. */
const oneLine = (json: string): string => json.replaceAll('\n', '');
