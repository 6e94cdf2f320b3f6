import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';

/** How often a silent stream sends a comment, to keep proxies from closing it and to detect dead peers. */
export const HEARTBEAT_MS = 10_000;
/** A client that reads nothing for this long is disconnected; it connects again. */
const STALLED_MS = 30_000;
const RECONNECT_MS = 1_000;

/** Server-sent events (WHATWG HTML, 9.2) as the answer to a read. */
export class EventStream {
  private readonly goneReader = new AbortController();
  private begun = false;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {
    reply.raw.once('close', () => this.goneReader.abort());
  }

  /** Aborted when the reader disconnects. */
  get gone(): AbortSignal {
    return this.goneReader.signal;
  }

  /** Sends the headers. Later errors can only be sent as events, so check everything that can be refused before. */
  begin(): void {
    this.begun = true;
    this.reply.hijack();
    this.reply.raw.writeHead(200, {
      ...(this.reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    this.reply.raw.write(`retry: ${RECONNECT_MS}\n\n`);
  }

  /** Writes events, and waits until the client has read the buffer. @param text one or more events, each with its empty line */
  async write(text: string): Promise<void> {
    const { raw } = this.reply;
    if (raw.write(text) || this.gone.aborted) return;
    const stalled = setTimeout(() => raw.destroy(), STALLED_MS);
    try {
      await once(raw, 'drain', { signal: this.gone });
    } finally {
      clearTimeout(stalled);
    }
  }

  end(): void {
    this.reply.raw.end();
  }

  /**
   * Ends the stream with the reason as an event; a client that connects again gets it as a status.
   * @returns whether the error has to be logged, since the request did not cause it
   * @throws the error, if `begin` was not called yet
   */
  endWith(error: unknown): boolean {
    if (!this.begun) throw error;
    if (this.gone.aborted) return false;
    const problem =
      error instanceof Problem ? error : new Problem('unavailable', 'The projection cannot be read at the moment. Reconnect.');
    this.reply.raw.write(`event: problem\ndata: ${JSON.stringify(problem.body(this.request.id))}\n\n`);
    this.end();
    return problem !== error;
  }
}
