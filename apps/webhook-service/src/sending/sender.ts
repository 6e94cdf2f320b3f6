import { type Agent, type Dispatcher, errors } from 'undici';
import { Problem } from '#problems/problem.js';
import { NoAddressError } from '../network/guarded-agent.js';
import { checkedReceiverUrl, type UrlRules } from '../network/receiver-url.js';
import { retryAfterMs } from './back-off.js';
import { signedHeaders } from './signed-headers.js';

/** The result of one attempt. */
export interface Attempt {
  /** `gone`: the receiver wants no more messages. */
  outcome: 'delivered' | 'failed' | 'gone';
  /** Status of the answer, if there was one. */
  status: number | null;
  /** In words that its owner may read; reveals nothing about the network around this service. */
  error: string | null;
  /** Its first KB, as UTF-8. */
  answer: string | null;
  at: Date;
  durationMs: number;
  /** The delay that Retry-After requests. */
  retryAfterMs: number;
}

export interface OutgoingMessage {
  id: string;
  body: string;
  url: string;
  /** Signing secrets, the newest first. */
  secrets: readonly string[];
}

const KEPT_ANSWER_BYTES = 1024;
/** The status is already known; an answer that takes longer is cut off. */
const ANSWER_BODY_MS = 1000;
const USER_AGENT = 'Waymark-Webhooks';

/** Posts messages to receivers, each with limits of time and size. */
export class Sender {
  constructor(
    private readonly agent: Agent,
    private readonly rules: UrlRules,
    private readonly answerTimeoutMs: number,
  ) {}

  /** @param within milliseconds; ANSWER_TIMEOUT_MS when left out */
  async post({ id, body, url, secrets }: OutgoingMessage, within = this.answerTimeoutMs): Promise<Attempt> {
    const at = new Date();
    const startedAt = performance.now();
    const attemptOf = (attempt: Partial<Attempt> & Pick<Attempt, 'outcome'>): Attempt => ({
      status: null,
      error: null,
      answer: null,
      retryAfterMs: 0,
      ...attempt,
      at,
      durationMs: Math.round(performance.now() - startedAt),
    });
    try {
      // Settings may have become stricter since the webhook was created.
      const target = checkedReceiverUrl(url, this.rules);
      const {
        statusCode,
        headers,
        body: answer,
      } = await this.agent.request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: 'POST',
        headers: { ...signedHeaders(id, body, secrets, at), 'content-type': 'application/json; charset=utf-8', 'user-agent': USER_AGENT },
        body,
        // It accepts whole milliseconds only, and `within` is the rest of a caller's time.
        signal: AbortSignal.timeout(Math.max(0, Math.floor(Math.min(within, this.answerTimeoutMs)))),
      });
      const text = await beginOf(answer);
      const { outcome, error } = judged(statusCode);
      return attemptOf({ outcome, error, status: statusCode, answer: text, retryAfterMs: retryAfterMs(headers['retry-after']) });
    } catch (error) {
      return attemptOf({ outcome: 'failed', error: wordsFor(error) });
    }
  }
}

function judged(status: number): Pick<Attempt, 'outcome' | 'error'> {
  if (status >= 200 && status < 300) return { outcome: 'delivered', error: null };
  if (status === 410) return { outcome: 'gone', error: 'The receiver answered 410 Gone.' };
  if (status >= 300 && status < 400)
    return {
      outcome: 'failed',
      error:
        `The receiver answered ${status}, a redirect; and redirects are not followed: ` +
        'set the URL of the webhook to the target of the redirect.',
    };
  return { outcome: 'failed', error: `The receiver answered ${status}; it must answer 2xx when it has received the message.` };
}

/** The first bytes of an answer that arrive in time; the rest is not read. */
async function beginOf(answer: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const late = setTimeout(() => answer.destroy(), ANSWER_BODY_MS);
  try {
    for await (const chunk of answer) {
      chunks.push(chunk as Buffer);
      if ((bytes += (chunk as Buffer).length) >= KEPT_ANSWER_BYTES) break;
    }
  } catch {
    // Keeps the bytes received so far; the status decides.
  } finally {
    clearTimeout(late);
    answer.destroy();
  }
  // Postgres does not accept NUL in a text.
  return Buffer.concat(chunks).subarray(0, KEPT_ANSWER_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}

const TLS_CODES = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_OSSL)/;

/** Coarse on purpose: refused, filtered and absent addresses look alike, so that a webhook cannot be used to explore the network. */
function wordsFor(error: unknown): string {
  if (error instanceof Problem) return `The URL is no longer allowed: ${error.detail}`;
  if (error instanceof NoAddressError) return 'The host has no IP address that messages may be sent to.';
  const { code = '', name } = error as { code?: string; name?: string };
  if (name === 'TimeoutError' || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return 'The receiver did not answer in time.';
  if (TLS_CODES.test(code))
    return 'The TLS connection failed: the certificate of the receiver is not valid for its host, or its TLS version is too old.';
  if (error instanceof errors.SocketError || code === 'ECONNRESET' || code === 'EPIPE')
    return 'The connection closed before the receiver had answered.';
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return 'The answer of the receiver is not valid HTTP.';
  return 'Could not connect to the receiver.';
}
