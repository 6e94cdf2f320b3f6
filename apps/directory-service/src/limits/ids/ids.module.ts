import { Module } from '@nestjs/common';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { IdReleasesController } from './id-releases.controller.js';
import { IdReleases } from './id-releases.js';

/** The record of released object ids, with the callers. */
@Module({ imports: [PublishingModule], controllers: [IdReleasesController], providers: [IdReleases] })
export class IdsModule {}
