/** Kinds of entries in the audit of a workspace: the part of an action before its dot, as in `token.create`. */
export const WORKSPACE_AUDIT_KINDS = [
  'workspace',
  'membership',
  'token',
  'share-link',
  'field',
  'retention',
  'hold',
  'id',
  'poll',
  'poll-answer',
  'dashboard',
  'view',
] as const;

export type WorkspaceAuditKind = (typeof WORKSPACE_AUDIT_KINDS)[number];
