import { ValidateBy } from 'class-validator';
import { describeRule } from './rule-schemas.js';

const PATTERN_RULE = 'pattern';
const words = new Map<string, string>();

/**
 * A text that matches a pattern.
 * @param pattern ECMA 262, with its anchors
 * @param rule follows the property's name in the error text: "must be …"
 */
export function Shaped(pattern: string, rule: string, options: { each?: boolean } = {}): PropertyDecorator {
  words.set(pattern, rule);
  const regexp = new RegExp(pattern, 'u');
  return ValidateBy(
    { name: PATTERN_RULE, constraints: [pattern], validator: { validate: (value) => typeof value === 'string' && regexp.test(value) } },
    { each: options.each ?? false },
  );
}

/** The requirement of a pattern in words; undefined if the pattern is not from `Shaped`. */
export function patternWords(pattern: string): string | undefined {
  return words.get(pattern);
}

describeRule(PATTERN_RULE, ([pattern]) => ({ type: 'string', pattern }));
