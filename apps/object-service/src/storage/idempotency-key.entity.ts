import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which operation an Idempotency-Key stands for; kept for 24 hours. */
@Entity('idempotency_key')
export class IdempotencyKeyRow {
  @PrimaryColumn('text')
  workspace: string;

  /** SHA-256 of the key, hexadecimal: the key itself may hold what a customer would not want stored. */
  @PrimaryColumn('text', { name: 'key_hash' })
  keyHash: string;

  @Column('uuid', { name: 'operation_id' })
  operationId: string;

  @Column('text', { name: 'body_hash' })
  bodyHash: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
