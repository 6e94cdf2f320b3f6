import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import type { ObjectServiceClient, UsedId } from '../services/object-service-client.js';

/** `GET /operator/ids/{externalId}`: the owner of an id, and whether data of its object is still stored. */
export class IdDoor {
  constructor(private readonly objects: Pick<ObjectServiceClient, 'usedId'>) {}

  readonly read = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
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
  };
}
