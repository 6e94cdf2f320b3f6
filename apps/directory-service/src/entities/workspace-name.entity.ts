import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A present or former name of a workspace: printed links still work, and no other workspace can get the name. */
@Entity('workspace_name')
export class WorkspaceName {
  @PrimaryColumn('text')
  name: string;

  /** Equal for names that look the same (`looksOf`). */
  @Column('text')
  looks: string;

  @Column('text')
  workspace: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'taken_at' })
  takenAt: Date;
}
