import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#telemetry/logger.js';
import type { Call, Rejection } from '../queue/queue.js';
import { pauseAfter, retryAfterMs } from './back-off.js';
import type { GatewayAnswer } from './gateway-client.js';
import { rejectionsOf } from './verdict.js';

/** Most calls whose outcomes are requested at the same time; beyond it, lanes make no new calls. */
const MAX_AWAITED = 32;
const ASK_AFTER_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

export interface AwaitedOptions {
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** @throws NoAnswerError */
  readonly ask: (location: string) => Promise<GatewayAnswer>;
  /** `unknown`: the gateway no longer stores the outcomes. */
  readonly settle: (call: Call, outcome: { readonly rejected: readonly Rejection[]; readonly unknown: boolean }) => Promise<void>;
}

/**
 * Calls answered with 202: accepted, and queried until their outcomes are known. After a restart the agent repeats them under their keys
 * instead.
 */
export class AwaitedOutcomes {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly options: AwaitedOptions) {}

  get size(): number {
    return this.running.size;
  }

  get isFull(): boolean {
    return this.running.size >= MAX_AWAITED;
  }

  add(call: Call, location: string): void {
    const followed = this.follow(call, location)
      .catch((error: unknown) => {
        if (!this.options.signal.aborted)
          this.options.log.error(
            { err: error },
            'The outcomes of a call are not asked for any more; after the next start the call is made again under its key.',
          );
      })
      .finally(() => this.running.delete(followed));
    this.running.add(followed);
  }

  /** Resolves when all queries have seen the aborted signal. */
  async ended(): Promise<void> {
    await Promise.all(this.running);
  }

  private async follow(call: Call, location: string): Promise<void> {
    const { signal, ask, settle, log } = this.options;
    let failures = 0;
    for (let pauseMs = ASK_AFTER_MS; ;) {
      await sleep(pauseMs, undefined, { signal });
      let answer: GatewayAnswer;
      try {
        answer = await ask(location);
      } catch {
        pauseMs = Math.max(ASK_AFTER_MS, pauseAfter((failures += 1)));
        continue;
      }
      const { status, results, type } = (answer.body ?? {}) as { status?: unknown; results?: unknown; type?: unknown };
      if (answer.status === 200 && status === 'complete' && Array.isArray(results))
        return settle(call, { rejected: rejectionsOf(results, call.elements.length), unknown: false });
      if (answer.status === 404 && type === 'urn:waymark:problem:unknown-operation') {
        log.warn(
          { elements: call.elements.length },
          'The gateway took a call and does not keep its outcomes any more: what of it was refused cannot be known.',
        );
        return settle(call, { rejected: [], unknown: true });
      }
      if (answer.status === 200) failures = 0;
      else failures += 1;
      const requestedMs = retryAfterMs([answer.headers['retry-after']].flat()[0], Date.now()) ?? 0;
      pauseMs = Math.min(MAX_PAUSE_MS, Math.max(ASK_AFTER_MS, requestedMs, failures === 0 ? 0 : pauseAfter(failures)));
    }
  }
}
