import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Pool } from 'pg';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { PICTURE_POOL, PICTURE_READ_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { KeptPictures } from './kept-pictures.js';
import { PicturesController } from './pictures.controller.js';

/** Pictures of objects. A separate module, since its bodies may be larger than others. */
@Module({
  imports: [StorageModule],
  controllers: [PicturesController],
  providers: [
    {
      provide: KeptPictures,
      useFactory: (pool: Pool, { workspacePictureBytes }: Config, readPool: Pool) =>
        new KeptPictures(pool, workspacePictureBytes, readPool),
      inject: [PICTURE_POOL, CONFIG, PICTURE_READ_POOL],
    },
  ],
})
export class PicturesModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const types = ['image/jpeg', 'image/png', 'image/webp'];
    const options = { parseAs: 'buffer', bodyLimit: this.config.maxPictureBytes } as const;
    this.host.httpAdapter.getInstance().addContentTypeParser(types, options, (_request, bytes, done) => done(null, bytes));
  }
}
