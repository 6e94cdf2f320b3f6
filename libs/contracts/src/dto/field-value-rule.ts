import { ValidateBy } from 'class-validator';
import { elementLimits } from './element-limits.js';
import { describeRule } from './rule-schemas.js';
import { isCleanLines, isCleanText } from './text-rule.js';

export const FIELD_VALUE_RULE = 'fieldValueOfType';
export const UNIQUE_FIELDS_RULE = 'uniqueFields';
const FIELD_NAME_RULE = 'fieldName';

/** A broken rule that JSON Schema cannot express. */
export interface RuleFault {
  /** Names and indexes from the checked value to the faulty one. */
  path: readonly (string | number)[];
  /** True: the last part of `path` is a name chosen by the sender. */
  unknown?: true;
  /** The sentence after the name of the value. */
  detail: string;
}

/** Why a value does not match its field's type; null clears the field and matches every type. */
export function fieldValueFault(type: unknown, value: unknown): RuleFault | undefined {
  if (value === null) return undefined;
  if (type === 'Number')
    return typeof value === 'number' && Number.isFinite(value)
      ? undefined
      : { path: [], detail: 'must be a finite number (or null, which clears the field), because type is Number' };
  if (type === 'String') {
    if (typeof value !== 'string')
      return { path: [], detail: 'must be a string (or null, which clears the field), because type is String' };
    if (isCleanLines(value, elementLimits.stringValue)) return undefined;
    return {
      path: [],
      detail:
        'must be well-formed Unicode without control characters other than line breaks and tabs, of at most ' +
        `${elementLimits.stringValue} characters`,
    };
  }
  return type === 'Category' ? categoryFault(value) : undefined;
}

function categoryFault(value: unknown): RuleFault | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { path: [], detail: 'must be {"namespace": …, "categoryName": …} (or null, which clears the field), because type is Category' };
  for (const key of Object.keys(value))
    if (key !== 'namespace' && key !== 'categoryName')
      return { path: [key], unknown: true, detail: 'is not a property of a category; a category has namespace and categoryName' };
  return categoryPartFault(value, 'namespace') ?? categoryPartFault(value, 'categoryName');
}

function categoryPartFault(category: object, name: string): RuleFault | undefined {
  if (!Object.hasOwn(category, name)) return { path: [name], detail: 'is missing' };
  if (isCleanText((category as Record<string, unknown>)[name], elementLimits.shortText, false)) return undefined;
  return { path: [name], detail: `must be a string of 1 to ${elementLimits.shortText} characters, not blank, without control characters` };
}

/** Index of the first field that repeats an earlier name; -1 if there is none. */
export function repeatedField(values: unknown): number {
  if (!Array.isArray(values) || values.length < 2) return -1;
  const names = new Set<unknown>();
  for (let at = 0; at < values.length; at++) {
    const name = (values[at] as { field?: unknown } | null)?.field;
    if (typeof name === 'string' && names.size === names.add(name).size) return at;
  }
  return -1;
}

/** The form that the member `type` requires, or null. */
export function ValueOfType(): PropertyDecorator {
  return ValidateBy({
    name: FIELD_VALUE_RULE,
    validator: {
      validate: (value, args) => value !== undefined && fieldValueFault((args!.object as { type?: unknown }).type, value) === undefined,
    },
  });
}

/** An element may contain each field only once. */
export function UniqueFields(): PropertyDecorator {
  return ValidateBy({ name: UNIQUE_FIELDS_RULE, validator: { validate: (values) => repeatedField(values) < 0 } });
}

/** Refuses `__proto__`: JavaScript programs that store our JSON by field name could be compromised. */
export function SafeFieldName(): PropertyDecorator {
  return ValidateBy({ name: FIELD_NAME_RULE, validator: { validate: (name) => name !== '__proto__' } });
}

describeRule(FIELD_VALUE_RULE, () => ({ [FIELD_VALUE_RULE]: true }));
describeRule(UNIQUE_FIELDS_RULE, () => ({ [UNIQUE_FIELDS_RULE]: true }));
describeRule(FIELD_NAME_RULE, () => ({ not: { const: '__proto__' } }));
