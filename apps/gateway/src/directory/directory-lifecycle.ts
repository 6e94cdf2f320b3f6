import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { DirectoryFollower } from '#directory/directory-follower.js';
import { brokerAccess } from '#kafka/connection/broker-settings.js';
import { createKafka } from '#kafka/connection/connection.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { Readiness } from '../readiness.js';

/** Keeps the gateway's copy of the directory, from the topic alone. */
@Injectable()
export class DirectoryLifecycle implements OnModuleInit, OnApplicationShutdown {
  private readonly follower: DirectoryFollower;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger, readiness: Readiness, copy: DirectoryCopy) {
    const clientId = `${config.topicPrefix}gateway-${config.instanceId}-directory`;
    this.follower = new DirectoryFollower({
      kafka: createKafka({ ...brokerAccess(config), clientId, logger }),
      topicPrefix: config.topicPrefix,
      groupId: clientId,
      copy,
      logger,
      onFatal: (error) => {
        logger.fatal({ err: error }, 'The directory can no longer be followed; the gateway ends.');
        process.exit(1);
      },
    });
    readiness.add(this.follower.check);
    readiness.add({
      name: 'token-keys',
      check: () => {
        if (copy.publicKeys.length === 0) throw new Error('the directory has published no key to check tokens with');
      },
    });
  }

  onModuleInit(): void {
    this.follower.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.follower.close();
  }
}
