import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BegunChanges } from '../access/begun-changes.js';
import { Forwarder } from '../forwarding/forwarder.js';

/** Names in the audit for runs with a parameter. */
const AUDITED_AS = {
  check: 'projection (compared only)',
  acceptDifferences: 'projection (differences accepted)',
  undo: 'projection (the last swap undone)',
} as const;

type RebuildRequest = FastifyRequest<{ Querystring: Partial<Record<keyof typeof AUDITED_AS, unknown>> }>;

/** Starts rebuilds of the projection, each after a line in the audit. */
@Controller()
export class RebuildsController {
  constructor(
    private readonly forwarder: Forwarder,
    private readonly begun: BegunChanges,
  ) {}

  @Post('operator/rebuild')
  async start(@Req() request: RebuildRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const option = (Object.keys(AUDITED_AS) as (keyof typeof AUDITED_AS)[]).find((name) => request.query[name] === 'true');
    await this.begun.note(request, 'startRebuild', option === undefined ? 'projection' : AUDITED_AS[option]);
    return this.forwarder.stream(request as FastifyRequest, reply, 'projection');
  }
}
