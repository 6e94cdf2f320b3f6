import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';

/**
 * A caller who creates a workspace token can only grant scopes that they have there: otherwise `tokens:admin` would include all scopes.
 * @throws Problem 403 with a pointer to the first scope that the caller lacks
 */
export function requireOwnScopes({ scopes: own }: Pick<Actor, 'scopes'>, given: readonly string[]): void {
  const at = own === undefined ? -1 : given.findIndex((scope) => !(own as readonly string[]).includes(scope));
  if (at === -1) return;
  const detail = `Your own token lacks the scope ${given[at]}, and a token can grant only scopes that it has.`;
  throw new Problem('forbidden', detail, { errors: [{ pointer: `/scopes/${at}`, detail: 'is not among the scopes of your token' }] });
}
