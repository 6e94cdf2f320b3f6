import type { Role } from '#contracts/directory/roles.js';

/** A person for operators; times in RFC 3339. */
export interface PersonView {
  id: string;
  /** Claim `sub` of the person's tokens. */
  subject: string;
  email: string;
  name: string;
  status: 'active' | 'disabled';
  operator: boolean;
  /** Whether a password was ever set. */
  hasPassword: boolean;
  mustChangePassword: boolean;
  workspaces: { id: string; name: string; role: Role }[];
  createdAt: string;
  lastLoginAt: string | null;
}

export interface PersonRow {
  id: string;
  email: string;
  email_key: string;
  name: string;
  status: 'active' | 'disabled';
  operator: boolean;
  password_hash: string | null;
  must_change_password: boolean;
  created_at: Date;
  last_login_at: Date | null;
  workspaces: PersonView['workspaces'];
}

/** All columns, and the person's existing workspaces with their roles; the caller appends `where`. */
export const SELECT_PERSON = `select p.*, coalesce((
    select json_agg(json_build_object('id', w.id, 'name', w.name, 'role', m.role) order by w.name)
    from membership m join workspace w on w.id = m.workspace where m.person = p.id and w.status in ('active', 'suspended')
  ), '[]') as workspaces from person p`;

export const subjectOf = (personId: string): string => `person:${personId}`;

/** The person's id in a subject; undefined for a machine, a share link, another issuer or the installation itself. */
export const personIdOf = (subject: string): string | undefined =>
  /^person:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(subject)?.[1];

/** The form in which addresses are compared: case does not matter, as for almost every mail server. */
export const emailKeyOf = (email: string): string => email.normalize('NFC').toLowerCase();

export function viewOf(row: PersonRow): PersonView {
  return {
    id: row.id,
    subject: subjectOf(row.id),
    email: row.email,
    name: row.name,
    status: row.status,
    operator: row.operator,
    hasPassword: row.password_hash !== null,
    mustChangePassword: row.must_change_password,
    workspaces: row.workspaces,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
  };
}
