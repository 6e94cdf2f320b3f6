import { Controller, Param, Post } from '@nestjs/common';
import { type Actor, By } from '../../auditing/actor.js';
import { uuidOf } from '../../http/uuid-of.js';
import { OwnPasswords, type PasswordLink } from './own-passwords.js';

/** One-time links for setting a password; created by operators. */
@Controller('operator/people/:personId/password-link')
export class PasswordLinksController {
  constructor(private readonly passwords: OwnPasswords) {}

  @Post()
  create(@Param('personId') id: string, @By() actor: Actor): Promise<PasswordLink> {
    return this.passwords.link(actor, uuidOf(id));
  }
}
