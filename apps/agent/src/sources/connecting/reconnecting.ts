import { pause } from '#lifecycle/abortable-pause.js';
import { type SourceContext, SourceError } from '../../reading/source.js';
import { Backoff } from './backoff.js';
import { errorText } from './error-text.js';

/**
 * A connection that lasted this long was good, so the next attempt comes soon. Connections that close at once are retried less and less
 * often.
 */
const STEADY_MS = 10_000;

/** One connection from start to end. Calls `connected` when it works; returns or throws when it is over. */
type Attempt = (connected: (detail: string) => void) => Promise<void>;

/** Reconnects until the signal aborts, with back-off, and reports the state. @throws SourceError of an attempt: retrying does not help */
export async function reconnecting(
  { log, signal, connected, disconnected }: Pick<SourceContext, 'log' | 'signal' | 'connected' | 'disconnected'>,
  attempt: Attempt,
  backoff = new Backoff(),
): Promise<void> {
  while (!signal.aborted) {
    let since: number | undefined;
    let reason = 'The connection ended.';
    try {
      await attempt((detail) => {
        since ??= performance.now();
        connected(detail);
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof SourceError) throw error;
      reason = errorText(error);
    }
    if (signal.aborted) return;
    if (since !== undefined && performance.now() - since >= STEADY_MS) backoff.reset();
    const wait = backoff.next();
    disconnected(reason);
    log.warn({ reason, retryInMs: Math.round(wait) }, 'The source is not connected.');
    await pause(wait, signal);
  }
}
