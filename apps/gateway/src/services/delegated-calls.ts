import type { FastifyRequest } from 'fastify';
import { PUBLISHED_HEADER } from '#contracts/directory/records.js';
import type { Scope } from '#contracts/directory/scopes.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { CALLER_HEADER, forwardedCallerHeader } from '#identity/forwarded-caller.js';
import { Problem, PROBLEM_MEDIA_TYPE } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';
import type { ServiceAnswer, ServiceClient } from './service-client.js';

const SEEN_WAIT_MS = 1000;

export interface DelegatedCall {
  method: string;
  /** Path and query. */
  path: string;
  /** JSON. */
  body?: Buffer;
}

/** Calls to the directory or another service on behalf of a caller, answered once this gateway knows their changes. */
export class DelegatedCalls {
  constructor(
    private readonly client: ServiceClient,
    private readonly copy: DirectoryCopy,
    private readonly logger: Logger,
  ) {}

  /** @throws Problem when the service is down or fails */
  async send(request: FastifyRequest, { method, path, body }: DelegatedCall): Promise<ServiceAnswer> {
    const answer = await this.client.call({ method, path, headers: headersFor(request, body), body });
    const type = String(answer.headers['content-type'] ?? '');
    if (answer.status >= 500 && !type.startsWith(PROBLEM_MEDIA_TYPE)) {
      this.logger.error(
        { status: answer.status, requestId: request.id },
        'A service failed that calls of administration are forwarded to.',
      );
      throw new Problem('unavailable', this.client.words.failed, { headers: { 'retry-after': '2' } });
    }
    const published = answer.headers[PUBLISHED_HEADER];
    // So that the caller can use a new entry here at once; other gateways receive it at about the same time.
    if (typeof published === 'string') await this.copy.reached(Number(published), SEEN_WAIT_MS);
    return answer;
  }
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
