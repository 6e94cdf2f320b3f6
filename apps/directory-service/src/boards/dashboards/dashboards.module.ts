import { Module } from '@nestjs/common';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { AdoptedDashboardsController } from './adopted-dashboards.controller.js';
import { DashboardsController } from './dashboards.controller.js';
import { Dashboards } from './dashboards.js';

/** Dashboards of workspaces. */
@Module({
  imports: [StorageModule, PublishingModule],
  controllers: [DashboardsController, AdoptedDashboardsController],
  providers: [Dashboards],
})
export class DashboardsModule {}
