import { Inject, Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { BearerGuard } from '#identity/bearer.js';
import { protectRoutes } from '#identity/route-protection.js';
import { RouteRules } from '#identity/route-rules.js';
import { installProblems } from '#problems/install-problems.js';
import { Startup } from '#service/startup.js';
import { CONFIG, REGISTRY } from '#service/tokens.js';
import type { Registry } from '#telemetry/metrics.js';
import { noteAccess } from '../access/access-hook.js';
import { AccessLog } from '../access/access-log.js';
import { AccessModule } from '../access/access.module.js';
import { TokenUses } from '../access/token-uses.js';
import { TokensModule } from '../access/tokens.module.js';
import type { Config } from '../configuration/config.js';
import { forwardMoved } from '../forwarding/forward-moved.js';
import { MovedCalls } from '../forwarding/moved-calls.js';
import { MovingModule } from '../forwarding/moving.module.js';
import { limitCalls } from '../limits/limit-calls.js';
import { Limits } from '../limits/limits.js';
import { LimitsModule } from '../limits/limits.module.js';
import type { OperationDescriptions } from '../openapi/operation-description.js';
import { OPERATIONS, OperationsModule } from '../openapi/operations.module.js';
import { queryParametersOf } from '../openapi/query-parameters.js';
import { answerInVersions, API_VERSIONS } from '../routes/api-versions.js';
import { announceDeprecations } from '../routes/deprecation.js';
import { ROUTES } from '../routes/routes.js';
import { allowOrigins } from './cross-origin.js';
import { drainConnections } from './drained-connections.js';
import { meetExpectations } from './expectations.js';
import { refuseUnclearFraming } from './framing.js';
import { guardMetrics } from './guarded-metrics.js';
import { measureRequests } from './http-metrics.js';
import { checkRequests } from './request-checks.js';
import { traceRequests } from './request-trace.js';
import { suggestPaths } from './unknown-path.js';

/** The checks of each request before its body is read. They are Fastify's hooks, for all routes alike (docs/decisions, 6). */
@Module({ imports: [TokensModule, AccessModule, MovingModule, LimitsModule, OperationsModule] })
export class HttpModule implements NestModule {
  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(REGISTRY) private readonly registry: Registry,
    @Inject(OPERATIONS) private readonly operations: OperationDescriptions,
    private readonly startup: Startup,
    private readonly guard: BearerGuard,
    private readonly directory: DirectoryCopy,
    private readonly access: AccessLog,
    private readonly tokenUses: TokenUses,
    private readonly movedCalls: MovedCalls,
    private readonly limits: Limits,
  ) {}

  /** Nest calls this before any route is registered. The order of these lines is that of the checks. */
  configure(): void {
    const { config, directory, startup } = this;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    leaveBodiesToRooms(fastify);
    measureRequests(fastify, this.registry);
    drainConnections(fastify, () => startup.phase === 'stopping');
    traceRequests(fastify);
    answerInVersions(fastify, API_VERSIONS);
    allowOrigins(fastify, config.corsOrigins);
    refuseUnclearFraming(fastify);
    meetExpectations(fastify);
    suggestPaths(fastify, ROUTES);
    installProblems(fastify);
    protectRoutes(fastify, new RouteRules(ROUTES), this.guard, directory);
    guardMetrics(fastify, config.metricsToken);
    announceDeprecations(fastify, ROUTES);
    checkRequests(fastify, ROUTES, config.maxExternalIdCharacters, queryParametersOf(this.operations));
    noteAccess(fastify, ROUTES, this.access, this.tokenUses);
    forwardMoved(fastify, ROUTES, directory, this.movedCalls);
    limitCalls(fastify, ROUTES, this.limits);
  }
}

/** No body is read or parsed before its module takes it from `request.raw`: the module limits, inflates and checks it. */
function leaveBodiesToRooms(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
