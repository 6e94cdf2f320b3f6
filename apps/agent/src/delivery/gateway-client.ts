import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Pool } from 'undici';
import type { Call, Lane } from '../queue/queue.js';
import { tlsAdvice, unanswered, withoutPlaces } from '../sources/connecting/tls-advice.js';
import { readTlsFiles, type TlsFiles } from '../sources/connecting/tls-files.js';

/** A complete answer. */
export interface GatewayAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** JSON; undefined when it is not JSON or is too long. */
  readonly body: unknown;
  readonly roundTripMs: number;
}

/** No answer: the connection failed or ended, or the time ran out. Whether the gateway accepted the call is unknown. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

const CONNECT_TIMEOUT_MS = 10_000;
/** A backlog call may wait 25 s at the gateway, and as long again for its outcomes. */
const ANSWER_TIMEOUT_MS = 60_000;
const BODY_TIMEOUT_MS = 20_000;
const CONNECTIONS = 4;
const KEEP_ALIVE_MS = 4_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Smaller bodies fit into one or two packets uncompressed. */
const GZIP_FROM_BYTES = 2048;
const GZIP = { level: 3 };
const compress = promisify(gzip);

export interface GatewayAddress {
  readonly url: string;
  readonly workspace: string;
  readonly tls?: TlsFiles;
}

/** Client of `POST /groups/{groupID}/externalObjects` and the related calls; reuses connections and limits every wait. */
export class GatewayClient {
  private readonly pool: Pool;
  private readonly origin: string;
  private readonly path: string;
  /** Path prefix of the gateway's address. */
  private readonly prefix: string;

  /** @throws TypeError for an invalid address; SourceError for unusable certificates */
  constructor({ url, workspace, tls }: GatewayAddress) {
    const { origin, pathname } = new URL(url);
    this.origin = origin;
    this.prefix = pathname.replace(/\/$/, '');
    this.path = `${this.prefix}/groups/${encodeURIComponent(workspace)}/externalObjects`;
    this.pool = new Pool(origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS, ...readTlsFiles(tls, 'gateway.tls') },
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: BODY_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxResponseSize: MAX_ANSWER_BYTES,
    });
  }

  /**
   * @param lane the current one: an unanswered live call is sent again with the backlog
   * @throws NoAnswerError
   */
  async post(call: Call, lane: Lane, token: string, signal: AbortSignal): Promise<GatewayAnswer> {
    const text = Buffer.from(`[${call.elements.map(({ body }) => body).join(',')}]`);
    const packed = text.length >= GZIP_FROM_BYTES;
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': call.key,
      ...(packed && { 'content-encoding': 'gzip' }),
      ...(lane === 'backlog' && { priority: 'u=7' }),
    };
    return this.request('POST', this.path, headers, signal, packed ? await compress(text, GZIP) : text);
  }

  /**
   * The outcomes of a call answered with 202.
   * @param location from that answer, on the same gateway
   * @throws NoAnswerError
   */
  outcomes(location: string, token: string, signal: AbortSignal): Promise<GatewayAnswer> {
    return this.request('GET', this.prefix + location, { authorization: `Bearer ${token}`, accept: 'application/json' }, signal);
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async request(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    body?: Buffer,
  ): Promise<GatewayAnswer> {
    const startedAt = performance.now();
    try {
      const answer = await this.pool.request({ method, path, headers, body, signal });
      const text = await answer.body.text();
      return { status: answer.statusCode, headers: answer.headers, body: parsed(text), roundTripMs: performance.now() - startedAt };
    } catch (error) {
      throw new NoAnswerError(wordsFor(unanswered(error, this.origin)), { cause: error });
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function wordsFor(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  const words = code === undefined ? message : `${withoutPlaces(message)} (${code})`;
  const advice = tlsAdvice(error, 'gateway.tls');
  return advice === undefined ? words : `${words}. ${advice}`;
}
