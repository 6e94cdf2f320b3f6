import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
        // A line break that is two bytes long may be cut in two as well.
        expect((await read(chunks)).filter(({ data }) => data !== '')).toEqual(whole.filter(({ data }) => data !== ''));
      }),
    );
  });
});
