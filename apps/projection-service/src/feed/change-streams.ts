import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#telemetry/logger.js';
import { EventStream, HEARTBEAT_MS } from '../reading/event-stream.js';
import type { WaitingReaders } from '../storage/commits/waiting-readers.js';
import { type ChangesFeed, type ChangesQuery, pageText, type ShownPage } from './changes-feed.js';

/** Streams collect changes for this time per open stream, up to MAX_PAUSE_MS in total. */
const PAUSE_PER_STREAM_MS = 0.4;
const MAX_PAUSE_MS = 400;

/**
 * The feed as server-sent events. Each event `changes` is a page, and its id is the page's cursor. The server buffers nothing for a
 * reader: the next page is read when the reader has taken the last one. While nothing changes, events with only an id move the cursor.
 */
export class ChangeStreams {
  constructor(
    private readonly feed: ChangesFeed,
    private readonly waiting: WaitingReaders,
    private readonly logger: Logger,
  ) {}

  /**
   * Answers once the first page is available, so that a wrong cursor is reported as a normal problem.
   * @throws Problem invalid-cursor, cursor-expired, overloaded
   */
  async open(query: ChangesQuery, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const leave = this.waiting.enter();
    const stream = new EventStream(request, reply);
    try {
      const pages = this.feed.follow(query, HEARTBEAT_MS, stream.gone);
      const first = await pages.next();
      if (stream.gone.aborted || first.done) return;
      stream.begin();
      await this.write(first.value, pages, stream);
      stream.end();
    } catch (error) {
      if (stream.endWith(error)) this.logger.warn({ err: error }, 'A stream of the feed was ended.');
    } finally {
      leave();
    }
  }

  private async write(first: ShownPage<string>, rest: AsyncGenerator<ShownPage<string>, void>, stream: EventStream): Promise<void> {
    await this.writePage(first, stream);
    for await (const page of rest) await this.writePage(page, stream);
  }

  private async writePage(page: ShownPage<string>, stream: EventStream): Promise<void> {
    const event =
      page.pieces.length > 0 ? `id: ${page.cursor}\nevent: changes\ndata: ${oneLine(pageText(page))}\n\n` : `id: ${page.cursor}\n\n`;
    await stream.write(event);
    if (!page.more) await sleep(Math.min(this.waiting.present * PAUSE_PER_STREAM_MS, MAX_PAUSE_MS), undefined, { signal: stream.gone });
  }
}

/** Removes line feeds, which would end the field of an event. In serialised JSON they only occur between tokens. */
const oneLine = (json: string): string => json.replaceAll('\n', '');
