import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A one-time link by which a person sets a password. */
@Entity('password_link')
export class PasswordLinkRow {
  /** SHA-256. */
  @PrimaryColumn('bytea', { name: 'secret_hash' })
  secretHash: Buffer;

  /** Its id. */
  @Column('uuid')
  person: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
