import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A present or former name of a workspace: printed links still resolve, and no other workspace gets the name. */
@Entity('workspace_name')
export class WorkspaceName {
  @PrimaryColumn('text')
  name: string;

  /** What people take for the same (`looksOf`). */
  @Column('text')
  looks: string;

  @Column('text')
  workspace: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'taken_at' })
  takenAt: Date;
}
