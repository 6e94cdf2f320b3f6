import type { CommandContext, Decision } from './decision.js';
import type { ObjectState } from './object.js';
import { rejected } from './rejected.js';

const MAX_NAMED = 10;

/** Whether a token that is narrowed to types may change the object in its current state. An object without a type matches none. */
export function mayTouch({ type }: Pick<ObjectState, 'type'>, { objectTypes }: CommandContext): boolean {
  return objectTypes === undefined || (type !== undefined && objectTypes.includes(type));
}

export function outsideTypes(what: string, { objectTypes = [] }: CommandContext): Decision & { applied: false } {
  const named = objectTypes
    .slice(0, MAX_NAMED)
    .map((type) => JSON.stringify(type))
    .join(', ');
  const more = objectTypes.length > MAX_NAMED ? ` and ${objectTypes.length - MAX_NAMED} more` : '';
  return rejected('outside-token', `${what}; the token is limited to objects of the types ${named || '(none)'}${more}.`);
}
