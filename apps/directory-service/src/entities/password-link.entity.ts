import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A one-time link for setting a password. */
@Entity('password_link')
export class PasswordLinkRow {
  /** SHA-256. */
  @PrimaryColumn('bytea', { name: 'secret_hash' })
  secretHash: Buffer;

  /** Id of the person. */
  @Column('uuid')
  person: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
