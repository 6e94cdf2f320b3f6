import type { FleetReport } from './report.js';

const MOST_TRIES = 5;
const LONGEST_WAIT_MS = 60_000;
/** The live reports, and other clients, come in between. */
const PAUSE_MS = 100;

export interface HistorySender {
  /** Posts a batch; the same number identifies the same batch, also when it is tried again. */
  post: (batch: FleetReport[], number: number) => Promise<unknown>;
  /** How long to wait before the call that failed is tried again; undefined: that is of no use. */
  retryAfterMs: (error: unknown) => number | undefined;
  /** Waits for the current call and sends nothing after it. */
  signal: AbortSignal;
  pauseMs?: number;
}

/**
 * Sends one batch after the other. A refusal for now, such as that of a quota, is waited for where it ends within a minute.
 *
 * @throws what a call threw, where waiting is of no use or did not help
 */
export async function sendHistory(
  batches: Iterable<FleetReport[]>,
  { post, retryAfterMs, signal, pauseMs = PAUSE_MS }: HistorySender,
): Promise<void> {
  let number = 0;
  for (const batch of batches) {
    for (let tries = 1; ; tries++) {
      if (signal.aborted) return;
      try {
        await post(batch, number);
        break;
      } catch (error) {
        const wait = retryAfterMs(error);
        if (wait === undefined || wait > LONGEST_WAIT_MS || tries === MOST_TRIES) throw error;
        await pause(wait, signal);
      }
    }
    number++;
    await pause(pauseMs, signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
