import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { FeedClient } from './feed-client.js';

/** In addition to one for each waiting webhook: callers request positions in the feed. */
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
