import { pause } from '#kafka/abortable-pause.js';
import { type SourceContext, SourceError } from '../source.js';
import { Backoff } from './backoff.js';
import { errorText } from './error-text.js';

/**
 * A connection that lasted so long was a good one: the next attempt comes soon. One that is closed as soon as it is
 * open is tried ever more rarely.
 */
const STEADY_MS = 10_000;

/** One connection from its beginning to its end. Says `connected` when it works; returns or throws when it is over. */
type Attempt = (connected: (detail: string) => void) => Promise<void>;

/**
 * Connects again and again until the signal, with back-off, and tells how it is.
 * @throws SourceError of an attempt: no waiting mends it
 */
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
