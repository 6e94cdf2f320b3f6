import { Module } from '@nestjs/common';
import { DashboardsModule } from './dashboards/dashboards.module.js';
import { PollsModule } from './polls/polls.module.js';
import { ViewsModule } from './views/views.module.js';

/** What people of a workspace make for each other: polls, dashboards and saved views (docs/boards.md). */
@Module({ imports: [PollsModule, DashboardsModule, ViewsModule] })
export class BoardsModule {}
