import { Pool } from 'undici';
import type { BenchStack } from '../bench-stack.js';

const PAGE = 1_000;
const CHANGE = /"externalId":/g;
const CURSOR = /"cursor":"([^"]+)"/;

/** One of many clients that poll the feed: it parses no JSON, which would cost more than the service. */
export class FeedPoller {
  readonly latencies: number[] = [];
  readonly unexpected: string[] = [];
  changes = 0;
  private cursor = 'latest';
  private readonly pool: Pool;

  constructor(private readonly stack: Pick<BenchStack, 'url' | 'token' | 'workspace'>) {
    this.pool = new Pool(stack.url, { connections: 1, keepAliveTimeout: 30_000 });
  }

  async poll(): Promise<void> {
    const { workspace, token } = this.stack;
    const sentAt = performance.now();
    const { statusCode, body } = await this.pool.request({
      method: 'GET',
      path: `/groups/${workspace}/changes?${new URLSearchParams({ cursor: this.cursor, limit: String(PAGE) }).toString()}`,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    });
    const text = Buffer.from(await body.arrayBuffer()).toString('latin1');
    this.latencies.push(performance.now() - sentAt);
    const cursor = CURSOR.exec(text.slice(-300))?.[1];
    if (statusCode !== 200 || cursor === undefined) this.unexpected.push(`a page was answered with ${statusCode}`);
    this.changes += text.match(CHANGE)?.length ?? 0;
    this.cursor = cursor ?? this.cursor;
  }

  close(): void {
    void this.pool.destroy();
  }
}
