import type { OnApplicationShutdown } from '@nestjs/common';
import { type Dispatcher, Pool } from 'undici';
import { Problem } from '#problems/problem.js';

export interface ServiceClientOptions {
  url: string;
  internalToken: string;
  connections: number;
  /** Requests beyond `connections` that may wait; more are refused at once. */
  queue: number;
  /** For a whole answer. */
  timeoutMs: number;
  /** Largest answer; left out: answers are streamed, and may be of any size. */
  maxAnswerBytes?: number;
  words: ServiceWords;
}

/** What a caller reads when a service does not answer, is overloaded, or fails. */
export interface ServiceWords {
  away: string;
  busy: string;
  failed: string;
}

export interface ServiceCall {
  method: string;
  /** Path and query exactly as received, still percent-encoded. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface StreamedCall extends ServiceCall {
  /** Limit until the answer's headers, and between two pieces of its body. */
  timeoutMs: number;
  /** Limit between two pieces of the body, if it differs. */
  silenceMs?: number;
  signal: AbortSignal;
}

/** The headers and the whole body. */
export interface ServiceAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Buffer;
}

const CONNECT_TIMEOUT_MS = 1000;
const KEEP_ALIVE_MS = 4000;
const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

/** HTTP to a service of the installation, with limits for connections, waiting calls, time and bytes. */
export class ServiceClient implements OnApplicationShutdown {
  readonly words: ServiceWords;
  private readonly pool: Pool;
  private inFlightCount = 0;

  constructor(private readonly options: ServiceClientOptions) {
    this.words = options.words;
    this.pool = new Pool(options.url, {
      connections: options.connections,
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      ...(options.maxAnswerBytes !== undefined && { maxResponseSize: options.maxAnswerBytes }),
    });
  }

  /** Requests without a complete answer yet. */
  get inFlight(): number {
    return this.inFlightCount;
  }

  /**
   * The answer, with its body still to be read (or destroyed) by the caller.
   * @throws Problem `overloaded` when too many wait, `unavailable` when the service is away, silent or cuts the connection
   */
  async read(call: StreamedCall): Promise<Dispatcher.ResponseData> {
    const { connections, queue, words } = this.options;
    if (this.inFlightCount >= connections + queue) throw new Problem('overloaded', words.busy, { headers: { 'retry-after': '1' } });
    this.inFlightCount += 1;
    try {
      const answer = await this.send(call);
      answer.body.once('close', () => (this.inFlightCount -= 1));
      return answer;
    } catch (error) {
      this.inFlightCount -= 1;
      throw this.unavailable(error);
    }
  }

  /** The whole answer. @throws Problem as `read`, also when the answer is too large */
  async call(call: ServiceCall): Promise<ServiceAnswer> {
    const { timeoutMs } = this.options;
    const answer = await this.read({ ...call, timeoutMs, signal: AbortSignal.timeout(timeoutMs) });
    try {
      return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  private unavailable(cause: unknown): Problem {
    const { away, failed } = this.words;
    const detail = (cause as { code?: unknown }).code === TOO_LARGE ? failed : away;
    return new Problem('unavailable', detail, { headers: { 'retry-after': '2' }, cause });
  }

  private async send({ method, path, headers, body, timeoutMs, silenceMs, signal }: StreamedCall): Promise<Dispatcher.ResponseData> {
    const request: Dispatcher.RequestOptions = {
      method: method as Dispatcher.HttpMethod,
      path,
      headers: { ...headers, 'x-waymark-internal': this.options.internalToken },
      body,
      headersTimeout: timeoutMs,
      bodyTimeout: silenceMs ?? timeoutMs,
      signal,
    };
    try {
      return await this.pool.request(request);
    } catch (error) {
      // The other side may close an idle connection just as it is used again; a read can safely be sent again.
      if (signal.aborted || (method !== 'GET' && method !== 'HEAD') || !isLostConnection(error)) throw error;
      return this.pool.request(request);
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.pool.destroy();
  }
}

function isLostConnection(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
