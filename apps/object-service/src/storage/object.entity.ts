import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KeptObject } from '#object-rules/object.js';

/** The newest state of each object, or what stayed of one that was erased; written by `unit-sql.ts` only. */
@Entity('object')
export class ObjectRow {
  @PrimaryColumn('text', { name: 'external_id', collation: 'C' })
  externalId: string;

  @Column('text')
  workspace: string;

  @Column('bigint')
  revision: string;

  @Column('json')
  state: KeptObject;
}
