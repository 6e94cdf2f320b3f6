import { Controller, Delete, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BegunChanges } from '../access/begun-changes.js';
import { Forwarder } from '../forwarding/forwarder.js';

/** Expires all cursors of the feed, after a line in the audit. */
@Controller()
export class CursorsController {
  constructor(
    private readonly forwarder: Forwarder,
    private readonly begun: BegunChanges,
  ) {}

  @Delete('operator/cursors')
  async expire(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    await this.begun.note(request, 'expireCursors', 'all cursors of the feed');
    return this.forwarder.stream(request, reply, 'projection');
  }
}
