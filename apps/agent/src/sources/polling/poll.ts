import { pause } from '#lifecycle/abortable-pause.js';
import { type Received, type SourceContext, SourceError } from '../../reading/source.js';
import { Backoff } from '../connecting/backoff.js';
import { errorText } from '../connecting/error-text.js';
import { BoundedGetter, type GetOptions, type Validators } from './bounded-get.js';
import type { PollOptions } from './poll-options.js';
import { SeenItems } from './seen-items.js';

/** One item of a document, with a hash of the content that identifies it. */
export interface Item {
  readonly message: Received;
  readonly hash: string;
}

/** Reads the items of a document; throws an Error when the whole document is invalid. */
export type ReadDocument = (bytes: Buffer, contentType: string) => Iterable<Item>;

interface PollPlace {
  readonly validators: Validators;
  readonly seen: readonly string[];
}

const MAX_IN_ONE = 5000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const DEFAULT_TIMEOUT_SECONDS = 30;

/** The request of a source. */
export function requestOf({ url, headers, timeoutSeconds, maxBytes }: PollOptions): GetOptions {
  return {
    url,
    headers: headers ?? {},
    timeoutMs: (timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    maxBytes: maxBytes ?? DEFAULT_MAX_BYTES,
  };
}

/** Requests a document periodically and hands over its new items. The last document's items are part of the source's place. */
export async function poll(options: PollOptions, context: SourceContext, read: ReadDocument): Promise<void> {
  const getter = new BoundedGetter(options.tls);
  const poller = new Poller(options, context, read, getter);
  const backoff = new Backoff();
  try {
    while (!context.signal.aborted) {
      const begun = performance.now();
      const failure = await poller.once();
      if (context.signal.aborted) return;
      const interval = Math.max(0, options.everySeconds * 1000 - (performance.now() - begun));
      if (failure === undefined) backoff.reset();
      else context.disconnected(failure.detail);
      await pause(failure === undefined ? interval : Math.max(failure.retryAfterMs ?? 0, interval, backoff.next()), context.signal);
    }
  } finally {
    await getter.close();
  }
}

class Poller {
  private validators: Validators;
  private readonly seen: SeenItems;

  constructor(
    private readonly options: PollOptions,
    private readonly context: SourceContext,
    private readonly read: ReadDocument,
    private readonly getter: BoundedGetter,
  ) {
    const place = (context.place ?? {}) as Partial<PollPlace>;
    this.validators = { ...place.validators };
    this.seen = new SeenItems(place.seen);
  }

  /** Returns the error, if any. */
  async once(): Promise<{ detail: string; retryAfterMs?: number } | undefined> {
    const { context, getter } = this;
    try {
      const got = await getter.get(requestOf(this.options), this.validators, context.signal);
      if (got.kind === 'refused') return got;
      if (got.kind === 'unchanged') context.connected('The document has not changed.');
      else {
        const { items, sent } = await this.hand(got.bytes, got.contentType, got.validators);
        context.connected(`The document has ${items} items, ${sent} of them new.`);
      }
      return undefined;
    } catch (error) {
      if (error instanceof SourceError) throw error;
      return { detail: errorText(error) };
    }
  }

  private async hand(bytes: Buffer, contentType: string, validators: Validators): Promise<{ items: number; sent: number }> {
    this.seen.begin();
    let items = 0;
    let sent = 0;
    let some: Received[] = [];
    for (const { message, hash } of this.read(bytes, contentType)) {
      items++;
      if (!this.seen.isNew(hash)) continue;
      sent++;
      some.push(message);
      if (some.length < MAX_IN_ONE) continue;
      // The server's validators are stored only when all items have been handed over.
      await this.context.deliver(some, { validators: this.validators, seen: this.seen.all() } satisfies PollPlace);
      some = [];
    }
    this.seen.end();
    this.validators = validators;
    await this.context.deliver(some, { validators, seen: this.seen.all() } satisfies PollPlace);
    return { items, sent };
  }
}
