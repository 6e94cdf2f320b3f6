import { Problem } from '#problems/problem.js';

/** The parameter `before` of a page of the audit. @throws Problem 400 */
export function beforeLine(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw new Problem('invalid-parameter', 'before must be the `next` value of the previous page.', {
      errors: [{ pointer: 'before', detail: 'must be a number' }],
    });
  return Number(text);
}
