import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { DirectoryClient } from '../services/directory-client.js';
import { TokenUses } from './token-uses.js';

/** Reports used tokens to the directory; while it is away, the reports wait. */
@Injectable()
export class TokenUsesLifecycle implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly uses: TokenUses,
    private readonly directory: DirectoryClient,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.tell(), this.config.tokenUseSeconds * 1000);
    this.timer.unref();
  }

  private async tell(): Promise<void> {
    const uses = this.uses.take();
    if (uses.length === 0) return;
    try {
      const status = await this.directory.tell('/internal/token-uses', { uses });
      if (status !== 204) throw new Error(`The directory answered with ${status}.`);
    } catch (error) {
      this.uses.giveBack(uses);
      this.logger.debug({ error: String(error) }, 'The last uses of tokens could not be sent to the directory.');
    }
  }

  onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    return this.tell();
  }
}
