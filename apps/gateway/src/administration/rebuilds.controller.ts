import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BegunChanges } from '../access/begun-changes.js';
import { Forwarder } from '../forwarding/forwarder.js';

/** Names in the audit for runs with a parameter. */
const NOTED = {
  check: 'projection (compared only)',
  acceptDifferences: 'projection (differences accepted)',
  undo: 'projection (the last swap undone)',
} as const;

type Asked = FastifyRequest<{ Querystring: Partial<Record<keyof typeof NOTED, unknown>> }>;

/** Starts rebuilds of the projection, each after a line in the audit. */
@Controller()
export class RebuildsController {
  constructor(
    private readonly forwarder: Forwarder,
    private readonly begun: BegunChanges,
  ) {}

  @Post('operator/rebuild')
  async start(@Req() request: Asked, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const asked = (Object.keys(NOTED) as (keyof typeof NOTED)[]).find((name) => request.query[name] === 'true');
    await this.begun.note(request, 'startRebuild', asked === undefined ? 'projection' : NOTED[asked]);
    return this.forwarder.stream(request as FastifyRequest, reply, 'rebuilds');
  }
}
