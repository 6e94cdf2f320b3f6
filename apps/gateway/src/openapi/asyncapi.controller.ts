import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TopicsDocument } from './topics-document.js';

/** Serves the description of Waymark's Kafka topics: the public ones; for operators also those between the services. */
@Controller()
export class AsyncApiController {
  constructor(@Inject(TopicsDocument) private readonly document: TopicsDocument) {}

  @Get('asyncapi.json')
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    void reply
      .headers({ 'content-type': 'application/json', vary: 'Authorization', 'cache-control': 'no-cache' })
      .send(Buffer.from(this.document.textFor(request.caller)));
  }
}
