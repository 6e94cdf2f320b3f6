import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What became of one command record: makes it applied once, and answers look-ups for two days. */
@Entity('operation_outcome')
export class OperationOutcomeRow {
  @PrimaryColumn('uuid', { name: 'operation_id' })
  operationId: string;

  @PrimaryColumn('int')
  partition: number;

  @Column('text')
  workspace: string;

  /** Elements of the whole call. */
  @Column('int')
  total: number;

  /** All partitions of the operation. */
  @Column('int', { array: true })
  partitions: number[];

  /** JSON of ElementOutcome[]. */
  @Column('text')
  results: string;

  /** JSON of RefusedElement[]. */
  @Column('text', { nullable: true })
  refused: string | null;

  @Column('timestamptz', { name: 'settled_at', default: () => 'now()' })
  settledAt: Date;
}
