import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { FieldRecord } from '#contracts/directory/records.js';

/** What a field of a workspace means. */
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
