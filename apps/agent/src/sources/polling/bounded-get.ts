import { Agent, fetch } from 'undici';
import { unanswered } from '../connecting/tls-advice.js';
import { readTlsFiles, type TlsFiles } from '../connecting/tls-files.js';

const CONNECT_MS = 10_000;

/** Validators from the last answer: sent back, so that the server need not send an unchanged document again (RFC 9110, section 13.1). */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** The result of a request. */
export type Got =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'body'; readonly bytes: Buffer; readonly contentType: string; readonly validators: Validators }
  /** `retryAfterMs`: as requested by the server. */
  | { readonly kind: 'refused'; readonly detail: string; readonly retryAfterMs?: number };

export interface GetOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Limit of the decompressed body. */
  readonly maxBytes: number;
}

/**
 * Gets documents from one server, with limits of time and size. It follows no redirects, because they would receive the secrets in the
 * headers.
 */
export class BoundedGetter {
  private readonly agent: Agent;

  /** @throws SourceError for a certificate that cannot be read */
  constructor(tls: TlsFiles | undefined) {
    this.agent = new Agent({ connections: 2, connect: { timeout: CONNECT_MS, ...readTlsFiles(tls) } });
  }

  /** @throws Error when there is no answer, or the body is too large or incomplete */
  async get({ url, headers, timeoutMs, maxBytes }: GetOptions, { etag, lastModified }: Validators, signal: AbortSignal): Promise<Got> {
    const response = await fetch(url, {
      dispatcher: this.agent,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      headers: {
        'accept-encoding': 'gzip',
        ...headers,
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
      },
    }).catch((error: unknown) => {
      throw unanswered(error, url);
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return response.status === 304
        ? { kind: 'unchanged' }
        : { kind: 'refused', ...refusal(response.status, response.headers.get('location'), response.headers.get('retry-after')) };
    }
    const bytes = await bodyOf(response.body, maxBytes);
    return { kind: 'body', bytes, contentType: response.headers.get('content-type') ?? '', validators: validatorsOf(response.headers) };
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

const MAX_VALIDATOR = 1024;

function validatorsOf(headers: { get(name: string): string | null }): Validators {
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  return {
    ...(etag !== null && etag.length <= MAX_VALIDATOR && { etag }),
    ...(lastModified !== null && lastModified.length <= MAX_VALIDATOR && { lastModified }),
  };
}

async function bodyOf(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`The answer has more than ${maxBytes} bytes. Raise maxBytes, or ask for less.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

const WORDS: Readonly<Record<number, string>> = {
  401: 'Check the secret in headers.',
  403: 'Check the secret in headers and what it may read.',
  404: 'Check the url.',
  429: 'It is asked too often: raise everySeconds.',
};

function refusal(status: number, location: string | null, retryAfter: string | null): { detail: string; retryAfterMs?: number } {
  if (status >= 300 && status < 400)
    return {
      detail: `The server redirects (${status}). Set url to the address that it names${location === null ? '' : `: ${originAndPath(location)}`}.`,
    };
  const seconds =
    retryAfter === null ? NaN : /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return {
    detail: `The server answered ${status}. ${WORDS[status] ?? ''}`.trim(),
    ...(seconds > 0 && { retryAfterMs: Math.min(seconds, MAX_RETRY_SECONDS) * 1000 }),
  };
}

const MAX_RETRY_SECONDS = 3600;

/** Without the query, which may contain a secret. */
function originAndPath(location: string): string {
  return (location.split(/[?#]/)[0] ?? '').replace(/\/\/[^/@]*@/, '//').slice(0, 200);
}
