import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { LoginDto, PasswordChangeDto, PasswordResetDto, RefreshDto } from '#contracts/directory/dto/login.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { Problem } from '#problems/problem.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { People } from '../people/people.js';
import type { PersonView } from '../people/person-record.js';
import { Logins } from './logins.js';
import { OwnPasswords } from './own-passwords.js';
import { type LoginAnswer, Sessions } from './sessions.js';

const login = compileDto(LoginDto);
const refresh = compileDto(RefreshDto);
const passwordChange = compileDto(PasswordChangeDto);
const passwordReset = compileDto(PasswordResetDto);
const PERSON = /^person:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Routes for people themselves: sign in, refresh a session, sign out, change the password. */
@Controller('auth')
export class AuthController {
  constructor(
    private readonly logins: Logins,
    private readonly sessions: Sessions,
    private readonly passwords: OwnPasswords,
    private readonly people: People,
  ) {}

  @Post('login')
  @HttpCode(200)
  login(@Body() body: unknown, @By() actor: Actor): Promise<LoginAnswer> {
    return this.logins.login(actor, checkedBody<LoginDto>(login, body));
  }

  @Post('refresh')
  @HttpCode(200)
  refresh(@Body() body: unknown, @By() actor: Actor): Promise<LoginAnswer> {
    return this.sessions.refresh(actor, checkedBody<RefreshDto>(refresh, body).refreshToken);
  }

  @Post('logout')
  @HttpCode(204)
  logout(@Body() body: unknown, @By() actor: Actor): Promise<void> {
    return this.sessions.end(actor, checkedBody<RefreshDto>(refresh, body).refreshToken);
  }

  @Get('me')
  me(@By() actor: Actor): Promise<PersonView> {
    return this.people.find(personOf(actor));
  }

  @Post('password')
  @HttpCode(200)
  changePassword(@Body() body: unknown, @By() actor: Actor): Promise<LoginAnswer> {
    return this.passwords.change(actor, personOf(actor), checkedBody<PasswordChangeDto>(passwordChange, body));
  }

  @Post('password/reset')
  @HttpCode(204)
  resetPassword(@Body() body: unknown, @By() actor: Actor): Promise<void> {
    return this.passwords.reset(actor, checkedBody<PasswordResetDto>(passwordReset, body));
  }

  @Post('invitation')
  @HttpCode(200)
  acceptInvitation(@Body() body: unknown, @By() actor: Actor): Promise<LoginAnswer> {
    return this.passwords.accept(actor, checkedBody<PasswordResetDto>(passwordReset, body));
  }
}

function personOf({ subject }: Actor): string {
  const id = PERSON.exec(subject)?.[1];
  if (id === undefined)
    throw new Problem('forbidden', 'Only people can do this, and the token belongs to a machine. Log in with POST /auth/login.');
  return id;
}
