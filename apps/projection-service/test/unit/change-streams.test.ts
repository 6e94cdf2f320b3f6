import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#problems/problem.js';
import { createLogger } from '#telemetry/logger.js';
import { ChangeStreams } from '../../src/feed/change-streams.js';
import type { ChangesFeed, ChangesQuery, ShownPage } from '../../src/feed/changes-feed.js';
import { WaitingReaders } from '../../src/storage/commits/waiting-readers.js';

/** A connection whose buffer is full after `room` writes, until it drains. */
class Connection extends EventEmitter {
  readonly written: string[] = [];
  ended = false;
  destroyed = false;

  constructor(private room: number) {
    super();
  }

  writeHead(): void {
    this.written.length = 0;
  }

  write(text: string): boolean {
    this.written.push(text);
    return --this.room > 0;
  }

  drain(room: number): void {
    this.room = room;
    this.emit('drain');
  }

  end(): void {
    this.ended = true;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

const query = { workspace: 'w', cursor: 'earliest', mode: 'events', limit: 1, waitMs: 0, view: {} } satisfies ChangesQuery;
const logger = createLogger({ service: 'test', instance: 'test', level: 'silent' });

function open(
  connection: Connection,
  pageAfter: (cursor: string) => ShownPage | Promise<ShownPage>,
): { requests: string[]; ending: Promise<void>; waiting: WaitingReaders } {
  const requests: string[] = [];
  async function* follow({ cursor }: ChangesQuery): AsyncGenerator<ShownPage> {
    for (let page = cursor; ;) {
      requests.push(page);
      const shown = await pageAfter(page);
      page = shown.cursor;
      yield shown;
    }
  }
  const feed = { follow } as unknown as ChangesFeed;
  const waiting = new WaitingReaders(10, new Registry());
  const reply = { raw: connection, hijack: () => undefined, getHeaders: () => ({}) } as unknown as FastifyReply;
  return { requests, waiting, ending: new ChangeStreams(feed, waiting, logger).open(query, { id: 'r1' } as FastifyRequest, reply) };
}
const numbered = (cursor: string): ShownPage<string> => ({
  pieces: ['{}'],
  count: 1,
  offsets: [],
  ahead: false,
  cursor: String((Number(cursor) || 0) + 1),
  more: true,
});
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(20);

afterEach(() => vi.useRealTimers());

describe('a stream of the feed', () => {
  it('requests no page before the reader has taken the last one', async () => {
    vi.useFakeTimers();
    const connection = new Connection(4);
    const { requests, ending, waiting } = open(connection, numbered);
    await settle();
    expect(connection.written).toHaveLength(4);
    // The last requested page is the one being taken.
    expect(requests).toEqual(['earliest', '1', '2']);
    connection.drain(2);
    await settle();
    expect(requests).toEqual(['earliest', '1', '2', '3', '4']);
    expect(waiting.present).toBe(1);
    connection.destroy();
    await ending;
    expect(waiting.present).toBe(0);
  });

  it('cuts a reader that takes nothing for half a minute', async () => {
    vi.useFakeTimers();
    const connection = new Connection(2);
    const { ending } = open(connection, numbered);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(connection.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(connection.destroyed).toBe(true);
    await ending;
  });

  it('sends the reason for its end after the last whole event', async () => {
    const connection = new Connection(100);
    const { ending } = open(connection, (cursor) =>
      cursor === '2' ? Promise.reject(new Problem('cursor-expired', 'It is too old.')) : numbered(cursor),
    );
    await ending;
    expect(connection.written.slice(1).map((text) => text.split('\n')[0])).toEqual(['id: 1', 'id: 2', 'event: problem']);
    expect(connection.written.at(-1)).toContain('urn:waymark:problem:cursor-expired');
    expect(connection.ended).toBe(true);
  });

  it('refuses a wrong cursor before it starts', async () => {
    const connection = new Connection(100);
    const { ending, waiting } = open(connection, () => Promise.reject(new Problem('invalid-cursor', 'No.')));
    await expect(ending).rejects.toThrow('No.');
    expect([connection.written, waiting.present]).toEqual([[], 0]);
  });
});
