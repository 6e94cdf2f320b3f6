import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A key that signs access tokens, or did. */
@Entity('signing_key')
export class SigningKey {
  @PrimaryColumn('text')
  kid: string;

  /** Of the public half, as in a JWK. */
  @Column('text')
  x: string;

  @Column('text')
  y: string;

  /** The private half, sealed by KEY_SECRET. */
  @Column('bytea')
  sealed: Buffer;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'signs_from' })
  signsFrom: Date;

  /** Of the last token that it has signed. */
  @Column('timestamptz', { name: 'last_expiry' })
  lastExpiry: Date;
}
