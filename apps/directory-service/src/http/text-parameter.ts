import { WORKSPACE_ID } from '#contracts/directory/workspace-id.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';

const MAX_CHARACTERS = 256;
const WORKSPACE = new RegExp(WORKSPACE_ID);

/** A query parameter that a column is compared with. @throws Problem 400 */
export function textParameter(name: string, text: unknown): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text === 'string' && text.length <= MAX_CHARACTERS) return text;
  throw new Problem('invalid-parameter', `${name} must be there once, with at most ${MAX_CHARACTERS} characters.`, { errors: [{ pointer: name, detail: 'must be one text' }] });
}

/** `workspace` of a list that it narrows. @throws Problem 400 */
export function workspaceParameter(text: unknown): string | undefined {
  if (text === undefined || (typeof text === 'string' && WORKSPACE.test(text))) return text;
  throw invalidParameter('workspace', 'It must be the id of a workspace, once: 1…64 letters and digits.');
}
