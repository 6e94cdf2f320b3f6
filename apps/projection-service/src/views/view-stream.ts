import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Problem } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';
import type { FeedReader } from '../feed/feed-reader.js';
import type { SharedPages } from '../feed/shared-pages.js';
import type { ObjectList } from '../objects/object-list.js';
import type { CommitSignal } from '../storage/commits/commit-signal.js';
import type { WaitingReaders } from '../storage/commits/waiting-readers.js';
import { ViewedObjects, type ViewQuery } from './viewed-objects.js';

const HEARTBEAT_MS = 10_000;
const STALLED_MS = 30_000;
/** Changes within this time are sent together. */
const PAUSE_MS = 250;
const LINES = 1000;

/** Parts that the streams of views share. */
interface ViewStreamParts {
  pool: Pool;
  list: ObjectList;
  pages: Pick<SharedPages, 'page'>;
  reader: Pick<FeedReader, 'bound'>;
  signal: CommitSignal;
  waiting: WaitingReaders;
  logger: Logger;
}

/**
 * A view as server-sent events: first an event `view` with all objects in the box, then events `changes` with those that
 * changed or entered, and the ids of those that left. Ids in view are held for as long as the stream is open; a disconnected reader
 * connects again and starts with `view`.
 */
export class ViewStream {
  constructor(private readonly parts: ViewStreamParts) {}

  /** @throws Problem invalid-parameter when too many are in the box, overloaded */
  async open(query: ViewQuery, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { reader, waiting } = this.parts;
    const viewed = new ViewedObjects(this.parts, query);
    const leave = waiting.enter();
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    try {
      // Before the first object is read, so that later changes are not missed.
      const since = await reader.bound('latest');
      const objects = await viewed.all();
      if (gone.signal.aborted) return;
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      await write(reply.raw, `retry: 1000\n\nevent: view\ndata: {"objects":[${objects}]}\n\n`, gone.signal);
      await this.follow(viewed, query.workspace, since, reply.raw, gone.signal).catch((error: unknown) =>
        this.end(error, request.id, reply.raw, gone.signal),
      );
      reply.raw.end();
    } finally {
      leave();
    }
  }

  private async follow(
    viewed: ViewedObjects,
    workspace: string,
    begin: readonly number[],
    out: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const { pages, signal } = this.parts;
    let since = begin;
    for (let told = performance.now(); !gone.aborted && !signal.closed;) {
      const version = signal.version(workspace);
      const page = await pages.page(workspace, since, LINES);
      since = page.offsets;
      for await (const { objects, left } of viewed.after(page)) {
        if (objects.length + left.length === 0) continue;
        await write(out, `event: changes\ndata: ${JSON.stringify({ objects, left })}\n\n`, gone);
        told = performance.now();
      }
      if (performance.now() - told > HEARTBEAT_MS) {
        await write(out, ':\n\n', gone);
        told = performance.now();
      }
      if (page.more) continue;
      await sleep(PAUSE_MS, undefined, { signal: gone });
      await signal.changed(workspace, version, HEARTBEAT_MS, gone);
    }
  }

  private end(error: unknown, requestId: string, out: ServerResponse, gone: AbortSignal): void {
    if (gone.aborted) return;
    const problem =
      error instanceof Problem ? error : new Problem('unavailable', 'The projection cannot be read at the moment. Connect again.');
    if (problem !== error) this.parts.logger.warn({ err: error }, 'A stream of what is in view was ended.');
    out.write(`event: problem\ndata: ${JSON.stringify(problem.body(requestId))}\n\n`);
  }
}

async function write(out: ServerResponse, text: string, gone: AbortSignal): Promise<void> {
  if (out.write(text) || gone.aborted) return;
  const stalled = setTimeout(() => out.destroy(), STALLED_MS);
  try {
    await once(out, 'drain', { signal: gone });
  } finally {
    clearTimeout(stalled);
  }
}
