import { ValidateBy } from 'class-validator';
import type { RuleFault } from './field-value-rule.js';
import { describeRule } from './rule-schemas.js';

export const NEW_ID_RULE = 'newId';

/** Blanks, format characters such as the zero-width space, and others that nothing is drawn for. */
const INVISIBLE = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Why an id would be of no use: a path cannot name it, or nobody can see it. Of blank ones the rule of names reports. */
export function newIdFault(id: unknown): RuleFault | undefined {
  if (id === '.' || id === '..') return { path: [], detail: 'must not be "." or "..": clients remove these from a path, so the object could not be read' };
  return typeof id === 'string' && id.trim() !== '' && INVISIBLE.test(id) ? { path: [], detail: 'must have a visible character' } : undefined;
}

/** An id that can be written in a path and seen. */
export function NewId(): PropertyDecorator {
  return ValidateBy({ name: NEW_ID_RULE, validator: { validate: (id) => newIdFault(id) === undefined } });
}

describeRule(NEW_ID_RULE, () => ({ [NEW_ID_RULE]: true }));
