import type { OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import type { WorkspaceMove } from '#contracts/directory/records.js';
import { timeOf } from '#contracts/uuid-v7.js';
import { Problem } from '#problems/problem.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import type { ObjectServiceClient } from '../services/object-service-client.js';
import { idempotencyKeyOf, keyHashOf, keysUnavailable } from '../writes/idempotency-key.js';
import { wasMovedAway } from '../writes/moved-away.js';
import { clientGone } from './client-gone.js';
import { longPollMs, targetOf } from './request-target.js';

/** Marks a call from a gateway that its workspace has left: it is forwarded once, never in a circle. */
const HANDED_ON = 'waymark-handed-on';
/** The id of the move, whose own reads still work here. */
const OF_MOVE = 'waymark-move';
const MACHINE = 'token:';
/** Headers of a connection, not of the message (RFC 9110, 7.6.1); the caller's cookies are for this address alone. */
const OWN_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
  'cookie',
  'set-cookie',
  'date',
]);
const INVALID_CURSOR = 'urn:waymark:problem:invalid-cursor';
const MAX_CALLS = 512;
const CONNECTIONS = 128;
const CONNECT_TIMEOUT_MS = 3000;
const ANSWER_TIMEOUT_MS = 60_000;

export interface HandedOn {
  workspace: string;
  move: WorkspaceMove;
  rule: Pick<GatewayRoute, 'name'>;
}

/** Forwards calls of a workspace to the installation that it was moved to, unchanged and with their tokens. */
export class MovedCalls implements OnApplicationShutdown {
  private readonly agent = new Agent({ connections: CONNECTIONS, pipelining: 1, connect: { timeout: CONNECT_TIMEOUT_MS } });
  private inFlight = 0;

  /** @param objects knows which operations and keys are still this installation's */
  constructor(private readonly objects: Pick<ObjectServiceClient, 'operation' | 'knownKey'>) {}

  /** False: it was decided here before the workspace left, and is answered here. @throws Problem when it cannot be forwarded */
  async hand(request: FastifyRequest, reply: FastifyReply, handed: HandedOn): Promise<boolean> {
    const address = handed.move.address!;
    if (request.headers[HANDED_ON] !== undefined)
      throw new Problem(
        'unavailable',
        `The workspace was moved to ${address}, which hands its calls on to here: its move has to be ended on one side.`,
        { headers: { 'retry-after': '60' } },
      );
    if (await this.isOurs(request, handed)) return false;
    if (!request.caller.subject.startsWith(MACHINE))
      throw new Problem(
        'forbidden',
        `The workspace was moved to ${address}. People sign in there, and share links are made again there; ` +
          'only tokens of machines are valid on both sides.',
      );
    if (this.inFlight >= MAX_CALLS)
      throw new Problem('overloaded', 'Too many calls are being handed on to where the workspace is now; try again in a moment.', {
        headers: { 'retry-after': '1' },
      });
    this.inFlight += 1;
    reply.raw.once('close', () => (this.inFlight -= 1));
    await this.send(request, reply, handed);
    return true;
  }

  /** Earlier operations and keys: the first answer to a key answers each repetition, on both installations. */
  private async isOurs(request: FastifyRequest, { workspace, move, rule }: HandedOn): Promise<boolean> {
    if (request.method === 'GET' && request.headers[OF_MOVE] === move.id) return true;
    if (rule.name === 'readOperation') return isBefore((request.params as { operationId: string }).operationId, move.since);
    const key = request.method === 'GET' ? undefined : idempotencyKeyOf(request.raw);
    if (key === undefined) return false;
    try {
      const operationId = await this.objects.knownKey(workspace, keyHashOf(key));
      const known = operationId === undefined ? undefined : await this.objects.operation(workspace, operationId);
      return known?.complete === true && !wasMovedAway(known.results);
    } catch (error) {
      return keysUnavailable(error);
    }
  }

  private async send(request: FastifyRequest, reply: FastifyReply, { move, rule }: HandedOn): Promise<void> {
    const { raw } = request;
    const gone = clientGone(reply);
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    const target = targetOf(raw.url ?? '/');
    const timeoutMs = ANSWER_TIMEOUT_MS + longPollMs(target);
    try {
      const answer = await this.agent.request({
        origin: move.address!,
        path: target,
        method: request.method as 'GET',
        headers: { ...passedOn(raw.headers), [HANDED_ON]: '1' },
        body: hasBody ? raw : undefined,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: gone,
      });
      if (
        rule.name === 'pollChanges' &&
        answer.statusCode === 400 &&
        ((await answer.body.json()) as { type?: string }).type === INVALID_CURSOR
      )
        throw cursorOfBefore();
      void reply.code(answer.statusCode).headers(passedOn(answer.headers));
      void reply.send(answer.body);
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw new Problem(
        'unavailable',
        'The installation that the workspace was moved to cannot be reached at the moment. This call may or ' +
          'may not have been applied; sending it again is safe with the same Idempotency-Key.',
        { headers: { 'retry-after': '2' }, cause: error },
      );
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.agent.destroy();
  }
}

const cursorOfBefore = (): Problem =>
  new Problem(
    'cursor-expired',
    'The cursor is from before the workspace was moved to another installation, whose feed is another ' +
      'one: begin again with cursor=earliest or cursor=latest, and read the objects.',
  );

function isBefore(publicId: string, since: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(publicId) && timeOf(publicId.slice(0, 36)) < Date.parse(since);
}

function passedOn(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined && !OWN_HEADERS.has(entry[0])),
  );
}
