import type { Response } from 'undici';
import { tlsAdvice } from '../../connecting/tls-advice.js';
import type { HubWeb } from './hub-web.js';
import type { HubToken, HubTokens } from './tokens.js';

/** An answer that is not 2xx. */
export class HubRefusal extends Error {
  override readonly name = 'HubRefusal';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 20_000;
/** A snapshot of 100,000 things has about 50 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Advice for the statuses of the interface (400, 401, 403, 404), and other common ones. */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'it does not accept the token: see auth of this source',
  403: 'the token is not allowed to read this: give the client the right to read trackables, zones and fences',
  404: 'it has no such path: is url the hub with its base path, as https://hub.example/v2?',
};

/** The REST client of a hub. It limits bodies, follows no redirects (which would receive the token), and renews a rejected token once. */
export class HubRest {
  private readonly base: string;

  constructor(
    url: string,
    private readonly tokens: HubTokens,
    private readonly web: HubWeb,
    private readonly signal: AbortSignal,
  ) {
    this.base = url.replace(/\/+$/, '');
  }

  /**
   * @param path after the base path, with its query
   * @returns the body as JSON; undefined without one
   * @throws HubRefusal for an answer that is not 2xx, Error when the hub is unavailable or does not answer JSON
   */
  get(path: string): Promise<unknown> {
    return this.call('GET', path);
  }

  put(path: string, body: unknown): Promise<unknown> {
    return this.call('PUT', path, JSON.stringify(body));
  }

  private async call(method: string, path: string, body?: string): Promise<unknown> {
    const token = await this.tokens.current();
    try {
      return await this.once(method, path, body, token);
    } catch (error) {
      if (!(error instanceof HubRefusal) || error.status !== 401) throw error;
      this.tokens.refused(token);
      const another = await this.tokens.current();
      if (another.value === token.value) throw error;
      return this.once(method, path, body, another);
    }
  }

  private async once(method: string, path: string, body: string | undefined, token: HubToken): Promise<unknown> {
    const where = `${method} ${path.split('?')[0]}`;
    const headers = {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token.value !== undefined && { authorization: `Bearer ${token.value}` }),
    };
    let response: Response;
    let text: string;
    try {
      response = await this.web.fetch(`${this.base}${path}`, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        ...(body !== undefined && { body }),
      });
      text = await boundedText(response);
    } catch (error) {
      const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
      const unanswered =
        cause?.code === undefined ? '' : `: nothing answers at ${new URL(this.base).host}; does the hub run there, and is url right?`;
      throw new Error(`${where}: ${cause?.code ?? cause?.message ?? message}${adviceOn(error) ?? unanswered}`, { cause: error });
    }
    if (!response.ok)
      throw new HubRefusal(
        response.status,
        `${where}: the hub answered ${response.status}${ADVICE[response.status] ? `, ${ADVICE[response.status]}` : ''}`,
      );
    if (text === '') return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new Error(`${where}: the answer is no JSON: is url the hub with its base path, as https://hub.example/v2?`);
    }
  }
}

/** In lower case for the middle of a sentence, like all texts of this folder. */
function adviceOn(error: unknown): string | undefined {
  const advice = tlsAdvice(error);
  return advice === undefined ? undefined : `. ${advice.replace(/\.$/, '')}`;
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).byteLength;
    if (bytes > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES / 1024 / 1024} MiB`);
    text += decoder.decode(chunk as Uint8Array, { stream: true });
  }
  return text + decoder.decode();
}
