import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { FieldRecord } from '#contracts/directory/records.js';

/** The meaning of a field in a workspace. */
@Entity('field_definition')
export class FieldDefinition {
  @PrimaryColumn('text')
  workspace: string;

  @PrimaryColumn('text')
  name: string;

  @Column('jsonb')
  definition: Omit<FieldRecord, 'workspace' | 'name'>;

  @UpdateDateColumn({ type: 'timestamptz', name: 'changed_at' })
  changedAt: Date;
}
