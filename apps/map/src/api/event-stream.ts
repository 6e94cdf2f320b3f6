/** One server-sent event (HTML, 9.2). */
export interface StreamEvent {
  event: string;
  data: string;
  id: string | undefined;
}

const MAX_EVENT_CHARACTERS = 32 * 1024 * 1024;
/**
 * Streams send something, at least a comment, every 10 s. After this time without data, the connection is lost even if there was no error.
 */
const SILENT_MS = 15_000;

/**
 * The events of a `text/event-stream`, as they arrive. Replaces `EventSource`, which cannot send a token in a header; in the address, the
 * token would be logged.
 * @throws TypeError if the connection breaks or is silent for 15 s, RangeError for an event of more than 32 Mi characters
 */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>).getReader();
  let waiting = '';
  try {
    for (;;) {
      const { done, value } = await unlessSilent(reader.read());
      if (done) return;
      const blocks = (waiting + value).split(/\r?\n\r?\n/);
      waiting = blocks.pop()!;
      if (waiting.length > MAX_EVENT_CHARACTERS) throw new RangeError('An event of the stream is too large.');
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function unlessSilent<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>(
    (_, reject) => (timer = setTimeout(() => reject(new TypeError(`Nothing came for ${SILENT_MS / 1000} s.`)), SILENT_MS)),
  );
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function eventOf(block: string): StreamEvent | undefined {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^([^:]*):? ?(.*)$/.exec(line)!;
    if (name === 'event') event = value;
    else if (name === 'id') id = value;
    else if (name === 'data') data.push(value);
  }
  return data.length === 0 && id === undefined ? undefined : { event, data: data.join('\n'), id };
}
