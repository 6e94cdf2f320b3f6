import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { Forwarder } from '../forwarding/forwarder.js';
import type { WholeCalls } from '../forwarding/whole-calls.js';
import { ObjectServiceClient } from '../services/object-service-client.js';

/** A workspace's stored objects, for a move and its verification. */
@Controller('operator/workspaces/:workspaceId/kept-objects')
export class KeptObjectsController {
  private readonly directory: WholeCalls;

  constructor(
    private readonly objects: ObjectServiceClient,
    forwarder: Forwarder,
  ) {
    this.directory = forwarder.whole('directory');
  }

  @Post()
  @HttpCode(200)
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { workspaceId } = request.params as { workspaceId: string };
    const question = (await this.directory.bodies.of(request)) ?? Buffer.from('{}');
    const page = await this.objects.keptObjects(workspaceId, question).catch(unavailable);
    if (page === undefined) throw new Problem('invalid', '`after` must be an id, and `ids` an array of at most 500 ids.');
    return reply.header('cache-control', 'no-store').send(page);
  }

  @Post('settled')
  @HttpCode(200)
  async settled(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const settled = await this.objects.settled((request.params as { workspaceId: string }).workspaceId).catch(unavailable);
    return reply.header('cache-control', 'no-store').send({ settled });
  }
}

function unavailable(error: unknown): never {
  throw new Problem('unavailable', 'Objects cannot be read at the moment; try again.', { headers: { 'retry-after': '2' }, cause: error });
}
