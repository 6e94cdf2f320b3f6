import { Global, Inject, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { PatientFollower } from '#directory/patient-follower.js';
import type { Logger } from '#telemetry/logger.js';
import { Broker } from './broker.js';
import type { TopicConfig } from './settings.js';
import { Startup } from './startup.js';
import { CONFIG, LOGGER } from './tokens.js';

@Injectable()
class FollowedDirectory implements OnModuleInit, OnApplicationShutdown {
  private readonly follower: PatientFollower;

  constructor(
    @Inject(CONFIG) { topicPrefix }: TopicConfig,
    @Inject(LOGGER) logger: Logger,
    broker: Broker,
    copy: DirectoryCopy,
    private readonly startup: Startup,
  ) {
    this.follower = new PatientFollower({
      kafka: broker.connection('directory'),
      topicPrefix,
      groupId: `${broker.clientId}-directory`,
      copy,
      logger,
    });
  }

  onModuleInit(): void {
    this.startup.add(() => this.follower.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.follower.close();
  }
}

/** `DirectoryCopy`, kept as `directory.state` says: for services that do their work without the directory. */
@Global()
@Module({ providers: [DirectoryCopy, FollowedDirectory], exports: [DirectoryCopy] })
export class FollowedDirectoryModule {}
