import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { DirectoryClient } from '../services/directory-client.js';
import { TokenUses } from './token-uses.js';

/** Reports used tokens to the directory; while the directory is down, the reports wait. */
@Injectable()
export class TokenUsesReport implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly uses: TokenUses,
    private readonly directory: DirectoryClient,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => {
      this.timer = setInterval(() => void this.send(), this.config.tokenUseSeconds * 1000).unref();
    });
  }

  private async send(): Promise<void> {
    const uses = this.uses.take();
    if (uses.length === 0) return;
    try {
      const status = await this.directory.report('/internal/token-uses', { uses });
      if (status !== 204) throw new Error(`The directory answered with ${status}.`);
    } catch (error) {
      this.uses.giveBack(uses);
      this.logger.debug({ error: String(error) }, 'The last use of tokens could not be reported to the directory.');
    }
  }

  onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    return this.send();
  }
}
