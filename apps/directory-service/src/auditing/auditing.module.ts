import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { AuditLog } from './audit-log.js';
import { AuditController } from './audit.controller.js';
import { WorkspaceAuditController } from './workspace-audit.controller.js';
import { WorkspaceAudit } from './workspace-audit.js';

/** The audit, for operators and admins. */
@Module({ imports: [StorageModule], controllers: [AuditController, WorkspaceAuditController], providers: [AuditLog, WorkspaceAudit] })
export class AuditingModule {}
