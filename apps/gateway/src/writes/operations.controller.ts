import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { timeOf } from '#contracts/uuid-v7.js';
import { Problem } from '#problems/problem.js';
import { type KnownOperation, ObjectServiceClient, ObjectServiceUnavailableError } from '../services/object-service-client.js';
import { answerOf } from './answer.js';
import { ForeignClashes } from './foreign-clashes.js';
import { OperationIds } from './operation-ids.js';
import { sendJson } from './replies.js';

const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Serves the outcome of a call for 24 hours. */
@Controller()
export class OperationsController {
  constructor(
    private readonly objectService: ObjectServiceClient,
    private readonly ids: OperationIds,
    private readonly clashes: ForeignClashes,
  ) {}

  @Get('groups/:groupID/operations/:operationId')
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { groupID: workspace, operationId: publicId } = request.params as { groupID: string; operationId: string };
    const operationId = this.ids.read(publicId, workspace, request.caller.narrowing);
    if (operationId === undefined) throw new Problem('unknown-operation', 'This workspace has no such operation.');
    const known = await this.find(workspace, operationId);
    const isOld = Date.now() - timeOf(operationId) > RETENTION_MS;
    if (isOld && (known === undefined || known.lost === true))
      throw new Problem('unknown-operation', 'The operation is older than 24 hours; its outcomes are no longer kept.');
    if (known?.lost === true) return sendJson(reply, 200, `{"operationId":"${publicId}","status":"lost"}`);
    if (known?.complete !== true) {
      void reply.header('retry-after', '1');
      return sendJson(reply, 200, `{"operationId":"${publicId}","status":"pending"}`);
    }
    this.clashes.check(request.caller.tokenId, Date.now());
    this.clashes.note(request.caller.tokenId, known.results, Date.now());
    const { body } = answerOf(publicId, known.results, known.refused);
    return sendJson(reply, 200, `${body.slice(0, -1)},"status":"complete"}`);
  }

  private async find(workspace: string, operationId: string): Promise<KnownOperation | undefined> {
    try {
      return await this.objectService.operation(workspace, operationId);
    } catch (error) {
      if (!(error instanceof ObjectServiceUnavailableError)) throw error;
      throw new Problem('unavailable', 'Operations cannot be looked up at the moment; try again.', {
        headers: { 'retry-after': '2' },
        cause: error,
      });
    }
  }
}
