import { Pool } from 'undici';
import type { QuotaAnswer, QuotaReport } from '#contracts/directory/quota-report.js';

const CONNECT_TIMEOUT_MS = 1000;
const TIMEOUT_MS = 2000;

/** The directory has dropped this life of the gateway, or already has a later report of it. */
export class LifeOverError extends Error {
  override readonly name = 'LifeOverError';
}

/** `POST /internal/quota` of the directory. */
export class QuotaClient {
  private readonly pool: Pool;

  constructor(private readonly options: { url: string; internalToken: string }) {
    this.pool = new Pool(options.url, {
      connections: 1,
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: 4000,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
  }

  /** @throws LifeOverError; any other error means that the directory is down or fails, and that the report may have been processed */
  async exchange(report: QuotaReport): Promise<QuotaAnswer> {
    const { statusCode, body } = await this.pool.request({
      method: 'POST',
      path: '/internal/quota',
      headers: { 'content-type': 'application/json', 'x-waymark-internal': this.options.internalToken },
      body: JSON.stringify(report),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await body.text();
    if (statusCode === 409) throw new LifeOverError(text);
    if (statusCode !== 200) throw new Error(`The directory answered a report on quotas with ${statusCode}.`);
    return JSON.parse(text) as QuotaAnswer;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}
