import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { requirePerson } from '../people/made-by-people.js';

/** Default validity of a token with the scope `operator`. */
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
 * A token with the scope `operator` is valid for a day at most, and must be created by a person, not by another such token. It cannot be
 * narrowed: narrowing has no effect on an operator's routes, and would only look safe.
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
