import { ApiProblem } from '../api/problem.js';
import type { Words } from './english.js';

/** The message for a failed call. @throws the error itself if it is not an API problem but a fault of the app */
export function problemText(error: unknown, { problems }: Words): string {
  if (!(error instanceof ApiProblem)) throw error;
  return error.status === 0 ? problems.offline : error.message;
}
