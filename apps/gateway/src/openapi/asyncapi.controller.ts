import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asyncApiDocument } from '#contracts/asyncapi.js';

/** What Waymark writes to Kafka: the public topics; for operators also those between the services. */
@Controller()
export class AsyncApiController {
  private readonly forCustomers = Buffer.from(JSON.stringify(asyncApiDocument('public')));
  private readonly forOperators = Buffer.from(JSON.stringify(asyncApiDocument('internal')));

  @Get('asyncapi.json')
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const document = request.caller.scopes.has('operator') ? this.forOperators : this.forCustomers;
    void reply.headers({ 'content-type': 'application/json', vary: 'Authorization', 'cache-control': 'no-cache' }).send(document);
  }
}
