import { ValidateBy, type ValidationOptions } from 'class-validator';
import { type ElementLimit, elementLimits } from './element-limits.js';
import { describeRule } from './rule-schemas.js';

const TEXT_RULE = 'text';
const LINES_RULE = 'lines';
const TEXT_OR_NUMBER_RULE = 'textOrNumber';

const CONTROL = /\p{Cc}/u;
/** The same, except that line breaks and tabs are allowed. */
const CONTROL_IN_LINES = /[^\P{Cc}\n\r\t]/u;
/** No control characters and no lone surrogates, as a pattern for schemas. */
const CLEAN = '^[^\\p{Cc}\\p{Cs}]*$';
/** Line breaks and tabs in addition to what CLEAN allows. */
export const CLEAN_LINES = '^(?:[^\\p{Cc}\\p{Cs}]|[\\n\\r\\t])*$';
export const CLEAN_NOT_BLANK = '^(?=[^]*\\S)[^\\p{Cc}\\p{Cs}]*$';

function characters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** Well-formed Unicode without control characters, at most `max` code points; blank only if `mayBeBlank`. */
export function isCleanText(value: unknown, max: number, mayBeBlank: boolean): boolean {
  return isBoundedText(value, max) && !CONTROL.test(value) && (mayBeBlank || value.trim() !== '');
}

/** Like `isCleanText`, but line breaks (LF, CR) and tabs are allowed; may be blank. */
export function isCleanLines(value: unknown, max: number): boolean {
  return isBoundedText(value, max) && !CONTROL_IN_LINES.test(value);
}

function isBoundedText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.isWellFormed() && (value.length <= max || characters(value) <= max);
}

function textSchema(limit: ElementLimit, mayBeBlank: boolean): object {
  return {
    type: 'string',
    ...(!mayBeBlank && { minLength: 1 }),
    maxLength: elementLimits[limit],
    pattern: mayBeBlank ? CLEAN : CLEAN_NOT_BLANK,
  };
}

/** A text within a limit; blank is refused. */
export function Name(limit: ElementLimit): PropertyDecorator {
  return textRule(limit, false);
}

/** A text within a limit, which may be empty. */
export function Text(limit: ElementLimit): PropertyDecorator {
  return textRule(limit, true);
}

/** A text within a limit, which may be empty and may have line breaks and tabs. */
export function Lines(limit: ElementLimit): PropertyDecorator {
  return ValidateBy({
    name: LINES_RULE,
    constraints: [limit],
    validator: { validate: (value) => isCleanLines(value, elementLimits[limit]) },
  });
}

function textRule(limit: ElementLimit, mayBeBlank: boolean, options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: TEXT_RULE,
      constraints: [limit, mayBeBlank],
      validator: { validate: (value) => isCleanText(value, elementLimits[limit], mayBeBlank) },
    },
    options,
  );
}

/** A text like `Name`, or a finite number. */
export function NameOrNumber(limit: ElementLimit): PropertyDecorator {
  return ValidateBy({
    name: TEXT_OR_NUMBER_RULE,
    constraints: [limit],
    validator: {
      validate: (value) => (typeof value === 'number' ? Number.isFinite(value) : isCleanText(value, elementLimits[limit], false)),
    },
  });
}

describeRule(TEXT_RULE, ([limit, mayBeBlank]) => textSchema(limit as ElementLimit, mayBeBlank as boolean));
describeRule(LINES_RULE, ([limit]) => ({ type: 'string', maxLength: elementLimits[limit as ElementLimit], pattern: CLEAN_LINES }));
// The rules of texts ignore numbers; a union would report an invalid text as "not a number".
describeRule(TEXT_OR_NUMBER_RULE, ([limit]) => ({ ...textSchema(limit as ElementLimit, false), type: ['string', 'number'] }));
