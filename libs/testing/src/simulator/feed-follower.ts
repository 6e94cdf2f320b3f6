import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedChange } from '../oracle/history.js';
import type { ApiReader } from '../oracle/read-api.js';

const WAIT_SECONDS = 2;
const LIMIT = 97;
const TIMEOUT_MS = 10_000;
const RETRY_MS = 200;

/**
 * A client that polls a workspace's feed from its beginning. It keeps its cursor through every fault: when no answer arrives, it asks
 * again with the last cursor.
 */
export class FeedFollower {
  /** All received changes, page after page. */
  readonly changes: ServedChange[] = [];
  /** Answers that no fault explains: a valid cursor may only get 200 and 503. */
  readonly refusals: string[] = [];
  private cursor = 'earliest';
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  /** @param api called before each poll, so that polls can go to different gateways */
  constructor(
    private readonly workspace: string,
    private readonly api: () => ApiReader,
  ) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const served = await this.poll().catch(() => false);
      if (!served) await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async poll(): Promise<boolean> {
    const api = this.api();
    const query = new URLSearchParams({ mode: 'events', limit: String(LIMIT), wait: String(WAIT_SECONDS), cursor: this.cursor });
    const response = await fetch(`${api.url}/groups/${encodeURIComponent(this.workspace)}/changes?${query}`, {
      headers: { ...api.headers(this.workspace), accept: 'application/json' },
      signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await response.text();
    if (response.status !== 200) {
      if (response.status !== 503) this.refusals.push(`${response.status}: ${text.slice(0, 300)}`);
      return false;
    }
    const page = JSON.parse(text) as { changes: ServedChange[]; cursor: string };
    this.changes.push(...page.changes);
    this.cursor = page.cursor;
    return true;
  }
}
