import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamicModule, Global, Inject, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AreaCopy } from '#areas/area-copy.js';
import { AreaFollower } from '#areas/area-follower.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { Broker } from './broker.js';
import { HealthChecks } from './health-checks.js';
import { ProcessEnd } from './process-end.js';
import type { TopicConfig } from './settings.js';
import { Startup } from './startup.js';
import { CONFIG, LOGGER, REGISTRY } from './tokens.js';

const COMPLETE_POLL_MS = 20;
const HOW = Symbol('how areas are followed');

@Injectable()
class FollowedAreas implements OnModuleInit, OnApplicationShutdown {
  private readonly follower: AreaFollower;

  constructor(
    @Inject(CONFIG) { topicPrefix }: TopicConfig,
    @Inject(LOGGER) logger: Logger,
    @Inject(REGISTRY) metrics: Registry,
    broker: Broker,
    processEnd: ProcessEnd,
    @Inject(HOW) private readonly how: 'awaited' | 'background',
    private readonly copy: AreaCopy,
    private readonly startup: Startup,
    private readonly checks: HealthChecks,
  ) {
    this.follower = new AreaFollower({
      kafka: broker.connection('areas'),
      topicPrefix,
      groupId: `${broker.clientId}-areas`,
      copy,
      logger,
      metrics,
      onFatal: (error) => processEnd.fatal(error),
    });
  }

  onModuleInit(): void {
    if (this.how === 'background') return this.startup.add(() => this.follower.start());
    this.checks.add(this.follower.check);
    this.startup.add(async (stopping) => {
      this.follower.start();
      while (!this.copy.complete && !stopping.aborted) await sleep(COMPLETE_POLL_MS);
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.follower.close();
  }
}

/** Provides `AreaCopy`, which follows `area.state`. */
@Global()
@Module({})
export class FollowedAreasModule {
  /** @param how `awaited`: later steps of startup have all areas; `background`: nothing waits for the areas */
  static of(how: 'awaited' | 'background'): DynamicModule {
    return { module: FollowedAreasModule, providers: [{ provide: HOW, useValue: how }, AreaCopy, FollowedAreas], exports: [AreaCopy] };
  }
}
