import type { Narrowing } from '#identity/caller.js';
import { fieldInside } from '#identity/narrowing.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';

type Operator = '<=' | '>=' | '!=' | '<' | '>' | '=';

/** A condition on a field; a number is compared with Number fields, a text with String and Category fields. */
export interface FieldCondition {
  field: string;
  operator: Operator;
  value: number | string;
}

export const MAX_CONDITIONS = 5;
const MAX_NAME = 128;
/** For a trimmed text. No two parts can match the same white space, so the time is proportional to the length. */
const PATTERN = /^(?:"((?:[^"\\]|\\.)*)"\s*|([^"<>=!][^<>=!]*))(<=|>=|!=|<|>|=)\s*(?:"((?:[^"\\]|\\.)*)"|(\S.*)?)$/su;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const HOW =
  'Write the name, one of < <= = != >= >, and the value: battery<20, status=loading, status="20" for a ' +
  'text that looks like a number, "a<b">1 for a name with such a character; percent-encode the whole.';

const unquoted = (text: string): string => text.replace(/\\(.)/gsu, '$1');

/** @throws Problem invalid-parameter that explains the syntax of a condition */
export function fieldCondition(text: string): FieldCondition {
  const match = PATTERN.exec(text.trim());
  if (!match) throw invalidParameter('field', `${JSON.stringify(text.slice(0, 100))} is not a condition. ${HOW}`);
  const [, quotedName, name = '', operator, quotedValue, plainValue = ''] = match;
  const field = quotedName === undefined ? name.trimEnd() : unquoted(quotedName);
  if (field === '' || [...field].length > MAX_NAME)
    throw invalidParameter('field', `The name of a field has 1 to ${MAX_NAME} characters. ${HOW}`);
  const isNumber = quotedValue === undefined && NUMBER.test(plainValue);
  const value = isNumber ? Number(plainValue) : quotedValue === undefined ? plainValue : unquoted(quotedValue);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalidParameter('field', `${plainValue} is not a number that a field can have.`);
  if (value === '' && quotedValue === undefined) throw invalidParameter('field', `The value after ${operator} is missing. ${HOW}`);
  if (typeof value === 'string' && operator !== '=' && operator !== '!=')
    throw invalidParameter(
      'field',
      `${operator} compares numbers, and ${JSON.stringify(value.slice(0, 100))} is not a number; compare texts and categories with = and !=.`,
    );
  return { field, operator: operator as Operator, value };
}

/** Refuses conditions on fields that the token may not see, so that it cannot probe for their values. @throws Problem forbidden */
export function refuseHiddenFields(conditions: readonly FieldCondition[], narrowing: Narrowing | undefined): void {
  if (narrowing !== undefined && conditions.some(({ field }) => !fieldInside(narrowing, field)))
    throw new Problem('forbidden', 'field: the token is limited to other fields.');
}

/**
 * SQL over a column `state`. An object whose field is empty, or has a value of another kind, matches no condition.
 * @param parameter adds a value and returns its placeholder
 */
export function conditionSql({ field, operator, value }: FieldCondition, parameter: (given: unknown) => string): string {
  const held = (...path: string[]): string => `${parameter(['fields', field, 'value', ...path])}::text[]`;
  const sign = operator === '!=' ? '<>' : operator;
  if (typeof value === 'number') {
    const path = held();
    return `(case when json_typeof(state #> ${path}) = 'number'
      then (state #>> ${path})::float8 ${sign} ${parameter(value)}::float8 else false end)`;
  }
  const path = held();
  const text = parameter(value);
  const category = `(state #>> ${held('categoryName')})`;
  const qualified = `(state #>> ${held('namespace')}) || ':' || ${category}`;
  const isSame =
    `(case json_typeof(state #> ${path}) when 'string' then state #>> ${path} = ${text} when 'object' ` +
    `then ${category} = ${text} or ${qualified} = ${text} end)`;
  return operator === '=' ? `coalesce(${isSame}, false)` : `coalesce(not ${isSame}, false)`;
}
