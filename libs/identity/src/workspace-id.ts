const WORKSPACE_ID = /^[A-Za-z0-9]{1,64}$/;

/** Alphanumeric, 1…64 characters (specification 2.1). */
export function isWorkspaceId(text: unknown): text is string {
  return typeof text === 'string' && WORKSPACE_ID.test(text);
}
