import { Module } from '@nestjs/common';
import { KeysModule } from './keys/keys.module.js';
import { LoginModule } from './login/login.module.js';
import { PeopleModule } from './people/people.module.js';
import { SharesModule } from './shares/shares.module.js';
import { TokensModule } from './tokens/tokens.module.js';

/** Access: people and their roles, sign-in, machine tokens, share links, and the keys that sign tokens. */
@Module({ imports: [PeopleModule, LoginModule, KeysModule, TokensModule, SharesModule] })
export class AccessModule {}
