import { Module } from '@nestjs/common';
import { TablesModule } from '../tables/tables.module.js';
import { PresenceProgress } from './presence-progress.js';

/** Where objects stayed, for questions about places. */
@Module({ imports: [TablesModule], providers: [PresenceProgress], exports: [PresenceProgress] })
export class PresenceModule {}
