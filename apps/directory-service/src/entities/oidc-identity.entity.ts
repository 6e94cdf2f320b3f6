import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An account of an OpenID provider that belongs to a person. */
@Entity('oidc_identity')
export class OidcIdentityRow {
  @PrimaryColumn('text')
  issuer: string;

  /** The claim `sub`. */
  @PrimaryColumn('text')
  subject: string;

  /** Id of the person. */
  @Column('uuid')
  person: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;
}
