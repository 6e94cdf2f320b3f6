import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { WorkspaceMove, WorkspaceRecord } from '#contracts/directory/records.js';

/** A workspace. Deleted ones stay, since ids are never used again. */
@Entity('workspace')
export class Workspace {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { default: 'active' })
  status: WorkspaceRecord['status'];

  /** During the deletion, the status that a restored workspace gets; null for active. */
  @Column('text', { name: 'status_before', nullable: true })
  statusBefore: WorkspaceRecord['status'] | null;

  /** Name of its plan. */
  @Column('text')
  plan: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  /** During the deletion, the end of the grace period. */
  @Column('timestamptz', { name: 'delete_after', nullable: true })
  deleteAfter: Date | null;

  /** The move to or from another installation, if there is one. */
  @Column('jsonb', { nullable: true })
  move: WorkspaceMove | null;
}
