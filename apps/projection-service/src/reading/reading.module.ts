import { Module } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { StorageModule } from '../storage/storage.module.js';
import { MissingObjects } from './missing-objects.js';
import { PageCursors } from './signed-page.js';

/** Shared parts of reads by page and by id. */
@Module({
  imports: [StorageModule],
  providers: [
    MissingObjects,
    { provide: PageCursors, useFactory: ({ cursorSecret }: Config) => new PageCursors(cursorSecret), inject: [CONFIG] },
  ],
  exports: [MissingObjects, PageCursors],
})
export class ReadingModule {}
