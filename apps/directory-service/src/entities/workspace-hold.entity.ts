import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The legal hold of a workspace. */
@Entity('workspace_hold')
export class WorkspaceHold {
  @PrimaryColumn('text')
  workspace: string;

  @Column('text')
  reason: string;

  /** Subject of the caller who placed it. */
  @Column('text', { name: 'placed_by' })
  placedBy: string;

  /** Whether an operator placed it, so that only an operator can release it. */
  @Column('boolean', { name: 'by_operator' })
  byOperator: boolean;

  @CreateDateColumn({ type: 'timestamptz', name: 'placed_at' })
  placedAt: Date;
}
