import { ValidateBy } from 'class-validator';
import { elementLimits } from './element-limits.js';
import { describeRule } from './rule-schemas.js';
import { isCleanLines, isCleanText } from './text-rule.js';

export const FIELD_VALUE_RULE = 'fieldValueOfType';
export const UNIQUE_FIELDS_RULE = 'uniqueFields';
const FIELD_NAME_RULE = 'fieldName';

/** What ajv can't say by itself. */
export interface RuleFault {
  /** Names and places from the value that was checked to the one at fault. */
  path: readonly (string | number)[];
  /** True: the last of `path` is a name that the sender made up. */
  unknown?: true;
  /** The text after the name of the value. */
  detail: string;
}

/** Why a value does not match its field's type (specification 2.4); null clears the field and matches each type. */
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

/** The place of the first field that is named a second time; -1 when there is none. */
export function repeatedField(values: unknown): number {
  if (!Array.isArray(values) || values.length < 2) return -1;
  const names = new Set<unknown>();
  for (let at = 0; at < values.length; at++) {
    const name = (values[at] as { field?: unknown } | null)?.field;
    if (typeof name === 'string' && names.size === names.add(name).size) return at;
  }
  return -1;
}

/** The shape that the member `type` asks for; or null. */
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

/** `__proto__` as a name would change the maps by field name of JavaScript programs that read our JSON. */
export function SafeFieldName(): PropertyDecorator {
  return ValidateBy({ name: FIELD_NAME_RULE, validator: { validate: (name) => name !== '__proto__' } });
}

describeRule(FIELD_VALUE_RULE, () => ({ [FIELD_VALUE_RULE]: true }));
describeRule(UNIQUE_FIELDS_RULE, () => ({ [UNIQUE_FIELDS_RULE]: true }));
describeRule(FIELD_NAME_RULE, () => ({ not: { const: '__proto__' } }));
