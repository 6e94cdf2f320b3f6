import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';

const MACHINE = 'token:';

/**
 * Refuses machine tokens: one with the scope `operator` is valid for a day at most, and cannot create anything that outlasts it, such as an
 * operator, access to an operator's account, or another such token.
 * @throws Problem 403
 */
export function requirePerson({ subject }: Pick<Actor, 'subject'>, what: string): void {
  if (subject.startsWith(MACHINE)) throw new Problem('forbidden', `A machine token cannot ${what}; sign in as an operator instead.`);
}
