import { type Dispatcher, Pool } from 'undici';
import { Problem } from '#problems/problem.js';

export interface ProjectionClientOptions {
  url: string;
  internalToken: string;
  connections: number;
  /** Requests beyond `connections` that may wait; more are refused at once. */
  queue: number;
}

/** A request: the path and query exactly as received, still percent-encoded. */
export interface ReadOrder {
  method: 'GET' | 'HEAD' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Limit until the answer's headers, and between two pieces of its body. */
  timeoutMs: number;
  /** Limit between two pieces of the body, if it differs. */
  silenceMs?: number;
  signal: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 1000;
const KEEP_ALIVE_MS = 4000;
const AWAY = { 'retry-after': '2' };

/** HTTP to the projection, with limits for connections, waiting requests and times. */
export class ProjectionClient {
  private readonly pool: Pool;
  private inFlightCount = 0;

  constructor(private readonly options: ProjectionClientOptions) {
    this.pool = new Pool(options.url, {
      connections: options.connections,
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
    });
  }

  /** Requests without a complete answer yet. */
  get inFlight(): number {
    return this.inFlightCount;
  }

  /**
   * The answer, with its body still to be read (or destroyed) by the caller.
   * @throws Problem `overloaded` when too many wait, `unavailable` when the projection is away, silent or cuts the connection
   */
  async read(order: ReadOrder): Promise<Dispatcher.ResponseData> {
    if (this.inFlightCount >= this.options.connections + this.options.queue) {
      throw new Problem('overloaded', 'Too many reads are waiting; try again in a moment.', { headers: { 'retry-after': '1' } });
    }
    this.inFlightCount += 1;
    try {
      const answer = await this.send(order);
      answer.body.once('close', () => (this.inFlightCount -= 1));
      return answer;
    } catch (error) {
      this.inFlightCount -= 1;
      throw new Problem('unavailable', 'Objects cannot be read at the moment; updates are still taken.', { headers: AWAY, cause: error });
    }
  }

  private async send(order: ReadOrder): Promise<Dispatcher.ResponseData> {
    const { signal } = order;
    const request: Dispatcher.RequestOptions = {
      method: order.method,
      path: order.path,
      headers: { ...order.headers, 'x-waymark-internal': this.options.internalToken },
      body: order.body,
      headersTimeout: order.timeoutMs,
      bodyTimeout: order.silenceMs ?? order.timeoutMs,
      signal,
    };
    try {
      return await this.pool.request(request);
    } catch (error) {
      // The other side may close an idle connection just as it is used again; a read can safely be sent again.
      if (signal.aborted || order.method === 'POST' || !isLostConnection(error)) throw error;
      return this.pool.request(request);
    }
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

function isLostConnection(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
