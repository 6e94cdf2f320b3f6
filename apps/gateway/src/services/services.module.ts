import { Global, Module } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { DirectoryClient } from './directory-client.js';
import { PictureStore } from './picture-store.js';

/** Clients that several modules share; they close last. A module that must not wait for others has its own client. */
@Global()
@Module({
  providers: [
    {
      provide: DirectoryClient,
      useFactory: ({ directoryUrl: url, internalToken }: Config) => new DirectoryClient({ url, internalToken }),
      inject: [CONFIG],
    },
    { provide: PictureStore, useFactory: (config: Config) => new PictureStore(config), inject: [CONFIG] },
  ],
  exports: [DirectoryClient, PictureStore],
})
export class ServicesModule {}
