import type { Words } from '../words/english.js';
import { ApiProblem } from './problem.js';

/** What to tell somebody of a call that failed. @throws what is no such problem: a fault of the app */
export function problemText(error: unknown, { problems }: Words): string {
  if (!(error instanceof ApiProblem)) throw error;
  return error.status === 0 ? problems.offline : error.message;
}
