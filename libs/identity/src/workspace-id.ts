import { WORKSPACE_ID } from '#contracts/directory/workspace-id.js';
import { invalidParameter } from '#problems/invalid-parameter.js';

const PATTERN = new RegExp(WORKSPACE_ID);

export function isWorkspaceId(text: unknown): text is string {
  return typeof text === 'string' && PATTERN.test(text);
}

/** The query parameter `workspace`, which filters a list. @throws Problem 400 */
export function workspaceParameter(text: unknown): string | undefined {
  if (text === undefined || isWorkspaceId(text)) return text;
  throw invalidParameter('workspace', 'It must be exactly one workspace id of 1 to 64 letters and digits.');
}
