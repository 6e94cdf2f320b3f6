import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from '#telemetry/logger.js';
import { DirectoryClient } from '../administration/directory-client.js';
import type { Config } from '../config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { TokenUses } from './token-uses.js';

/** Tells the directory which tokens were used; while it is away they are told later. */
@Injectable()
export class TokenUsesLifecycle implements OnModuleInit, OnApplicationShutdown {
  private readonly client: DirectoryClient;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly uses: TokenUses,
  ) {
    this.client = new DirectoryClient({ url: config.directoryUrl, internalToken: config.internalToken });
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.tell(), this.config.tokenUseSeconds * 1000);
    this.timer.unref();
  }

  private async tell(): Promise<void> {
    const uses = this.uses.take();
    if (uses.length === 0) return;
    try {
      const body = Buffer.from(JSON.stringify({ uses }));
      const { status } = await this.client.call({ method: 'POST', path: '/internal/token-uses', headers: { 'content-type': 'application/json' }, body });
      if (status !== 204) throw new Error(`The directory answered with ${status}.`);
    } catch (error) {
      this.uses.giveBack(uses);
      this.logger.debug({ error: String(error) }, 'The directory could not be told which tokens were used.');
    }
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.tell();
    await this.client.close();
  }
}
