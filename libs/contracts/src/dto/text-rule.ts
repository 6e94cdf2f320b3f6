import { ValidateBy, type ValidationOptions } from 'class-validator';
import { elementLimits, type ElementLimit } from './element-limits.js';
import { describeRule } from './rule-schemas.js';

const TEXT_RULE = 'text';
const TEXT_OR_NUMBER_RULE = 'textOrNumber';

const CONTROL = /\p{Cc}/u;
/** In the schema's words: no control characters, no lone surrogates; and at least one character that is no blank. */
const CLEAN = '^[^\\p{Cc}\\p{Cs}]*$';
export const CLEAN_NOT_BLANK = '^(?=[^]*\\S)[^\\p{Cc}\\p{Cs}]*$';

function characters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** Well-formed Unicode without control characters, of at most `max` code points; blank only where that is allowed. */
export function isCleanText(value: unknown, max: number, mayBeBlank: boolean): boolean {
  if (typeof value !== 'string' || !value.isWellFormed() || CONTROL.test(value)) return false;
  if (value.length > max && characters(value) > max) return false;
  return mayBeBlank || value.trim() !== '';
}

function textSchema(limit: ElementLimit, mayBeBlank: boolean): object {
  return { type: 'string', ...(!mayBeBlank && { minLength: 1 }), maxLength: elementLimits[limit], pattern: mayBeBlank ? CLEAN : CLEAN_NOT_BLANK };
}

/** A text within a limit; blank is refused. */
export function Name(limit: ElementLimit): PropertyDecorator {
  return textRule(limit, false);
}

/** A text within a limit, which may be empty. */
export function Text(limit: ElementLimit): PropertyDecorator {
  return textRule(limit, true);
}

function textRule(limit: ElementLimit, mayBeBlank: boolean, options?: ValidationOptions): PropertyDecorator {
  return ValidateBy({ name: TEXT_RULE, constraints: [limit, mayBeBlank], validator: { validate: (value) => isCleanText(value, elementLimits[limit], mayBeBlank) } }, options);
}

/** A text as `Name`, or a finite number. */
export function NameOrNumber(limit: ElementLimit): PropertyDecorator {
  return ValidateBy({
    name: TEXT_OR_NUMBER_RULE,
    constraints: [limit],
    validator: { validate: (value) => (typeof value === 'number' ? Number.isFinite(value) : isCleanText(value, elementLimits[limit], false)) },
  });
}

describeRule(TEXT_RULE, ([limit, mayBeBlank]) => textSchema(limit as ElementLimit, mayBeBlank as boolean));
// The rules of texts pass numbers by; a union would tell of a bad text that it is no number.
describeRule(TEXT_OR_NUMBER_RULE, ([limit]) => ({ ...textSchema(limit as ElementLimit, false), type: ['string', 'number'] }));
