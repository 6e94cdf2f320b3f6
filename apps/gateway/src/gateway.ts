import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { BearerGuard } from '#identity/bearer.js';
import { BearerStrategy } from '#identity/bearer-strategy.js';
import { ForeignTokens } from '#identity/foreign-tokens.js';
import { MovedTokens } from '#identity/moved-tokens.js';
import { VerifiedTokens } from '#identity/verified-tokens.js';
import { ProblemFilter } from '#problems/problem-filter.js';
import { SettingsError } from '#settings/settings.js';
import { HealthModule } from '#telemetry/health.js';
import { createLogger, type Logger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { NestLogger } from '#telemetry/nest-logger.js';
import { createAccessLog } from './access/create-access-log.js';
import { refusedTokens } from './access/refused-tokens.js';
import { TokenUses } from './access/token-uses.js';
import type { Config } from './configuration/config.js';
import { EnvironmentModule } from './environment.module.js';
import { createAdapter } from './http/adapter.js';
import { Limits } from './limits/limits.js';
import { describeInterface, OpenApiModule } from './openapi/openapi.module.js';
import { Readiness } from './readiness.js';

@Module({})
class GatewayModule {}

export interface Gateway {
  app: NestFastifyApplication;
  logger: Logger;
  readiness: Readiness;
}

/** The gateway with these modules, not listening yet; the module `directory` fills the copy, the module `access` writes the log. */
export async function createGateway(config: Config, rooms: (Type | DynamicModule)[], directory: DirectoryCopy): Promise<Gateway> {
  const logger = createLogger({ service: 'gateway', instance: config.instanceId, level: config.logLevel });
  const registry = createMetrics('gateway');
  const readiness = new Readiness();
  const rules = { issuer: config.tokenIssuer, audience: config.tokenAudience, clockSkewSeconds: config.tokenClockSkewSeconds };
  new BearerStrategy(directory, rules);
  const access = createAccessLog(config, logger, registry);
  const tokenUses = new TokenUses(config.tokenCacheEntries);
  const limits = new Limits(config, directory, logger, registry);
  if (config.foreignIssuers.some(({ issuer }) => issuer === config.tokenIssuer))
    throw new SettingsError([{ env: 'FOREIGN_ISSUERS', fault: 'names TOKEN_ISSUER, whose tokens are our own' }]);
  const foreign = new ForeignTokens(config.foreignIssuers, config.tokenClockSkewSeconds, (issuer, error) =>
    logger.warn({ issuer, error: String(error) }, 'The keys of a foreign issuer could not be fetched; those that are known stay.'),
  );
  foreign.start();
  const guard = new BearerGuard(
    new VerifiedTokens(config.tokenCacheEntries, config.tokenClockSkewSeconds),
    directory,
    [foreign, new MovedTokens(directory, rules)],
    refusedTokens(registry),
  );
  const gateway: DynamicModule = {
    module: GatewayModule,
    imports: [
      EnvironmentModule.register({ config, logger, registry, readiness, directory, limits, access, tokenUses }),
      HealthModule.register({ checks: readiness.checks, registry, log: logger }),
      OpenApiModule,
      ...rooms,
    ],
  };
  const app = await NestFactory.create<NestFastifyApplication>(
    gateway,
    createAdapter({ config, guard, directory, access, tokenUses, registry, readiness, limits }),
    {
      logger: new NestLogger(logger),
      bodyParser: false,
      abortOnError: false,
    },
  );
  app.useGlobalFilters(new ProblemFilter(logger));
  describeInterface(app, config);
  return { app, logger, readiness };
}
