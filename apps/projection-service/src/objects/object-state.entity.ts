import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ObjectState } from '#object-rules/object.js';
import { bigintAsNumber } from '../storage/bigint-as-number.js';

/** The newest state of an object. Written by manual SQL (state-writer.ts); the migration defines the schema. */
@Entity('object_state')
export class ObjectStateRow {
  @PrimaryColumn('text')
  workspace: string;

  @PrimaryColumn('text', { name: 'external_id' })
  externalId: string;

  /** Revision of the state. */
  @Column('bigint', { transformer: bigintAsNumber })
  revision: number;

  /** Revision of the newest event seen; lower than `revision` only while a rebuild catches up with a state from object.state. */
  @Column('bigint', { transformer: bigintAsNumber })
  seen: number;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('text', { nullable: true })
  type: string | null;

  @Column('double precision')
  lat: number;

  @Column('double precision')
  lon: number;

  /** Morton code of the tile at zoom 16 (space/morton.ts). */
  @Column('int')
  q16: number;

  @Column('boolean')
  archived: boolean;

  /** The complete state, as in `object.state`. */
  @Column('json')
  state: ObjectState;
}
