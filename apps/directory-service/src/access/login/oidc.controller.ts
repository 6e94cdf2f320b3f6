import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OidcTokenDto } from '#contracts/directory/dto/login.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { OidcSignIn } from './oidc-sign-in.js';
import type { LoginAnswer } from './sessions.js';

const oidcToken = compileDto(OidcTokenDto);

/** Routes for the sign-in with an OpenID provider: start, callback, and login. */
@Controller('auth/oidc')
export class OidcController {
  constructor(private readonly signIn: OidcSignIn) {}

  @Get('start')
  async start(@Query('challenge') challenge: unknown, @Res() reply: FastifyReply): Promise<void> {
    await reply.redirect(await this.signIn.start(challenge), 302);
  }

  @Get('callback')
  async callback(@Req() request: FastifyRequest, @By() actor: Actor, @Res() reply: FastifyReply): Promise<void> {
    const query = request.url.split('?')[1] ?? '';
    await reply.redirect(await this.signIn.callback(actor, query), 302);
  }

  @Post('token')
  @HttpCode(200)
  redeem(@Body() body: unknown, @By() actor: Actor): Promise<LoginAnswer> {
    return this.signIn.redeem(actor, checkedBody<OidcTokenDto>(oidcToken, body));
  }
}
