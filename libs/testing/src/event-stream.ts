/** A server-sent event as a client dispatches it; `data` is undefined for an event with only an id. */
export interface StreamEvent {
  id: string | undefined;
  event: string;
  data: string | undefined;
}

/**
 * Parses server-sent events by the rules of WHATWG HTML 9.2.6, independently of the code that writes them. An incomplete last event is
 * dropped.
 */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let rest = '';
  let id: string | undefined;
  let event = '';
  let data: string[] = [];
  for await (const text of body.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop()!;
    for (const line of lines) {
      if (line === '') {
        if (id !== undefined || data.length > 0)
          yield { id, event: event || 'message', data: data.length > 0 ? data.join('\n') : undefined };
        [event, data] = ['', []];
        continue;
      }
      const colon = line.indexOf(':');
      const [name, value] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
      if (name === 'id') id = value;
      else if (name === 'event') event = value;
      else if (name === 'data') data.push(value);
    }
  }
}
