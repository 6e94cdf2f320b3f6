import { Problem } from './problem.js';

/** 400 for a parameter of the query, which it names. */
export function invalidParameter(name: string, detail: string): Problem {
  return new Problem('invalid-parameter', `${name}: ${detail}`, { errors: [{ pointer: name, detail }] });
}
