import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The id of a session's access token, stored until it expires; never the token itself. */
@Entity('session_token')
export class SessionToken {
  /** The claim `jti`. */
  @PrimaryColumn('uuid')
  id: string;

  /** Id of the session. */
  @Column('uuid')
  session: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
