import { Module } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { Startup } from '#service/startup.js';
import { WorkspaceHolds } from './workspace-holds.js';

/** Which workspaces are under a legal hold, or were moved away. */
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
