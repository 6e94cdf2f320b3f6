import { setTimeout as sleep } from 'node:timers/promises';
import { Global, Inject, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AreaCopy } from '#areas/area-copy.js';
import { AreaFollower } from '#areas/area-follower.js';
import type { Logger } from '#telemetry/logger.js';
import { Broker } from './broker.js';
import { HealthChecks } from './health-checks.js';
import { ProcessEnd } from './process-end.js';
import type { TopicConfig } from './settings.js';
import { Startup } from './startup.js';
import { CONFIG, LOGGER } from './tokens.js';

const COMPLETE_POLL_MS = 20;

@Injectable()
class FollowedAreas implements OnModuleInit, OnApplicationShutdown {
  private readonly follower: AreaFollower;

  constructor(
    @Inject(CONFIG) { topicPrefix }: TopicConfig,
    @Inject(LOGGER) logger: Logger,
    broker: Broker,
    processEnd: ProcessEnd,
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
      onFatal: (error) => processEnd.fatal(error),
    });
  }

  onModuleInit(): void {
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

/** `AreaCopy`, kept as `area.state` says; the steps of the start that come after it have all areas. */
@Global()
@Module({ providers: [AreaCopy, FollowedAreas], exports: [AreaCopy] })
export class FollowedAreasModule {}
