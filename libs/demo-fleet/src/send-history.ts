import type { FleetReport } from './report.js';

const MAX_TRIES = 5;
const MAX_WAIT_MS = 60_000;
/** Leaves room for live reports and other clients. */
const PAUSE_MS = 100;

export interface HistorySender {
  /** Posts a batch; `number` identifies it, also when it is sent again. */
  post: (batch: FleetReport[], number: number) => Promise<unknown>;
  /** Milliseconds until a failed call can be tried again; undefined: trying again is useless. */
  retryAfterMs: (error: unknown) => number | undefined;
  /** When aborted, the current call is finished and nothing else is sent. */
  signal: AbortSignal;
  pauseMs?: number;
}

/**
 * Sends one batch after the other. After a temporary refusal, such as that of a quota, it waits if the refusal ends within a minute.
 *
 * @throws the error of a call if waiting is useless or did not help
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
        if (wait === undefined || wait > MAX_WAIT_MS || tries === MAX_TRIES) throw error;
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
