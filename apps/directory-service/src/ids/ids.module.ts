import { Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module.js';
import { IdReleasesController } from './id-releases.controller.js';
import { IdReleases } from './id-releases.js';

/** Who had ids of objects released. */
@Module({ imports: [PublishingModule], controllers: [IdReleasesController], providers: [IdReleases] })
export class IdsModule {}
