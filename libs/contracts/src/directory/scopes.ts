/**
 * The scopes of tokens, as written in the claim `scope` (RFC 9068, separated by blanks). All except `operator` apply in the workspaces that
 * the token names.
 */
export const SCOPES = {
  'objects:write': 'Create, update, edit, archive and restore objects, and look up operations.',
  'objects:read': 'Read objects and their history.',
  'feed:read': 'Read the change feed.',
  'reports:read': 'Read reports on tracking, usage and access.',
  'boards:write': 'Create, edit, close and delete polls and dashboards, and share saved views.',
  'areas:write': 'Create, edit, import and delete areas.',
  'shares:write': 'Create, list and revoke share links.',
  'usage:read': "Read the workspace's usage and the limits of its plan.",
  'webhooks:admin': 'Create, edit, test, replay and remove webhooks of the workspace.',
  'fields:admin': 'Define fields and review fields that were sent.',
  'objects:erase': 'Erase objects with all their data.',
  'retention:admin': 'Set how long the workspace keeps its data.',
  'holds:admin': 'Put legal holds on objects or the workspace, and release them.',
  'audit:read': 'Read the audit log of the workspace: people, tokens, share links, fields, retention, boards.',
  'tokens:admin': 'Create, list and revoke machine tokens of the workspace.',
  'people:admin': 'Assign roles in the workspace to people.',
  operator: 'Run the installation: workspaces, plans, people, tokens, keys.',
} as const;

export type Scope = keyof typeof SCOPES;

/** All scopes that a token can be given in a workspace. */
export const WORKSPACE_SCOPES: readonly Scope[] = (Object.keys(SCOPES) as Scope[]).filter((scope) => scope !== 'operator');

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
