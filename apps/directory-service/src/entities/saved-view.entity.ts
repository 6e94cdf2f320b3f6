import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A view of the map that a person has saved in a workspace. */
@Entity('saved_view')
export class SavedViewRow {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  workspace: string;

  /** Id of the person; null if the person shared it and has left. */
  @Column('uuid', { nullable: true })
  owner: string | null;

  @Column('text')
  name: string;

  /** The fragment of the app's URL. */
  @Column('text')
  state: string;

  @Column('boolean')
  shared: boolean;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
