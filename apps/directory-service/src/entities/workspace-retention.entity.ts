import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RetentionRecord } from '#contracts/directory/records.js';

/** How long a workspace keeps its data, by its own decision. */
@Entity('workspace_retention')
export class WorkspaceRetention {
  @PrimaryColumn('text')
  workspace: string;

  @Column('jsonb')
  rules: Omit<RetentionRecord, 'workspace'>;
}
