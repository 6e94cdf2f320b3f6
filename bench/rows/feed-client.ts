import { Pool } from 'undici';
import type { BenchStack } from '../bench-stack.js';

export interface FeedPage {
  changes: { externalId: string; revision: number }[];
  cursor: string;
  more: boolean;
}

const PAGE = 1_000;

/** Reads the feed as a polling client does, on one connection. */
export class FeedClient {
  readonly #pool: Pool;

  constructor(private readonly stack: BenchStack) {
    this.#pool = new Pool(stack.url, { connections: 1 });
  }

  async page(cursor: string, waitSeconds = 0): Promise<FeedPage> {
    const query = new URLSearchParams({ cursor, limit: String(PAGE), ...(waitSeconds > 0 ? { wait: String(waitSeconds) } : {}) });
    const answer = await this.#pool.request({
      method: 'GET',
      path: `/groups/${this.stack.workspace}/changes?${query}`,
      headers: { authorization: `Bearer ${this.stack.token}`, accept: 'application/json' },
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`The feed answered ${answer.statusCode}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as FeedPage;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
