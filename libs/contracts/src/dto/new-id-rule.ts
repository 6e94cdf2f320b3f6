import { ValidateBy } from 'class-validator';
import type { RuleFault } from './field-value-rule.js';
import { describeRule } from './rule-schemas.js';

export const NEW_ID_RULE = 'newId';

/** Blanks, format characters such as the zero-width space, and other invisible ones. */
const INVISIBLE = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Why an id cannot be used: it cannot appear in a path, or it is invisible. The rule of names reports blank ids. */
export function newIdFault(id: unknown): RuleFault | undefined {
  if (id === '.' || id === '..')
    return { path: [], detail: 'must not be "." or "..": clients remove these from a path, so the object could not be read' };
  return typeof id === 'string' && id.trim() !== '' && INVISIBLE.test(id)
    ? { path: [], detail: 'must have a visible character' }
    : undefined;
}

/** An id that can be written in a path and seen. */
export function NewId(): PropertyDecorator {
  return ValidateBy({ name: NEW_ID_RULE, validator: { validate: (id) => newIdFault(id) === undefined } });
}

describeRule(NEW_ID_RULE, () => ({ [NEW_ID_RULE]: true }));
