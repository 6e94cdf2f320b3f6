import { WORKSPACE_ID } from '#contracts/directory/workspace-id.js';

const PATTERN = new RegExp(WORKSPACE_ID);

export function isWorkspaceId(text: unknown): text is string {
  return typeof text === 'string' && PATTERN.test(text);
}
