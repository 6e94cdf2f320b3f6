import type { Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Agent, type Dispatcher, Pool } from 'undici';
import { Problem } from '#problems/problem.js';

export interface ServiceClientOptions {
  /** Base URL of the service; if absent, each call names its origin. */
  url?: string;
  /** Absent for services outside this installation. */
  internalToken?: string;
  /** Connections to each origin. */
  connections: number;
  connectTimeoutMs?: number;
  /** Requests beyond `connections` that may wait; more are refused at once. */
  queue: number;
  /** Time limit for a whole answer. */
  timeoutMs: number;
  /** Largest answer; if absent, answers are streamed and may have any size. */
  maxAnswerBytes?: number;
  words: ServiceWords;
}

/** Errors for callers when a service does not answer, is overloaded, or fails. */
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

export interface StreamedCall extends Omit<ServiceCall, 'headers' | 'body'> {
  /** Destination, if the client has no `url`. */
  origin?: string;
  headers: Record<string, string | string[]>;
  body?: Buffer | Readable;
  /** Time limit until the answer's headers, and between two pieces of its body. */
  timeoutMs: number;
  /** Time limit between two pieces of the body, if it differs. */
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

/** HTTP to a service, with limits for connections, waiting calls, time and bytes. */
export class ServiceClient implements OnApplicationShutdown {
  readonly words: ServiceWords;
  private readonly dispatcher: Dispatcher;
  private inFlightCount = 0;

  constructor(private readonly options: ServiceClientOptions) {
    this.words = options.words;
    const { url, connections, connectTimeoutMs = CONNECT_TIMEOUT_MS, maxAnswerBytes } = options;
    const bounds = {
      connections,
      pipelining: 1,
      connect: { timeout: connectTimeoutMs },
      keepAliveTimeout: KEEP_ALIVE_MS,
      ...(maxAnswerBytes !== undefined && { maxResponseSize: maxAnswerBytes }),
    };
    this.dispatcher = url === undefined ? new Agent(bounds) : new Pool(url, bounds);
  }

  /** Requests without a complete answer yet. */
  get inFlight(): number {
    return this.inFlightCount;
  }

  /**
   * The answer, whose body the caller must read or destroy.
   * @throws Problem `overloaded` when too many calls wait, `unavailable` when the service is down, silent or cuts the connection
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
    return this.whole(await this.read({ ...call, timeoutMs, signal: AbortSignal.timeout(timeoutMs) }));
  }

  /** Reads the body of an answer of `read`. @throws Problem `unavailable` when the connection is cut, or the answer is too large */
  async whole({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<ServiceAnswer> {
    try {
      return { status, headers, body: Buffer.from(await body.arrayBuffer()) };
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  private unavailable(cause: unknown): Problem {
    const { away, failed } = this.words;
    const detail = (cause as { code?: unknown }).code === TOO_LARGE ? failed : away;
    return new Problem('unavailable', detail, { headers: { 'retry-after': '2' }, cause });
  }

  private async send({
    origin,
    method,
    path,
    headers,
    body,
    timeoutMs,
    silenceMs,
    signal,
  }: StreamedCall): Promise<Dispatcher.ResponseData> {
    const { internalToken } = this.options;
    const request: Dispatcher.RequestOptions = {
      origin,
      method: method as Dispatcher.HttpMethod,
      path,
      headers: internalToken === undefined ? headers : { ...headers, 'x-waymark-internal': internalToken },
      body,
      headersTimeout: timeoutMs,
      bodyTimeout: silenceMs ?? timeoutMs,
      signal,
    };
    try {
      return await this.dispatcher.request(request);
    } catch (error) {
      // The service may close an idle connection just when it is used again; a read can safely be repeated.
      if (signal.aborted || body !== undefined || (method !== 'GET' && method !== 'HEAD') || !isLostConnection(error)) throw error;
      return this.dispatcher.request(request);
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.dispatcher.destroy();
  }
}

function isLostConnection(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
