import { Module } from '@nestjs/common';
import { DashboardsModule } from './dashboards/dashboards.module.js';
import { PollsModule } from './polls/polls.module.js';
import { ViewsModule } from './views/views.module.js';

/** Polls, dashboards and saved views of workspaces (docs/boards.md). */
@Module({ imports: [PollsModule, DashboardsModule, ViewsModule] })
export class BoardsModule {}
