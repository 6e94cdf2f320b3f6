import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';

const MACHINE = 'token:';

/**
 * A machine runs the installation for a day at most, so it cannot create anything that outlasts it: no operator, no access to an
 * operator's account, no token of the same kind.
 * @throws Problem 403
 */
export function requirePerson({ subject }: Pick<Actor, 'subject'>, what: string): void {
  if (subject.startsWith(MACHINE)) throw new Problem('forbidden', `A machine token cannot ${what}; sign in as an operator instead.`);
}
