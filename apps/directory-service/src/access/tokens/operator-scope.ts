import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { requirePerson } from '../people/made-by-people.js';

/** Of a token that runs the installation, when nothing is said. */
export const OPERATOR_LIFE_S = 3600;
const MAX_OPERATOR_LIFE_S = 86_400;

interface Order {
  workspaces: readonly string[];
  scopes: readonly string[];
  narrowed?: object;
  expiresInSeconds: number;
}

export const isOfOperator = ({ scopes }: Pick<Order, 'scopes'>): boolean => scopes.includes('operator');

/**
 * A machine may run the installation for a day at most, and may not create its next token itself: a person must be behind
 * each. Narrowing has no effect on an operator's routes, so it would only look safe.
 * @throws Problem 403, 422
 */
export function requireOperatorRules(actor: Pick<Actor, 'subject'>, order: Order): void {
  const { workspaces, narrowed, expiresInSeconds } = order;
  if (!isOfOperator(order)) {
    if (workspaces.length === 0)
      throw invalid('/workspaces', 'A token must name at least one workspace, unless it has the scope operator.');
    return;
  }
  requirePerson(actor, 'make a token with the scope operator');
  if (expiresInSeconds > MAX_OPERATOR_LIFE_S)
    throw invalid('/expiresInSeconds', `A token with the scope operator is valid for at most a day: ${MAX_OPERATOR_LIFE_S} seconds.`);
  if (narrowed !== undefined) throw invalid('/narrowed', 'A token with the scope operator cannot have `narrowed` limits.');
}

function invalid(pointer: string, detail: string): Problem {
  return new Problem('invalid', detail, { errors: [{ pointer, detail }] });
}
