import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws Problem 404: only a UUID can name a webhook */
export function webhookIdOf(text: string): string {
  if (!UUID.test(text)) throw new Problem('not-found', 'No webhook of the workspace has this id.');
  return text;
}

/** `after` of a list of webhooks. @throws Problem 400 */
export function afterOf(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !UUID.test(text)) throw invalidParameter('after', 'It must be the `next` value of the previous page.');
  return text;
}

/** `before` of a list of deliveries. @throws Problem 400 */
export function beforeOf(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw invalidParameter('before', 'It must be the `next` value of the previous page.');
  return Number(text);
}
