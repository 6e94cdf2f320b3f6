/**
 * What a token may allow, as written in its claim `scope` (RFC 9068, blank-separated). Each but `operator` counts in
 * the workspaces that the token names.
 */
export const SCOPES = {
  'objects:write': 'Create, update, edit, archive and restore objects, and look the operations up.',
  'objects:read': 'Read objects and their history.',
  'feed:read': 'Poll the feed of changes.',
  'reports:read': 'Read reports on tracking, usage and access.',
  'boards:write': 'Make, change, close and delete polls and dashboards, and share saved views.',
  'areas:write': 'Create, change, import and delete areas.',
  'shares:write': 'Make, list and revoke share links.',
  'usage:read': "Read what the workspace has used of its plan's limits.",
  'webhooks:admin': 'Make, change, test, replay and remove webhooks of the workspace.',
  'fields:admin': 'Define fields and review what was sent.',
  'objects:erase': 'Erase objects with all that is held of them.',
  'retention:admin': 'Decide how long the workspace keeps its data.',
  'holds:admin': 'Put legal holds on objects or the workspace, and release them.',
  'audit:read': 'Read who changed what of the workspace: people, tokens, share links, fields, retention, boards.',
  'tokens:admin': 'Create, list and revoke machine tokens of the workspace.',
  'people:admin': 'Give people roles in the workspace.',
  operator: 'Run the installation: workspaces, plans, people, tokens, keys.',
} as const;

export type Scope = keyof typeof SCOPES;

/** All scopes that a token can be given in a workspace. */
export const WORKSPACE_SCOPES: readonly Scope[] = (Object.keys(SCOPES) as Scope[]).filter((scope) => scope !== 'operator');

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
