import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { PresenceProgress } from './presence-progress.js';

/** Where objects stayed, for queries about places. */
@Module({ imports: [StorageModule], providers: [PresenceProgress], exports: [PresenceProgress] })
export class PresenceModule {}
