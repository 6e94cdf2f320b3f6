import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlanLimits } from '#contracts/directory/plan-limits.js';
import { LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import { Forwarder } from '../forwarding/forwarder.js';
import type { WholeCalls } from '../forwarding/whole-calls.js';
import { Limits } from '../limits/limits.js';
import { policyHeader, rateLimitHeader } from '../limits/rate-limit-headers.js';
import { ObjectServiceClient } from '../services/object-service-client.js';

/** The part of the directory's answer that the gateway uses. */
interface BookedUsage {
  workspace: string;
  month: string;
  calls: { left: number | null };
  limits: Pick<PlanLimits, 'objects' | 'newObjectsPerDay'>;
}

/** Present number of objects of a workspace, whatever month was requested. */
interface ObjectUsage {
  used: number;
  /** Null: not limited. */
  left: number | null;
  limit: number | null;
  createdToday: number;
  leftToday: number | null;
  limitPerDay: number | null;
}

/**
 * Usage: the directory's accounts, together with the number of objects as counted by the object service. A token of the workspace
 * also gets the state of each limit for this token at this gateway, with the same names as in headers and refusals. The call
 * itself does not count as usage.
 */
@Controller()
export class UsageController {
  private readonly directory: WholeCalls;

  constructor(
    forwarder: Forwarder,
    private readonly limits: Limits,
    private readonly objects: ObjectServiceClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.directory = forwarder.whole('directory');
  }

  @Get('groups/:groupID/usage')
  own(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.withObjects<BookedUsage>(request, reply, async (usage) => {
      const { groupID } = request.params as { groupID: string };
      const standing = this.limits.standing(groupID, request.caller.tokenId, usage.month, usage.calls.left ?? 0);
      if (standing.length > 0) void reply.header('ratelimit-policy', policyHeader(standing)).header('ratelimit', rateLimitHeader(standing));
      const [counted] = await this.counted([usage]);
      return {
        ...counted,
        standing: standing.map(({ name: limit, quota, windowSeconds, left, resetsAt }) => ({
          limit,
          quota,
          windowSeconds,
          used: Math.max(0, quota - left),
          left,
          resetsAt,
        })),
      };
    });
  }

  @Get('operator/workspaces/:workspaceId/usage')
  ofWorkspace(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.withObjects<BookedUsage>(request, reply, async (usage) => (await this.counted([usage]))[0]!);
  }

  @Get('operator/usage')
  ofAll(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.withObjects<{ usage: BookedUsage[] }>(request, reply, async (page) => ({ ...page, usage: await this.counted(page.usage) }));
  }

  private async withObjects<Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    complete: (answer: Answer) => Promise<object>,
  ): Promise<FastifyReply> {
    const answer = await this.directory.ask(request);
    if (answer.status !== 200) return this.directory.answer(reply, answer);
    const body = await complete(JSON.parse(answer.body.toString()) as Answer);
    return this.directory.answer(reply, { ...answer, body: Buffer.from(JSON.stringify(body)) });
  }

  /** Adds the number of objects; null if it is unavailable at the moment, so that the rest of the answer does not depend on it. */
  private async counted(usages: readonly BookedUsage[]): Promise<(BookedUsage & { objects: ObjectUsage | null })[]> {
    const counts = await this.objects.objectCounts(usages.map(({ workspace }) => workspace)).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Objects could not be counted for a usage answer.');
      return undefined;
    });
    return usages.map((usage) => {
      const count = counts?.find(({ workspace }) => workspace === usage.workspace);
      return { ...usage, objects: count === undefined ? null : objectUsage(count, usage.limits) };
    });
  }
}

function objectUsage(
  { objects: used, createdToday }: { objects: number; createdToday: number },
  { objects: limit, newObjectsPerDay: limitPerDay }: BookedUsage['limits'],
): ObjectUsage {
  const left = (most: number | null, taken: number): number | null => (most === null ? null : Math.max(0, most - taken));
  return { used, left: left(limit, used), limit, createdToday, leftToday: left(limitPerDay, createdToday), limitPerDay };
}
