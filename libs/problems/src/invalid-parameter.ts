import { Problem } from './problem.js';

/** A 400 for the named query parameter. */
export function invalidParameter(name: string, detail: string): Problem {
  return new Problem('invalid-parameter', `${name}: ${detail}`, { errors: [{ pointer: name, detail }] });
}
