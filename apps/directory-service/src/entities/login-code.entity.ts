import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in that the provider has confirmed, until the app redeems it. */
@Entity('login_code')
export class LoginCode {
  /** SHA-256. */
  @PrimaryColumn('bytea', { name: 'code_hash' })
  codeHash: Buffer;

  /** Id of the person. */
  @Column('uuid')
  person: string;

  /** SHA-256 of the app's verifier in base64url (RFC 7636). */
  @Column('text')
  challenge: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
