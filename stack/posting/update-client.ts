import { Pool } from 'undici';
import type { Figures } from './figures.js';

/** One element of the posted array. */
export interface UpdateElement {
  externalId: string;
  observedAt?: string;
  locationUpdate?: { newPosition: { lat: number; lon: number; alt?: number } };
  fieldValues?: { type: 'String' | 'Number' | 'Category'; field: string; value: unknown }[];
  initialExternalObject?: { title?: string; type?: string; icon?: string };
}

export interface ElementResult {
  index: number;
  status: 'created' | 'updated' | 'rejected';
  error?: { code: string; detail: string; pointer?: string };
}

/** The call itself was refused (token, workspace, format), and would be refused again. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The service did not answer, or is unavailable at the moment. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
  constructor(
    message: string,
    readonly retryAfterMs: number,
  ) {
    super(message);
  }
}

export interface UpdateClientOptions {
  /** URL of the gateway, without a path. */
  url: string;
  token: string;
  workspace: string;
  connections?: number;
}

interface Answer {
  status: number;
  retryAfterMs: number;
  body: { results?: ElementResult[]; title?: string; detail?: string };
}

const ANSWER_TIMEOUT_MS = 40_000;
const DEFAULT_RETRY_MS = 1_000;

/** Posts updates through the public API and counts their outcomes. */
export class UpdateClient {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #headers: Record<string, string>;

  constructor(
    { url, token, workspace, connections = 8 }: UpdateClientOptions,
    private readonly figures: Figures,
  ) {
    this.#pool = new Pool(url, { connections, headersTimeout: ANSWER_TIMEOUT_MS, bodyTimeout: ANSWER_TIMEOUT_MS });
    this.#path = `/groups/${encodeURIComponent(workspace)}/externalObjects`;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' };
  }

  /**
   * Makes one call. The results are empty if it was accepted and the outcomes are pending.
   * @throws RefusedError, UnavailableError (then nothing is counted as sent)
   */
  async post(elements: readonly UpdateElement[], idempotencyKey?: string): Promise<ElementResult[]> {
    const startedAt = performance.now();
    const { status, retryAfterMs, body } = await this.#call(elements, idempotencyKey);
    if (status === 503 || status === 429 || status === 408) throw new UnavailableError(explain(status, body), retryAfterMs);
    if (status >= 500) throw new UnavailableError(explain(status, body), DEFAULT_RETRY_MS);
    if (status >= 400 && !body.results) throw new RefusedError(explain(status, body));
    this.figures.latencies.add(performance.now() - startedAt);
    this.figures.sent += elements.length;
    if (!body.results) this.figures.pending += elements.length;
    const results = body.results ?? [];
    const rejected = results.filter((result) => result.status === 'rejected').length;
    this.figures.rejected += rejected;
    this.figures.applied += results.length - rejected;
    return results;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #call(elements: readonly UpdateElement[], idempotencyKey?: string): Promise<Answer> {
    try {
      const answer = await this.#pool.request({
        method: 'POST',
        path: this.#path,
        headers: idempotencyKey === undefined ? this.#headers : { ...this.#headers, 'idempotency-key': idempotencyKey },
        body: JSON.stringify(elements),
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, retryAfterMs: retryAfter(answer.headers['retry-after']), body: parse(text) };
    } catch (error) {
      throw new UnavailableError(`no answer: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`, DEFAULT_RETRY_MS);
    }
  }
}

function retryAfter(header: string | string[] | undefined): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 30) * 1000 : DEFAULT_RETRY_MS;
}

function parse(text: string): Answer['body'] {
  try {
    return (JSON.parse(text) ?? {}) as Answer['body'];
  } catch {
    return {};
  }
}

function explain(status: number, { title, detail }: Answer['body']): string {
  return [`HTTP ${status}`, title, detail].filter(Boolean).join(': ');
}
