import { CliError, NotSignedInError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { boundedBody } from './bounded-body.js';
import { piecesOf } from './open-answer.js';
import { type ProblemShown, RefusedError } from './refused-error.js';

/** The API version that these commands were built for (docs/versioning.md). */
const BUILT_FOR = '2026-11-21';
const TIMEOUT_MS = 30_000;
/** Visible ASCII, as a header requires. */
const SENDABLE = /^[\x21-\x7e]+$/;
const UNSENDABLE = 'The token contains characters that tokens do not have, such as a space or a line break in the middle.';

export interface Call {
  /** Sent as JSON; a Uint8Array is sent unchanged, with the Content-Type in `headers`. */
  body?: unknown;
  /** The token to send; default: the caller's own token. Null: none. */
  token?: string | null;
  /** In addition to the headers of every call. */
  headers?: Readonly<Record<string, string>>;
  /** Timeout of the answer; default: 30 s. */
  timeoutMs?: number;
}

export interface Answer {
  status: number;
  /** Undefined for an answer without a body. */
  body: unknown;
  headers: Headers;
}

interface Exchanged {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** The public API of one gateway. Redirects are not followed, because they could send the token elsewhere. */
export class ApiClient {
  constructor(
    readonly url: string,
    private readonly tokenFor: () => Promise<string>,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.send<T>('GET', path);
  }

  /** The body of the answer. @throws RefusedError, NotSignedInError, CliError if there is no answer */
  async send<T>(method: string, path: string, call: Call = {}): Promise<T> {
    return (await this.ask(method, path, call)).body as T;
  }

  /** The raw body of the answer, for a media type that this client does not parse. */
  async text(path: string, accept: string, token?: string): Promise<string> {
    const bearer = token ?? (await this.tokenFor());
    if (!SENDABLE.test(bearer)) throw new NotSignedInError(UNSENDABLE);
    const answer = await this.exchange(
      path,
      { method: 'GET', headers: { accept, 'waymark-version': BUILT_FOR, authorization: `Bearer ${bearer}` } },
      TIMEOUT_MS,
    );
    if (answer.status < 200 || answer.status > 299) throw refusal(answer, `GET ${path}`, this.url);
    return answer.body.toString();
  }

  /** A file of moderate size, with its media type. @throws as `send` */
  async file(path: string, accept: string): Promise<{ mediaType: string; bytes: Buffer }> {
    const { body, headers } = await this.request('GET', path, { headers: { accept } });
    return { mediaType: headers.get('content-type') ?? '', bytes: body };
  }

  /** An answer that may be larger than memory. @throws as `send`; CliError while reading if the answer is incomplete */
  async open(path: string, accept: string, token?: string, more: Call['headers'] = {}): Promise<AsyncGenerator<Uint8Array>> {
    const bearer = token ?? (await this.tokenFor());
    if (!SENDABLE.test(bearer)) throw new NotSignedInError(UNSENDABLE);
    const abort = new AbortController();
    const headers = { accept, 'waymark-version': BUILT_FOR, authorization: `Bearer ${bearer}`, ...more };
    const begin = setTimeout(() => abort.abort(), TIMEOUT_MS);
    let answer: Response;
    try {
      answer = await fetch(this.url + path, { headers, redirect: 'manual', signal: abort.signal });
    } catch (error) {
      throw new CliError(
        `Nothing answers at ${this.url} (${reasonOf(error, TIMEOUT_MS)}). Is Waymark running there? Set ` +
          'another address with --url or WAYMARK_URL.',
        EXIT.unreachable,
        { cause: error },
      );
    } finally {
      clearTimeout(begin);
    }
    if (answer.status !== 200 || answer.body === null)
      throw refusal({ status: answer.status, body: await boundedBody(answer) }, `GET ${path}`, this.url);
    return piecesOf(answer.body, abort);
  }

  async ask(method: string, path: string, call: Call = {}): Promise<Answer> {
    const { status, headers, body } = await this.request(method, path, call);
    return { status, headers, body: body.length === 0 ? undefined : parsed(body.toString(), `${method} ${path}`) };
  }

  /** The lines of a long answer as they arrive. @throws as `open` */
  async *lines(path: string, token?: string, headers?: Call['headers']): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const piece of await this.open(path, 'application/x-ndjson, application/problem+json', token, headers)) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
    if (rest !== '') yield rest;
  }

  private async request(method: string, path: string, { body, token, headers: more, timeoutMs = TIMEOUT_MS }: Call): Promise<Exchanged> {
    const bearer = token === undefined ? await this.tokenFor() : token;
    // Checked here, because fetch's own error would repeat the token.
    if (bearer !== null && !SENDABLE.test(bearer)) throw new NotSignedInError(UNSENDABLE);
    const headers = {
      accept: 'application/json',
      'waymark-version': BUILT_FOR,
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
    };
    const sent = body instanceof Uint8Array ? new Uint8Array(body) : body === undefined ? undefined : JSON.stringify(body);
    const answer = await this.exchange(path, { method, headers, body: sent }, timeoutMs);
    if (answer.status < 200 || answer.status > 299) throw refusal(answer, `${method} ${path}`, this.url);
    return answer;
  }

  private async exchange(path: string, init: RequestInit, timeoutMs: number): Promise<Exchanged> {
    try {
      const answer = await fetch(this.url + path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      return { status: answer.status, headers: answer.headers, body: await boundedBody(answer) };
    } catch (error) {
      if (error instanceof CliError) throw error;
      const why = reasonOf(error, timeoutMs);
      const unknown =
        init.method === 'GET' ? '' : ' If the connection broke on the way, the change may have been made: check before you repeat it.';
      throw new CliError(
        `Nothing answers at ${this.url} (${why}). Is Waymark running there? Set another address with --url or ` +
          `WAYMARK_URL.${why === 'ECONNREFUSED' ? '' : unknown}`,
        EXIT.unreachable,
        { cause: error },
      );
    }
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if ((error as Error).name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message?: string };
  return code ?? message ?? String(error);
}

function refusal({ status, body }: Pick<Exchanged, 'status' | 'body'>, call: string, url: string): CliError {
  const problem = problemOf(body.toString());
  if (problem === undefined)
    return new CliError(`The answer to ${call} (${status}) does not come from a Waymark gateway: check the address ${url}.`, EXIT.refused);
  if (status === 401 && !call.includes(' /auth/')) return new NotSignedInError(`${url}: ${problem.detail ?? 'The token was refused.'}`);
  return new RefusedError(status, problem, call);
}

function problemOf(text: string): ProblemShown | undefined {
  try {
    const problem = JSON.parse(text) as ProblemShown;
    return typeof problem === 'object' && problem !== null && typeof problem.type === 'string' ? problem : undefined;
  } catch {
    return undefined;
  }
}

function parsed(text: string, call: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`The answer to ${call} is not JSON: check that the address is that of a Waymark gateway.`, EXIT.refused);
  }
}
