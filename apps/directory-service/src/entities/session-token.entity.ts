import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An access token of a session, remembered until it expires; never the token itself. */
@Entity('session_token')
export class SessionToken {
  /** The claim `jti`. */
  @PrimaryColumn('uuid')
  id: string;

  /** Its id. */
  @Column('uuid')
  session: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
