import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../../configuration/config.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { PeopleModule } from '../people/people.module.js';
import { AccessTokens } from './access-tokens.js';
import { AuthController } from './auth.controller.js';
import { FirstOperatorController } from './first-operator.controller.js';
import { FirstOperator } from './first-operator.js';
import { LoginMetrics } from './login-metrics.js';
import { LoginThrottle } from './login-throttle.js';
import { Logins } from './logins.js';
import { OidcAttempts } from './oidc-attempts.js';
import { oidcProviderOf } from './oidc-provider-of.js';
import { OidcSignIn } from './oidc-sign-in.js';
import { OidcController } from './oidc.controller.js';
import { OwnPasswords } from './own-passwords.js';
import { PasswordHashes } from './password-hashes.js';
import { PasswordLinksController } from './password-links.controller.js';
import { Sessions } from './sessions.js';

function createHashes({ passwordMemoryKib, passwordPasses, passwordHashesAtATime, passwordQueue }: Config): PasswordHashes {
  return new PasswordHashes(
    { memoryCost: passwordMemoryKib, timeCost: passwordPasses },
    { atATime: passwordHashesAtATime, waiting: passwordQueue },
  );
}

function createAccessTokens(
  dataSource: DataSource,
  keys: SigningKeys,
  { tokenIssuer, tokenAudience, accessTokenMinutes }: Config,
): AccessTokens {
  return new AccessTokens({ dataSource, keys, issuer: tokenIssuer, audience: tokenAudience, minutes: accessTokenMinutes });
}

function createSessions(
  store: DirectoryStore,
  tokens: AccessTokens,
  { refreshIdleDays: idleDays, refreshAbsoluteDays: absoluteDays, refreshGraceSeconds: graceSeconds }: Config,
): Sessions {
  return new Sessions(store, tokens, { idleDays, absoluteDays, graceSeconds });
}

function createOidcSignIn(store: DirectoryStore, sessions: Sessions, config: Config): OidcSignIn {
  return new OidcSignIn({
    store,
    sessions,
    attempts: new OidcAttempts(config.keySecret),
    provider: oidcProviderOf(config),
    returnUrl: config.oidcReturnUrl,
    signUp: config.oidcSignUp,
  });
}

/** Login by password, by one-time links, and with an OpenID provider. */
@Module({
  imports: [StorageModule, PublishingModule, KeysModule, PeopleModule],
  controllers: [AuthController, OidcController, FirstOperatorController, PasswordLinksController],
  providers: [
    LoginThrottle,
    LoginMetrics,
    { provide: PasswordHashes, useFactory: createHashes, inject: [CONFIG] },
    { provide: AccessTokens, useFactory: createAccessTokens, inject: [DataSource, SigningKeys, CONFIG] },
    { provide: Sessions, useFactory: createSessions, inject: [DirectoryStore, AccessTokens, CONFIG] },
    { provide: OidcSignIn, useFactory: createOidcSignIn, inject: [DirectoryStore, Sessions, CONFIG] },
    Logins,
    OwnPasswords,
    FirstOperator,
  ],
  exports: [LoginThrottle, Sessions, OidcSignIn],
})
export class LoginModule {}
