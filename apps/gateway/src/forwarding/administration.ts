import type { FastifyReply, FastifyRequest } from 'fastify';
import { PUBLISHED_HEADER } from '#contracts/directory/records.js';
import type { Scope } from '#contracts/directory/scopes.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { CALLER_HEADER, forwardedCallerHeader } from '#identity/forwarded-caller.js';
import { Problem, PROBLEM_MEDIA_TYPE } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';
import { Admission } from '../checks/admission.js';
import { readBody } from '../checks/body-bytes.js';
import { checkJsonType } from '../checks/content-type.js';
import { parseJsonBody } from '../checks/json-body.js';
import type { DirectoryAnswer, DirectoryClient } from '../services/directory-client.js';
import { targetOf } from './pass-through.js';

const MAX_CALLS = 512;
const MAX_BODY_BYTES = 512 * 1024;
const BODIES_AT_ONCE = 32;
/** Forwarded answer headers. */
const ANSWER_HEADERS = [
  'content-type',
  'retry-after',
  'cache-control',
  'content-disposition',
  'www-authenticate',
  'location',
  'etag',
] as const;
const SEEN_WAIT_MS = 1000;

/**
 * Forwards authorised administration calls to the directory or another service, and answers once this
 * gateway knows the changes.
 */
export class Administration {
  private readonly admission: Admission;

  constructor(
    private readonly client: DirectoryClient,
    private readonly copy: DirectoryCopy,
    private readonly logger: Logger,
    private readonly inner: { maxBodyBytes: number } = { maxBodyBytes: MAX_BODY_BYTES },
  ) {
    this.admission = new Admission(MAX_CALLS, BODIES_AT_ONCE * MAX_BODY_BYTES + inner.maxBodyBytes);
  }

  readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    this.answer(reply, await this.ask(request));

  /** The directory's answer. @throws Problem when it is away or failed */
  async ask(request: FastifyRequest): Promise<DirectoryAnswer> {
    return this.hand(request, {
      method: request.method === 'HEAD' ? 'GET' : request.method,
      path: targetOf(request.raw.url ?? '/'),
      body: await this.bodyOf(request),
    });
  }

  /** The answer to a different call, made on behalf of the same caller. @throws Problem when the directory is away or failed */
  async hand(request: FastifyRequest, { method, path, body }: { method: string; path: string; body?: Buffer }): Promise<DirectoryAnswer> {
    const answer = await this.client.call({ method, path, headers: headersFor(request, body), body });
    const type = String(answer.headers['content-type'] ?? '');
    if (answer.status >= 500 && !type.startsWith(PROBLEM_MEDIA_TYPE)) {
      this.logger.error({ status: answer.status, requestId: request.id }, 'A service that administration is handed on to failed.');
      throw new Problem('unavailable', this.client.words.failed, { headers: { 'retry-after': '2' } });
    }
    await this.awaitChange(answer.headers[PUBLISHED_HEADER]);
    return answer;
  }

  answer(reply: FastifyReply, answer: DirectoryAnswer): FastifyReply {
    void reply.code(answer.status).header('cache-control', 'no-store');
    for (const name of ANSWER_HEADERS) if (answer.headers[name] !== undefined) void reply.header(name, answer.headers[name]);
    return reply.send(answer.status === 204 ? undefined : answer.body);
  }

  /** The unchanged body, after a check that it is one JSON object; undefined: none. @throws Problem 400, 413, 415, 422, 503 */
  async bodyOf(request: FastifyRequest): Promise<Buffer | undefined> {
    const { headers } = request.raw;
    if (headers['content-length'] === '0' || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined))
      return undefined;
    checkJsonType(request.raw);
    const admitted = this.admission.enter();
    try {
      return checkedObject(await readBody(request.raw, this.inner.maxBodyBytes, admitted));
    } finally {
      admitted.leave();
    }
  }

  /** So that a new object can be used here at once; other gateways receive it at the same moment. */
  private async awaitChange(published: string | string[] | undefined): Promise<void> {
    if (typeof published === 'string') await this.copy.reached(Number(published), SEEN_WAIT_MS);
  }
}

/**
 * The unchanged body, after a check that it is one JSON object without duplicate names, whose meaning is undefined.
 * @throws Problem 400 that names line and column, 422 for another value
 */
function checkedObject(body: Buffer): Buffer {
  const value = parseJsonBody(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return body;
  const detail = 'must be an object';
  throw new Problem('invalid', `The body ${detail}.`, { errors: [{ pointer: '', detail }] });
}

function headersFor(request: FastifyRequest, body: Buffer | undefined): Record<string, string> {
  const caller = request.caller as FastifyRequest['caller'] | null;
  const forwarded = {
    subject: caller?.subject ?? 'anonymous',
    tokenId: caller?.tokenId,
    address: request.ip,
    operator: caller?.scopes.has('operator') ?? false,
    scopes: scopesIn(request, caller),
    issuedAt: caller?.issuedAt,
    expiresAt: caller?.expiresAt,
  };
  return {
    'x-request-id': request.id,
    traceparent: request.traceparent,
    [CALLER_HEADER]: forwardedCallerHeader(forwarded),
    ...(request.headers['if-match'] !== undefined && { 'if-match': request.headers['if-match'] }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

/** The caller's scopes in the workspace that the address names. */
function scopesIn({ params }: FastifyRequest, caller: FastifyRequest['caller'] | null): readonly Scope[] | undefined {
  const granted = caller?.grants.get((params as { groupID?: string }).groupID ?? '');
  return granted && [...granted];
}
