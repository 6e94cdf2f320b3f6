import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../config.js';
import { FeedClient } from './feed-client.js';

/** Beside one for each webhook that waits: places in the feed are asked for by callers. */
const MORE_CONNECTIONS = 16;

/** Reads feeds of the projection. */
@Module({
  providers: [
    {
      provide: FeedClient,
      useFactory: ({ projectionUrl, internalToken, maxHeld }: Config) =>
        new FeedClient(projectionUrl, internalToken, maxHeld + MORE_CONNECTIONS),
      inject: [CONFIG],
    },
  ],
  exports: [FeedClient],
})
export class FeedModule implements OnApplicationShutdown {
  constructor(private readonly feed: FeedClient) {}

  async onApplicationShutdown(): Promise<void> {
    await this.feed.close();
  }
}
