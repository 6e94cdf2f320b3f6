import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
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
    private readonly copy: DirectoryCopy,
    forwarder: Forwarder,
  ) {
    this.directory = forwarder.whole('directory');
  }

  @Post()
  @HttpCode(200)
  async read(@Param('workspaceId') workspaceId: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const question = (await this.directory.bodies.of(request)) ?? Buffer.from('{}');
    this.requireWorkspace(workspaceId);
    const page = await this.objects.keptObjects(workspaceId, question).catch(unavailable);
    if (page === undefined) throw new Problem('invalid', '`after` must be an id, and `ids` an array of at most 500 ids.');
    return reply.header('cache-control', 'no-store').send(page);
  }

  @Post('settled')
  @HttpCode(200)
  async settled(@Param('workspaceId') workspaceId: string, @Res() reply: FastifyReply): Promise<FastifyReply> {
    this.requireWorkspace(workspaceId);
    const settled = await this.objects.settled(workspaceId).catch(unavailable);
    return reply.header('cache-control', 'no-store').send({ settled });
  }

  /** @throws Problem 404; otherwise a misspelt id would look like an empty workspace */
  private requireWorkspace(id: string): void {
    if (this.copy.workspace(id) === undefined)
      throw new Problem('not-found', `The workspace ${JSON.stringify(id.slice(0, 64))} does not exist.`);
  }
}

function unavailable(error: unknown): never {
  throw new Problem('unavailable', 'Objects cannot be read at the moment; try again.', { headers: { 'retry-after': '2' }, cause: error });
}
