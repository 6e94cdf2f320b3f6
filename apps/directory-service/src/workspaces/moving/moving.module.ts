import { Module } from '@nestjs/common';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { WorkspaceMovesController } from './workspace-moves.controller.js';
import { WorkspaceMoves } from './workspace-moves.js';

/** Moves of workspaces to and from other installations. */
@Module({ imports: [StorageModule, PublishingModule], controllers: [WorkspaceMovesController], providers: [WorkspaceMoves] })
export class MovingModule {}
