import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventsOf, type StreamEvent } from '../../src/api/event-stream.js';

async function read(chunks: readonly Uint8Array[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(out) {
      for (const chunk of chunks) out.enqueue(chunk);
      out.close();
    },
  });
  for await (const event of eventsOf(body)) events.push(event);
  return events;
}

afterEach(() => void vi.useRealTimers());

describe('server-sent events', () => {
  it('come out the same however they were cut on the way', async () => {
    const text = 'retry: 1000\n\nid: 7\nevent: changes\ndata: {"a":"ä🚜"}\n\nid: 8\n\n: a comment\n\ndata: one\ndata: two\r\n\r\n';
    const bytes = new TextEncoder().encode(text);
    const whole = await read([bytes]);
    expect(whole).toEqual([
      { event: 'changes', data: '{"a":"ä🚜"}', id: '7' },
      { event: 'message', data: '', id: '8' },
      { event: 'message', data: 'one\ntwo', id: undefined },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 10 }), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, n) => bytes.slice(at[n], end));
        // A line break of two bytes may also be split between chunks.
        expect((await read(chunks)).filter(({ data }) => data !== '')).toEqual(whole.filter(({ data }) => data !== ''));
      }),
    );
  });

  it('are over when the other end is lost without a word, and not before', async () => {
    vi.useFakeTimers();
    let send = (_: string): void => undefined;
    const body = new ReadableStream<Uint8Array>({ start: (out) => void (send = (text) => out.enqueue(new TextEncoder().encode(text))) });
    let ended: unknown;
    const events: StreamEvent[] = [];
    const reading = (async () => {
      for await (const event of eventsOf(body)) events.push(event);
    })().catch((error: unknown) => (ended = error));
    for (let beat = 0; beat < 6; beat++) {
      await vi.advanceTimersByTimeAsync(10_000);
      send(':\n\n');
    }
    send('data: still here\n\n');
    await vi.advanceTimersByTimeAsync(14_000);
    expect([events.length, ended]).toEqual([1, undefined]);
    await vi.advanceTimersByTimeAsync(2000);
    await reading;
    expect(ended).toBeInstanceOf(TypeError);
  });
});
