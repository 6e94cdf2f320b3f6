import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { BearerStrategy, type TokenRules } from '#identity/bearer-strategy.js';
import { BearerGuard } from '#identity/bearer.js';
import { ForeignTokens } from '#identity/foreign-tokens.js';
import { MovedTokens } from '#identity/moved-tokens.js';
import { VerifiedTokens } from '#identity/verified-tokens.js';
import { HealthChecks } from '#service/health-checks.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import { SettingsError } from '#settings/settings.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { refusedTokens } from './refused-tokens.js';

const rulesOf = ({ tokenIssuer, tokenAudience, tokenClockSkewSeconds }: Config): TokenRules => ({
  issuer: tokenIssuer,
  audience: tokenAudience,
  clockSkewSeconds: tokenClockSkewSeconds,
});

/** @throws SettingsError when this installation's own issuer is among the foreign ones */
function createForeignTokens({ foreignIssuers, tokenIssuer, tokenClockSkewSeconds }: Config, logger: Logger): ForeignTokens {
  if (foreignIssuers.some(({ issuer }) => issuer === tokenIssuer))
    throw new SettingsError([{ env: 'FOREIGN_ISSUERS', fault: 'names TOKEN_ISSUER, whose tokens are our own' }]);
  return new ForeignTokens(foreignIssuers, tokenClockSkewSeconds, (issuer, error) =>
    logger.warn({ issuer, error: String(error) }, 'The keys of a foreign issuer could not be fetched; those that are known stay.'),
  );
}

/** Authentication: passport's strategy for tokens of this installation, and the guard for all kinds of tokens. */
@Module({
  providers: [
    {
      provide: BearerStrategy,
      useFactory: (copy: DirectoryCopy, config: Config) => new BearerStrategy(copy, rulesOf(config)),
      inject: [DirectoryCopy, CONFIG],
    },
    { provide: ForeignTokens, useFactory: createForeignTokens, inject: [CONFIG, LOGGER] },
    {
      provide: MovedTokens,
      useFactory: (copy: DirectoryCopy, config: Config) => new MovedTokens(copy, rulesOf(config)),
      inject: [DirectoryCopy, CONFIG],
    },
    {
      provide: VerifiedTokens,
      useFactory: ({ tokenCacheEntries, tokenClockSkewSeconds }: Config) => new VerifiedTokens(tokenCacheEntries, tokenClockSkewSeconds),
      inject: [CONFIG],
    },
    {
      provide: BearerGuard,
      useFactory: (verified: VerifiedTokens, copy: DirectoryCopy, foreign: ForeignTokens, moved: MovedTokens, registry: Registry) =>
        new BearerGuard(verified, copy, [foreign, moved], refusedTokens(registry)),
      // The strategy is injected so that it exists first: the guard finds it by its name.
      inject: [VerifiedTokens, DirectoryCopy, ForeignTokens, MovedTokens, REGISTRY, BearerStrategy],
    },
  ],
  exports: [BearerGuard],
})
export class TokensModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly foreign: ForeignTokens,
    private readonly copy: DirectoryCopy,
    private readonly checks: HealthChecks,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    const check = (): void => {
      if (this.copy.publicKeys.length === 0) throw new Error('the directory has published no key to check tokens with');
    };
    this.checks.add({ name: 'token-keys', check });
    this.startup.add(() => this.foreign.start());
  }

  onApplicationShutdown(): void {
    this.foreign.stop();
  }
}
