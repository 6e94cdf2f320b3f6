import { type DynamicModule, Global, Inject, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { DirectoryFollower } from '#directory/directory-follower.js';
import { RetryingFollower } from '#directory/retrying-follower.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { Broker } from './broker.js';
import { HealthChecks } from './health-checks.js';
import { ProcessEnd } from './process-end.js';
import type { TopicConfig } from './settings.js';
import { Startup } from './startup.js';
import { CONFIG, LOGGER, REGISTRY } from './tokens.js';

const HOW = Symbol('how the directory is followed');

/** `needed`: the service exits if the directory can no longer be followed, and is not ready until the directory has been read once. */
type How = 'needed' | 'background';

@Injectable()
class FollowedDirectory implements OnModuleInit, OnApplicationShutdown {
  private readonly follower: DirectoryFollower | RetryingFollower;

  constructor(
    @Inject(CONFIG) { topicPrefix }: TopicConfig,
    @Inject(LOGGER) logger: Logger,
    @Inject(REGISTRY) metrics: Registry,
    @Inject(HOW) how: How,
    broker: Broker,
    copy: DirectoryCopy,
    processEnd: ProcessEnd,
    checks: HealthChecks,
    private readonly startup: Startup,
  ) {
    const kafka = broker.connection('directory');
    const options = { kafka, topicPrefix, groupId: `${broker.clientId}-directory`, copy, logger, metrics };
    if (how === 'background') {
      this.follower = new RetryingFollower(options);
      return;
    }
    const follower = new DirectoryFollower({ ...options, onFatal: (error) => processEnd.fatal(error) });
    checks.add(follower.check);
    this.follower = follower;
  }

  onModuleInit(): void {
    this.startup.add(() => this.follower.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.follower.close();
  }
}

/** Provides `DirectoryCopy`, which follows `directory.state`. */
@Global()
@Module({})
export class FollowedDirectoryModule {
  /** @param how `needed`: the service serves nothing without the directory; `background`: it works without it */
  static of(how: How): DynamicModule {
    return {
      module: FollowedDirectoryModule,
      providers: [{ provide: HOW, useValue: how }, DirectoryCopy, FollowedDirectory],
      exports: [DirectoryCopy],
    };
  }
}
