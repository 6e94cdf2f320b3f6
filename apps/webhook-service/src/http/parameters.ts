import { WORKSPACE_ID } from '#contracts/directory/workspace-id.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WORKSPACE = new RegExp(WORKSPACE_ID);

/** @throws Problem 404: what is no UUID names nothing */
export function webhookIdOf(text: string): string {
  if (!UUID.test(text)) throw new Problem('not-found', 'No webhook of the workspace has this id.');
  return text;
}

/** `after` of a list of webhooks. @throws Problem 400 */
export function afterOf(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !UUID.test(text)) throw invalidParameter('after', 'It must be the value next of the page before.');
  return text;
}

/** `before` of a list of deliveries. @throws Problem 400 */
export function beforeOf(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw invalidParameter('before', 'It must be the value next of the page before.');
  return Number(text);
}

/** @throws Problem 400 */
export function workspaceOf(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !WORKSPACE.test(text)) throw invalidParameter('workspace', 'It must be the id of a workspace, once: 1…64 letters and digits.');
  return text;
}
