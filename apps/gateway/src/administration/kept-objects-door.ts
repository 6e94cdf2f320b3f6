import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import type { Administration } from '../forwarding/administration.js';
import type { ObjectServiceClient } from '../services/object-service-client.js';

/** `POST /operator/workspaces/{workspaceId}/kept-objects`: a workspace's stored objects, for a move and its verification. */
export class KeptObjectsDoor {
  constructor(
    private readonly objects: Pick<ObjectServiceClient, 'keptObjects' | 'settled'>,
    private readonly administration: Pick<Administration, 'bodyOf'>,
  ) {}

  readonly read = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { workspaceId } = request.params as { workspaceId: string };
    const question = (await this.administration.bodyOf(request)) ?? Buffer.from('{}');
    const page = await this.objects.keptObjects(workspaceId, question).catch(unavailable);
    if (page === undefined) throw new Problem('invalid', 'after must be an id, and ids an array of at most 500 ids.');
    return reply.header('cache-control', 'no-store').send(page);
  };

  readonly settled = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const settled = await this.objects.settled((request.params as { workspaceId: string }).workspaceId).catch(unavailable);
    return reply.header('cache-control', 'no-store').send({ settled });
  };
}

function unavailable(error: unknown): never {
  throw new Problem('unavailable', 'Objects cannot be read at the moment; try again.', { headers: { 'retry-after': '2' }, cause: error });
}
