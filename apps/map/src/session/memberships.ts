import { isRole, ROLES } from '#contracts/directory/roles.js';
import type { Scope } from '#contracts/directory/scopes.js';
import type { Claims } from './claims.js';

/** A workspace that the person may enter. */
export interface Membership {
  id: string;
  /** Its name; the id if the name is unknown. */
  name: string;
  scopes: ReadonlySet<Scope>;
}

/** @param workspaces as in a login's answer */
export function membershipsOfPerson(workspaces: readonly { id?: string; name?: string; role?: string }[]): Membership[] {
  return workspaces.flatMap(({ id, name, role }) =>
    id !== undefined && isRole(role) ? [{ id, name: name ?? id, scopes: ROLES[role] }] : [],
  );
}

export function membershipsOfToken({ workspaces, scopes }: Claims): Membership[] {
  return workspaces.map((id) => ({ id, name: id, scopes: new Set(scopes) }));
}
