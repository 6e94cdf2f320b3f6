import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fleet } from '#demo-fleet/fleet.js';
import { history } from '#demo-fleet/history.js';
import { seededRandom } from '#demo-fleet/random.js';
import type { FleetWords } from '#demo-fleet/report.js';
import { sendHistory } from '#demo-fleet/send-history.js';
import { Figures } from '../posting/figures.js';
import { LiveLine } from '../posting/live-line.js';
import { RefusedError, UnavailableError, UpdateClient, type UpdateClientOptions } from '../posting/update-client.js';

export interface DemoOptions extends UpdateClientOptions {
  objects: number;
  /** Elements per second. */
  rate: number;
  seed: number;
  signal: AbortSignal;
}

const TICK_MS = 250;
const MAX_CALLS = 8;
const MAX_ELEMENTS = 500;

const WORDS: FleetWords = {
  titleOf: (kind, number) => `${kind[0]!.toUpperCase()}${kind.slice(1)} ${number}`,
  typeOf: (kind) => kind,
  statusOf: (status) => status,
  classOf: (what) => what,
  description: 'Part of the demo.',
};

/**
 * Posts a simulated fleet until the signal is aborted: first all objects at once, then at the rate, and a week of history for new objects.
 * If the service is down, it waits and leaves out the reports of that time, as a real device would.
 * @throws RefusedError if the service refuses the token, the workspace or the format
 */
export async function runDemo({ objects, rate, seed, signal, ...target }: DemoOptions, line = new LiveLine()): Promise<Figures> {
  const figures = new Figures();
  const client = new UpdateClient({ ...target, connections: MAX_CALLS }, figures);
  const fleet = new Fleet({ objects, words: WORDS, idOf: (number) => `demo-${number}`, random: seededRandom(seed), startAt: Date.now() });
  const created = new Set<string>();
  let answered = 0;
  let past: Promise<void> | undefined;
  const calls = new Set<Promise<void>>();
  const perTick = (rate * TICK_MS) / 1000;
  let owed = objects;
  let refusal: RefusedError | undefined;
  let pauseUntil = 0;
  let trouble = '';
  let historyEnd = '';

  const post = async (count: number): Promise<void> => {
    try {
      const now = Date.now();
      const reports = fleet.reports(count, now).map((report) => ({ ...report, observedAt: new Date(now).toISOString() }));
      for (const { index, status } of await client.post(reports)) if (status === 'created') created.add(reports[index]!.externalId);
      answered += count;
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

  const postHistory = async (): Promise<void> => {
    const run = randomUUID();
    try {
      await sendHistory(history(fleet, created, Date.now(), seededRandom(seed)), {
        post: (batch, number) => client.post(batch, `${run}-${number}`),
        retryAfterMs: (error) => (error instanceof UnavailableError ? error.retryAfterMs : undefined),
        signal,
      });
    } catch (error) {
      // The objects exist and move, so the demo continues without the rest of their history.
      historyEnd = `  no more history: ${(error as Error).message}`;
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
    if (answered >= objects && created.size > 0) past ??= postHistory();
    line.show(`${figures}${trouble}${historyEnd}`);
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all([...calls, past]);
  await client.close();
  line.end(String(figures));
  if (refusal) throw refusal;
  return figures;
}
