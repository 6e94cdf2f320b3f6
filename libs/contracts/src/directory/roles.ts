import { type Scope, WORKSPACE_SCOPES } from './scopes.js';

const VIEWER: readonly Scope[] = ['objects:read', 'feed:read', 'reports:read', 'usage:read'];

/** The scopes of each role in a workspace. */
export const ROLES = {
  viewer: new Set<Scope>(VIEWER),
  editor: new Set<Scope>([...VIEWER, 'objects:write', 'areas:write', 'boards:write', 'shares:write']),
  admin: new Set<Scope>(WORKSPACE_SCOPES),
} as const satisfies Record<string, ReadonlySet<Scope>>;

export type Role = keyof typeof ROLES;

export function isRole(text: unknown): text is Role {
  return typeof text === 'string' && Object.hasOwn(ROLES, text);
}
