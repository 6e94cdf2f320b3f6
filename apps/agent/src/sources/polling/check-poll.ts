import type { Finding, Received, SourceContext } from '../../reading/source.js';
import { errorText } from '../connecting/error-text.js';
import { BoundedGetter } from './bounded-get.js';
import type { PollOptions } from './poll-options.js';
import { type ReadDocument, requestOf } from './poll.js';

const CHECK_MS = 10_000;
const MAX_SAMPLES = 10;

/** Requests the document once and reports its contents. @param empty advice for a document without items, after a space */
export async function checkPoll(
  options: PollOptions,
  { signal }: Pick<SourceContext, 'signal'>,
  read: ReadDocument,
  empty = '',
): Promise<{ findings: Finding[]; samples: Received[] }> {
  let getter: BoundedGetter | undefined;
  try {
    getter = new BoundedGetter(options.tls);
    const request = requestOf(options);
    const got = await getter.get({ ...request, timeoutMs: Math.min(request.timeoutMs, CHECK_MS) }, {}, signal);
    if (got.kind !== 'body') return fault(got.kind === 'refused' ? got.detail : 'The server answered 304 to a request without conditions.');
    const items = [...read(got.bytes, got.contentType)];
    const count: Finding =
      items.length > 0
        ? { level: 'fine', text: `The document has ${items.length} items in ${got.bytes.length} bytes.` }
        : { level: 'warning', text: `The document has no items.${empty}` };
    return { findings: [count], samples: items.slice(0, MAX_SAMPLES).map(({ message }) => message) };
  } catch (error) {
    return fault(errorText(error));
  } finally {
    await getter?.close();
  }
}

function fault(text: string): { findings: Finding[]; samples: Received[] } {
  return { findings: [{ level: 'fault', text }], samples: [] };
}
