import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from '#telemetry/logger.js';
import type { FeedReader } from '../feed/feed-reader.js';
import type { SharedPages } from '../feed/shared-pages.js';
import type { ObjectList } from '../objects/object-list.js';
import { EventStream, HEARTBEAT_MS } from '../reading/event-stream.js';
import type { CommitSignal } from '../storage/commits/commit-signal.js';
import type { WaitingReaders } from '../storage/commits/waiting-readers.js';
import { ViewedObjects, type ViewQuery } from './viewed-objects.js';

/** Changes within this time are sent together. */
const PAUSE_MS = 250;
const LINES = 1000;

/** Parts that all view streams share. */
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
 * A view as server-sent events: first an event `view` with all objects in the box, then events `changes` with the objects that changed or
 * entered, and the ids of those that left. The ids in view are in memory while the stream is open; a client that connects again starts
 * with `view`.
 */
export class ViewStream {
  constructor(private readonly parts: ViewStreamParts) {}

  /** @throws Problem invalid-parameter for too many objects in the box, overloaded */
  async open(query: ViewQuery, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { reader, waiting, logger } = this.parts;
    const viewed = new ViewedObjects(this.parts, query);
    const leave = waiting.enter();
    const stream = new EventStream(request, reply);
    try {
      // Taken before the first object is read, so that later changes are not missed.
      const since = await reader.bound('latest');
      const objects = await viewed.all();
      if (stream.gone.aborted) return;
      stream.begin();
      await stream.write(`event: view\ndata: {"objects":[${objects}]}\n\n`);
      await this.follow(viewed, query.workspace, since, stream);
      stream.end();
    } catch (error) {
      if (stream.endWith(error)) logger.warn({ err: error }, 'A stream of a map view was ended.');
    } finally {
      leave();
    }
  }

  private async follow(viewed: ViewedObjects, workspace: string, begin: readonly number[], stream: EventStream): Promise<void> {
    const { pages, signal } = this.parts;
    const { gone } = stream;
    let since = begin;
    for (let writtenAt = performance.now(); !gone.aborted && !signal.closed;) {
      const version = signal.version(workspace);
      const page = await pages.page(workspace, since, LINES);
      since = page.offsets;
      for await (const { objects, left } of viewed.after(page)) {
        if (objects.length + left.length === 0) continue;
        await stream.write(`event: changes\ndata: ${JSON.stringify({ objects, left })}\n\n`);
        writtenAt = performance.now();
      }
      if (performance.now() - writtenAt > HEARTBEAT_MS) {
        await stream.write(':\n\n');
        writtenAt = performance.now();
      }
      if (page.more) continue;
      await sleep(PAUSE_MS, undefined, { signal: gone });
      await signal.changed(workspace, version, HEARTBEAT_MS, gone);
    }
  }
}
