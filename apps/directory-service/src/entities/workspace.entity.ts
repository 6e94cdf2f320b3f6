import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { WorkspaceMove, WorkspaceRecord } from '#contracts/directory/records.js';

/** A workspace, also one that is deleted: its id is never given again. */
@Entity('workspace')
export class Workspace {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { default: 'active' })
  status: WorkspaceRecord['status'];

  /** While it is being deleted: what it comes back as; null: active. */
  @Column('text', { name: 'status_before', nullable: true })
  statusBefore: WorkspaceRecord['status'] | null;

  /** Name of its plan. */
  @Column('text')
  plan: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  /** While it is being deleted: the end of its time of grace. */
  @Column('timestamptz', { name: 'delete_after', nullable: true })
  deleteAfter: Date | null;

  /** To or from another installation. */
  @Column('jsonb', { nullable: true })
  move: WorkspaceMove | null;
}
