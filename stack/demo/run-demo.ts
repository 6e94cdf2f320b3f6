import { setTimeout as sleep } from 'node:timers/promises';
import { Figures } from '../posting/figures.js';
import { LiveLine } from '../posting/live-line.js';
import { RefusedError, UnavailableError, UpdateClient, type UpdateClientOptions } from '../posting/update-client.js';
import { Fleet } from './fleet.js';

export interface DemoOptions extends UpdateClientOptions {
  objects: number;
  /** Elements a second. */
  rate: number;
  seed: number;
  signal: AbortSignal;
}

const TICK_MS = 250;
const MAX_CALLS = 8;
const MAX_ELEMENTS = 500;

/**
 * Posts a simulated fleet until the signal comes. A service that is away is waited for; what was not sent
 * meanwhile is left out, as a thing that reports its position would do.
 * @throws RefusedError when the service refuses the token, the workspace or the shape
 */
export async function runDemo({ objects, rate, seed, signal, ...target }: DemoOptions, line = new LiveLine()): Promise<Figures> {
  const figures = new Figures();
  const client = new UpdateClient({ ...target, connections: MAX_CALLS }, figures);
  const fleet = new Fleet({ objects, seed, startAt: Date.now() });
  const calls = new Set<Promise<void>>();
  const perTick = (rate * TICK_MS) / 1000;
  let owed = 0;
  let refusal: RefusedError | undefined;
  let pauseUntil = 0;
  let trouble = '';

  const post = async (count: number): Promise<void> => {
    try {
      await client.post(fleet.reports(count, Date.now()));
      trouble = '';
    } catch (error) {
      if (error instanceof RefusedError) refusal = error;
      else if (error instanceof UnavailableError) {
        figures.failed += count;
        pauseUntil = Math.max(pauseUntil, Date.now() + error.retryAfterMs);
        trouble = `  waiting: ${error.message}`;
      } else throw error;
    }
  };

  while (!signal.aborted && !refusal) {
    owed = Date.now() < pauseUntil ? 0 : Math.min(owed + perTick, MAX_CALLS * MAX_ELEMENTS);
    while (owed >= 1 && calls.size < MAX_CALLS) {
      const count = Math.min(MAX_ELEMENTS, Math.floor(owed));
      owed -= count;
      const call: Promise<void> = post(count).finally(() => calls.delete(call));
      calls.add(call);
    }
    line.show(`${figures}${trouble}`);
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(calls);
  await client.close();
  line.end(String(figures));
  if (refusal) throw refusal;
  return figures;
}
