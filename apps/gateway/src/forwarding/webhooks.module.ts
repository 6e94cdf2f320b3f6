import { Inject, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { WEBHOOK_ROUTES } from '../routes/webhook-routes.js';
import { DirectoryClient, type ServiceWords } from '../services/directory-client.js';
import { Administration } from './administration.js';

const WORDS: ServiceWords = {
  away:
    'Webhooks cannot be administered at the moment; nothing is lost of what is to be delivered. Nothing ' +
    'is known of what became of this call: look before you send it again.',
  busy: 'Too many calls about webhooks are waiting; try again in a moment.',
  failed: 'The webhook service failed; look before you send the call again.',
};

/** Registers the routes that are forwarded to the webhook service, as plain Fastify handlers: see docs/decisions, 6. */
@Injectable()
class WebhookDoor implements OnModuleInit, OnApplicationShutdown {
  private readonly client: DirectoryClient;
  private readonly administration: Administration;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    copy: DirectoryCopy,
  ) {
    this.client = new DirectoryClient({ url: config.webhookUrl, internalToken: config.internalToken, words: WORDS });
    this.administration = new Administration(this.client, copy, logger);
  }

  onModuleInit(): void {
    void this.host.httpAdapter.getInstance<FastifyInstance>().register((scope, _options, done) => {
      for (const { method, path } of WEBHOOK_ROUTES) scope.route({ method, url: path, handler: this.administration.handle });
      done();
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.onApplicationShutdown();
  }
}

/** Administration of webhooks; a separate service stores and delivers them. */
@Module({ providers: [WebhookDoor] })
export class WebhooksModule {}
