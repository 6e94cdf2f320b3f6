import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { ObjectServiceClient, type UsedId } from '../services/object-service-client.js';

/** The owner of an id, and whether data of its object is still stored. */
@Controller()
export class IdsController {
  constructor(private readonly objects: ObjectServiceClient) {}

  @Get('operator/ids/:externalId')
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { externalId } = request.params as { externalId: string };
    let found: UsedId | undefined;
    try {
      found = await this.objects.usedId(externalId);
    } catch (error) {
      throw new Problem('unavailable', 'Ids cannot be looked up at the moment; try again.', {
        headers: { 'retry-after': '2' },
        cause: error,
      });
    }
    if (found === undefined) throw new Problem('not-found', 'No workspace has ever used this id.');
    return reply.header('cache-control', 'no-store').send(found);
  }
}
