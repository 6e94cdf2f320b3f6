import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#identity/caller.js';
import { InterfaceDocument } from './interface-document.js';

@Controller()
export class OpenApiController {
  constructor(@Inject(InterfaceDocument) private readonly document: InterfaceDocument) {}

  @Get('openapi.json')
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const caller = request.caller as Caller | null;
    void reply
      .header('content-type', 'application/json')
      .header('vary', 'Authorization')
      .header('cache-control', 'no-cache')
      .send(Buffer.from(this.document.textFor(caller)));
  }
}
