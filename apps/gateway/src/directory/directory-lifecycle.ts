import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { DirectoryFollower } from '#directory/directory-follower.js';
import { createKafka } from '#kafka/connection.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { Readiness } from '../readiness.js';
import { Administration } from './administration.js';
import { DirectoryClient } from './directory-client.js';
import { DIRECTORY_ROUTES } from './directory-routes.js';
import { keySetOf } from './key-set.js';

/** Keeps the gateway's copy of the directory, from the topic alone, and hands calls of administration on. Plain Fastify handlers: see docs/decisions, 6. */
@Injectable()
export class DirectoryLifecycle implements OnModuleInit, OnApplicationShutdown {
  private readonly follower: DirectoryFollower;
  private readonly client: DirectoryClient;
  private readonly administration: Administration;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    readiness: Readiness,
    private readonly copy: DirectoryCopy,
  ) {
    this.client = new DirectoryClient({ url: config.directoryUrl, internalToken: config.internalToken });
    this.administration = new Administration(this.client, copy, logger);
    const clientId = `${config.topicPrefix}gateway-${config.instanceId}-directory`;
    this.follower = new DirectoryFollower({
      kafka: createKafka({ brokers: [...config.kafkaBrokers], clientId, logger }),
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
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register((scope, _options, done) => {
      for (const { method, path } of DIRECTORY_ROUTES) scope.route({ method, url: path, handler: this.administration.handle });
      scope.get('/.well-known/jwks.json', (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(keySetOf(this.copy)));
      done();
    });
    this.follower.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.follower.close(), this.client.close()]);
  }
}
