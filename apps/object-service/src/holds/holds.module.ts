import { Module } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { Startup } from '#service/startup.js';
import { WorkspaceHolds } from './workspace-holds.js';

/** Legal holds of workspaces, and moves to other installations. */
@Module({
  providers: [
    {
      provide: WorkspaceHolds,
      useFactory: (copy: DirectoryCopy, { stopping }: Startup) => new WorkspaceHolds(copy, stopping),
      inject: [DirectoryCopy, Startup],
    },
  ],
  exports: [WorkspaceHolds],
})
export class HoldsModule {}
