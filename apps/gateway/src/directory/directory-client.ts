import type { OnApplicationShutdown } from '@nestjs/common';
import { type Dispatcher, Pool } from 'undici';
import { Problem } from '#problems/problem.js';

export interface DirectoryClientOptions {
  url: string;
  internalToken: string;
  /** In answers to callers; the directory, when left out. */
  called?: string;
}

/** One call to the directory: what the caller sent, and who it was. */
export interface DirectoryCall {
  method: string;
  /** Path and query as they came, still percent-encoded. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** Its headers and its whole body. */
export interface DirectoryAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Buffer;
}

const CONNECTIONS = 32;
const WAITING = 256;
const CONNECT_TIMEOUT_MS = 1000;
const TIMEOUT_MS = 10_000;
const away = (called: string): string => `${called[0]!.toUpperCase()}${called.slice(1)} can not be reached at the moment; objects are still taken and read. Nothing is known of what became of this call: look before you send it again.`;

/**
 * HTTP to the directory, bounded in connections, waiting calls and time; one for all rooms but quotas, whose reports must not wait
 * behind anything. Nothing on the path of objects waits for it.
 */
export class DirectoryClient implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly called: string;
  private inFlight = 0;

  constructor(private readonly options: DirectoryClientOptions) {
    this.called = options.called ?? 'the directory';
    this.pool = new Pool(options.url, { connections: CONNECTIONS, pipelining: 1, connect: { timeout: CONNECT_TIMEOUT_MS }, keepAliveTimeout: 4000, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  }

  /** The whole answer. @throws Problem 503 when the directory is away, busy or fails */
  async call({ method, path, headers, body }: DirectoryCall): Promise<DirectoryAnswer> {
    if (this.inFlight >= CONNECTIONS + WAITING) throw new Problem('overloaded', `Too many calls to ${this.called} are waiting; try again in a moment.`, { headers: { 'retry-after': '1' } });
    this.inFlight += 1;
    try {
      const answer = await this.pool.request({
        method: method as Dispatcher.HttpMethod,
        path,
        body,
        headers: { ...headers, 'x-waymark-internal': this.options.internalToken },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
    } catch (error) {
      throw new Problem('unavailable', away(this.called), { headers: { 'retry-after': '2' }, cause: error });
    } finally {
      this.inFlight -= 1;
    }
  }

  /** Tells it something of this gateway's own. @returns the status @throws Problem as `call` */
  async tell(path: string, body: object): Promise<number> {
    const { status } = await this.call({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) });
    return status;
  }

  /** After all rooms have told what they had to: the module that provides it is global, and ends last. */
  onApplicationShutdown(): Promise<void> {
    return this.pool.destroy();
  }
}
