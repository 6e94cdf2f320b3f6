import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '#contracts/directory/scopes.js';
import type { Narrowing } from '#identity/caller.js';

/** The stored data of a machine token; never the token itself. */
@Entity('machine_token')
export class MachineToken {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { array: true })
  workspaces: string[];

  @Column('text', { array: true })
  scopes: Scope[];

  @Column('jsonb', { nullable: true })
  narrowed: Narrowing | null;

  /** Subject of the creator. */
  @Column('text', { name: 'created_by' })
  createdBy: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  /** To about a minute. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;
}
