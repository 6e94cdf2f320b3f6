import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One line of the audit: who changed what. */
@Entity('audit')
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @CreateDateColumn({ type: 'timestamptz' })
  at: Date;

  @Column('text')
  subject: string;

  @Column('text', { name: 'token_id', nullable: true })
  tokenId: string | null;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { name: 'request_id' })
  requestId: string;

  @Column('text')
  action: string;

  /** The target of the change, as in `workspace:demo`. */
  @Column('text')
  target: string;

  @Column('text', { nullable: true })
  workspace: string | null;

  /** No secrets. */
  @Column('jsonb', { nullable: true })
  detail: object | null;
}
