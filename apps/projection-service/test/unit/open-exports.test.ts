import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenExports } from '../../src/history/exports/open-exports.js';

class Reply extends EventEmitter {
  readonly raw = this;
  readonly written: string[] = [];
  headersSent = false;
  destroyed = false;
  writableNeedDrain = false;
  hijack(): void {}
  getHeaders = (): object => ({});
  writeHead(): void {
    this.headersSent = true;
  }
  flushHeaders(): void {}
  write(text: string): boolean {
    this.written.push(text);
    return true;
  }
  end(): void {
    this.destroyed = true;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

/** Pieces that arrive after given delays. */
async function* slowly(pieces: readonly [afterMs: number, text: string][]): AsyncGenerator<string> {
  for (const [afterMs, text] of pieces) {
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    yield text;
  }
}

describe('an export', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const exportsOf = (max: number): OpenExports =>
    new OpenExports({ most: max, limitSeconds: 600, logger: pino({ level: 'silent' }), registry: new Registry() });
  const begin = (
    open: OpenExports,
    workspace: string,
    pieces: readonly [number, string][],
    filler?: string,
  ): { reply: Reply; sent: Promise<void> } => {
    const reply = new Reply();
    return {
      reply,
      sent: open.send(
        { workspace, pieces: slowly(pieces), headers: {}, filler },
        { method: 'GET', id: 'r' } as FastifyRequest,
        reply as unknown as FastifyReply,
      ),
    };
  };

  it('starts at once, holds nothing back for long, and fills silences if its format allows it', async () => {
    const { reply, sent } = begin(
      exportsOf(2),
      'w',
      [
        [0, 'a'],
        [0, 'b'],
        [7000, 'c'],
      ],
      '\n',
    );
    await vi.advanceTimersByTimeAsync(1);
    expect(reply.written).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(reply.written).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(6000);
    expect(reply.written.join('')).toMatch(/^ab\n+c$/);
    await sent;
  });

  it('sends its headers within two seconds, even if nothing was found yet', async () => {
    const { reply, sent } = begin(exportsOf(2), 'w', [[30_000, 'a']]);
    await vi.advanceTimersByTimeAsync(2001);
    expect([reply.headersSent, reply.written]).toEqual([true, []]);
    await vi.advanceTimersByTimeAsync(30_000);
    await sent;
    expect(reply.written).toEqual(['a']);
  });

  it('of one workspace leaves room for those of others', async () => {
    const open = exportsOf(3);
    const long: [number, string][] = [
      [0, 'a'],
      [1000, 'b'],
    ];
    const held = [begin(open, 'w', long), begin(open, 'w', long)];
    await expect(begin(open, 'w', long).sent).rejects.toThrow('of this workspace');
    held.push(begin(open, 'v', long));
    await expect(begin(open, 'u', long).sent).rejects.toThrow('3 exports');
    await vi.advanceTimersByTimeAsync(5000);
    await Promise.all(held.map(({ sent }) => sent));
  });
});
