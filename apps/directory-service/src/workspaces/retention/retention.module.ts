import { Module } from '@nestjs/common';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { RetentionController } from './retention.controller.js';
import { Retentions } from './retentions.js';
import { WorkspaceHolds } from './workspace-holds.js';

/** Retention and legal holds of workspaces. */
@Module({ imports: [StorageModule, PublishingModule], controllers: [RetentionController], providers: [Retentions, WorkspaceHolds] })
export class RetentionModule {}
