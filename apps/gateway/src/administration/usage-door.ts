import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '../limits/limits.js';
import { policyHeader, rateLimitHeader } from '../limits/rate-limit-headers.js';
import type { Administration } from './administration.js';

/** What the gateway looks at in the directory's answer. */
interface BookedUsage {
  month: string;
  calls: { left: number | null };
}

/**
 * `GET /groups/{groupID}/usage`: what the directory has booked, and beside it how each limit stands for this token at this
 * gateway, in the words of the headers and of refusals. The call itself counts for nothing.
 */
export class UsageDoor {
  constructor(
    private readonly administration: Administration,
    private readonly limits: Limits,
  ) {}

  readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = await this.administration.ask(request);
    if (answer.status !== 200) return this.administration.answer(reply, answer);
    const usage = JSON.parse(answer.body.toString()) as BookedUsage;
    const { groupID } = request.params as { groupID: string };
    const standing = this.limits.standing(groupID, request.caller.tokenId, usage.month, usage.calls.left ?? 0);
    if (standing.length > 0) void reply.header('ratelimit-policy', policyHeader(standing)).header('ratelimit', rateLimitHeader(standing));
    const body = { ...usage, standing: standing.map(({ name: limit, quota, windowSeconds, left, resetsAt }) => ({ limit, quota, windowSeconds, used: Math.max(0, quota - left), left, resetsAt })) };
    return this.administration.answer(reply, { ...answer, body: Buffer.from(JSON.stringify(body)) });
  };
}
