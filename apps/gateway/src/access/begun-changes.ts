import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { AccessLog } from './access-log.js';

/** Status of a line that is written before the change is made (RFC 2518, 10.1: processing). */
const BEGUN = 102;

/**
 * The audit of operators' changes that do not pass through the directory: a line on access.events, written
 * before the change. The line of the answer follows, with the same requestId.
 */
@Injectable()
export class BegunChanges {
  constructor(private readonly log: AccessLog) {}

  /**
   * @param operation name of the route
   * @param target of the change
   * @throws Problem 503 when the line cannot be written; then nothing may be changed
   */
  async note({ caller, id, ip }: Pick<FastifyRequest, 'caller' | 'id' | 'ip'>, operation: string, target: string): Promise<void> {
    try {
      await this.log.writeNow('', {
        at: new Date().toISOString(),
        subject: caller.subject,
        tokenId: caller.tokenId,
        operation,
        status: BEGUN,
        requestId: id,
        address: ip,
        target,
      });
    } catch (error) {
      throw new Problem(
        'unavailable',
        'Changes by operators must be logged first, which is not possible at the moment because the broker is down. Nothing was changed.',
        { headers: { 'retry-after': '2' }, cause: error },
      );
    }
  }
}
