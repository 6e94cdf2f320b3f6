import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RetentionRecord } from '#contracts/directory/records.js';

/** A workspace's own rules for how long its data is kept. */
@Entity('workspace_retention')
export class WorkspaceRetention {
  @PrimaryColumn('text')
  workspace: string;

  @Column('jsonb')
  rules: Omit<RetentionRecord, 'workspace'>;
}
