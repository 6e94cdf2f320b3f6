import { Module } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { DirectoryStore } from '../publishing/directory-store.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { WorkspacesController } from './workspaces.controller.js';
import { Workspaces } from './workspaces.js';

/** The workspaces of the installation. */
@Module({
  imports: [PublishingModule],
  controllers: [WorkspacesController],
  providers: [
    {
      provide: Workspaces,
      useFactory: (store: DirectoryStore, { deleteGraceDays }: Config) => new Workspaces(store, deleteGraceDays),
      inject: [DirectoryStore, CONFIG],
    },
  ],
  exports: [Workspaces],
})
export class WorkspacesModule {}
