import { setTimeout as sleep } from 'node:timers/promises';

export interface FeedAnswer {
  changes: { externalId: string; revision: number; type: string; [member: string]: unknown }[];
  cursor: string;
  more: boolean;
}

/** Calls a projection like the gateway does. */
export class FeedClient {
  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  request(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { ...init, headers: { 'x-waymark-internal': this.token, ...init.headers } });
  }

  async json<T>(path: string): Promise<T> {
    const answer = await this.request(path);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async problem(path: string): Promise<{ status: number; type: string; detail: string }> {
    const answer = await this.request(path);
    return (await answer.json()) as { status: number; type: string; detail: string };
  }

  changes(workspace: string, query: Record<string, string | number>): Promise<FeedAnswer> {
    return this.json(
      `/groups/${workspace}/changes?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
    );
  }

  /** Follows the feed until it has `count` changes, and then to its end. */
  async follow(
    workspace: string,
    count: number,
    options: { cursor?: string; mode?: string; limit?: number; timeoutMs?: number } = {},
  ): Promise<FeedAnswer> {
    const deadline = Date.now() + (options.timeoutMs ?? 30_000);
    const all: FeedAnswer = { changes: [], cursor: options.cursor ?? 'earliest', more: true };
    while (all.changes.length < count || all.more) {
      if (Date.now() > deadline) throw new Error(`Only ${all.changes.length} of ${count} changes came.`);
      const page = await this.changes(workspace, {
        cursor: all.cursor,
        limit: options.limit ?? 1000,
        mode: options.mode ?? 'events',
        wait: 1,
      });
      all.changes.push(...page.changes);
      all.cursor = page.cursor;
      all.more = page.more;
      if (page.changes.length === 0) await sleep(5);
    }
    return all;
  }
}
