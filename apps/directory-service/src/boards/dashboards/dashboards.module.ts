import { Module } from '@nestjs/common';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { DashboardsController } from './dashboards.controller.js';
import { Dashboards } from './dashboards.js';

/** Dashboards of workspaces. */
@Module({ imports: [StorageModule, PublishingModule], controllers: [DashboardsController], providers: [Dashboards] })
export class DashboardsModule {}
