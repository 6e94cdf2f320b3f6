import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#contracts/directory/roles.js';

/** A person who belongs to a workspace. */
@Entity('membership')
export class Membership {
  /** Id of the person. */
  @PrimaryColumn('uuid')
  person: string;

  @PrimaryColumn('text')
  workspace: string;

  @Column('text')
  role: Role;

  /** The name that an admin of the workspace entered; null for the person's own name. */
  @Column('text', { name: 'shown_name', nullable: true })
  shownName: string | null;
}
