import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { timeOf } from '#contracts/uuid-v7.js';
import { Problem } from '#problems/problem.js';
import { ObjectServiceClient } from '../services/object-service-client.js';
import { idempotencyKeyOf, keyHashOf, keysUnavailable } from '../writes/idempotency-key.js';
import { wasMovedAway } from '../writes/moved-away.js';
import { FORWARDED_HEADER, type ForwardedCall } from './forwarded-call.js';
import { Forwarder } from './forwarder.js';

/** Header with the id of the move, whose own reads still work here. */
const OF_MOVE = 'waymark-move';
const MACHINE = 'token:';

/** Decides which calls of a moved workspace are forwarded to its new installation. */
@Injectable()
export class MovedCalls {
  /** @param objects knows the operations and keys that this installation has decided */
  constructor(
    private readonly objects: ObjectServiceClient,
    private readonly forwarder: Forwarder,
  ) {}

  /**
   * Forwards the call. @returns false for a call that this installation still has to answer, see `isOurs`
   * @throws Problem when it cannot be forwarded
   */
  async hand(request: FastifyRequest, reply: FastifyReply, handed: ForwardedCall): Promise<boolean> {
    const address = handed.move.address!;
    if (request.headers[FORWARDED_HEADER] !== undefined)
      throw new Problem(
        'unavailable',
        `The workspace was moved to ${address}, which forwards its calls back to this installation: an operator must end the move on one side.`,
        { headers: { 'retry-after': '60' } },
      );
    if (await this.isOurs(request, handed)) return false;
    if (!request.caller.subject.startsWith(MACHINE))
      throw new Problem(
        'forbidden',
        `The workspace was moved to ${address}. Sign in there, and create share links there again; ` +
          'only machine tokens are valid on both sides.',
      );
    await this.forwarder.forwardMoved(request, reply, handed);
    return true;
  }

  /**
   * Whether this installation answers the call: reads of the move itself, and operations and keys from before the move, since the first
   * answer under a key also answers repetitions, on both installations.
   */
  private async isOurs(request: FastifyRequest, { workspace, move, rule }: ForwardedCall): Promise<boolean> {
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
}

function isBefore(publicId: string, since: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(publicId) && timeOf(publicId.slice(0, 36)) < Date.parse(since);
}
