import type { OnApplicationShutdown } from '@nestjs/common';
import { type Dispatcher, Pool } from 'undici';
import { Problem } from '#problems/problem.js';

export interface DirectoryClientOptions {
  url: string;
  internalToken: string;
  /** How refusals name a service other than the directory. */
  words?: ServiceWords;
}

/** What a caller reads when a service does not answer, is overloaded, or fails. */
export interface ServiceWords {
  away: string;
  busy: string;
  failed: string;
}

/** One call to the directory: the caller's request and identity. */
export interface DirectoryCall {
  method: string;
  /** Path and query exactly as received, still percent-encoded. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** The headers and the whole body. */
export interface DirectoryAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Buffer;
}

const CONNECTIONS = 32;
const WAITING = 256;
const CONNECT_TIMEOUT_MS = 1000;
const TIMEOUT_MS = 10_000;
/** Twice the largest page of areas. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
const DIRECTORY_WORDS: ServiceWords = {
  away:
    'The directory cannot be reached at the moment; objects are still taken and read. Nothing is known ' +
    'of what became of this call: look before you send it again.',
  busy: 'Too many calls to the directory are waiting; try again in a moment.',
  failed: 'The directory failed; look before you send the call again.',
};

/**
 * HTTP to the directory, or to another service that administration is forwarded to, with limits for connections, waiting
 * calls, time and bytes of an answer. All modules share it except quotas, whose reports must not wait
 * for other calls. Nothing on the path of objects waits for it.
 */
export class DirectoryClient implements OnApplicationShutdown {
  readonly words: ServiceWords;
  private readonly pool: Pool;
  private inFlight = 0;

  constructor(private readonly options: DirectoryClientOptions) {
    this.words = options.words ?? DIRECTORY_WORDS;
    this.pool = new Pool(options.url, {
      connections: CONNECTIONS,
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: 4000,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      maxResponseSize: MAX_ANSWER_BYTES,
    });
  }

  /** The whole answer. @throws Problem 503 when the directory is away, busy or fails */
  async call({ method, path, headers, body }: DirectoryCall): Promise<DirectoryAnswer> {
    if (this.inFlight >= CONNECTIONS + WAITING) throw new Problem('overloaded', this.words.busy, { headers: { 'retry-after': '1' } });
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
      throw new Problem('unavailable', (error as { code?: unknown }).code === TOO_LARGE ? this.words.failed : this.words.away, {
        headers: { 'retry-after': '2' },
        cause: error,
      });
    } finally {
      this.inFlight -= 1;
    }
  }

  /** Reports something about this gateway itself. @returns the status @throws Problem as `call` */
  async tell(path: string, body: object): Promise<number> {
    const { status } = await this.call({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    });
    return status;
  }

  /** Runs after all modules have sent their last reports: the module that provides it is global, and ends last. */
  onApplicationShutdown(): Promise<void> {
    return this.pool.destroy();
  }
}
