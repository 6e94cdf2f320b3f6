import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A present or former key for signing access tokens. */
@Entity('signing_key')
export class SigningKey {
  @PrimaryColumn('text')
  kid: string;

  /** The public key's values in a JWK. */
  @Column('text')
  x: string;

  @Column('text')
  y: string;

  /** The private key, encrypted with KEY_SECRET. */
  @Column('bytea')
  sealed: Buffer;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'signs_from' })
  signsFrom: Date;

  /** Expiry of the last token that it signed. */
  @Column('timestamptz', { name: 'last_expiry' })
  lastExpiry: Date;
}
