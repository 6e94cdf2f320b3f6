import type { ErrorObject } from 'ajv';
import type { RuleFault } from './field-value-rule.js';
import { partsOf, pointerTo } from './json-pointer.js';
import { patternWords } from './pattern-rule.js';
import { CLEAN_LINES, CLEAN_NOT_BLANK } from './text-rule.js';

/** One broken rule. */
export interface DtoFault {
  /** JSON pointer (RFC 6901) from the checked value. If something is missing, the place where it should be. */
  pointer: string;
  /** A sentence that begins with the name of the value. */
  detail: string;
}

const MAX_SHOWN = 64;
/** As long as the longest known name may be; an answer may repeat a pointer for every element. */
const MAX_POINTED_AT = 256;

/**
 * Message for a broken rule. Never repeats the value, and only the start of an unknown name.
 * @param placeOf the object in which a property of this name is allowed, such as `locationUpdate.newPosition`; empty for the outermost one
 */
export function faultOf(error: ErrorObject, placeOf: (name: string) => string | undefined): DtoFault {
  const { keyword, instancePath } = error;
  const params = error.params as Record<string, unknown>;
  if (keyword === 'required') return faultAt(instancePath + pointerTo([params['missingProperty'] as string]), 'is missing');
  if (keyword === 'additionalProperties') {
    const name = params['additionalProperty'] as string;
    return unknownName(instancePath, name, misplaced(placeOf(name)) ?? hintOf(name));
  }
  if (Array.isArray(params['path'])) {
    const { path, unknown, detail } = error.params as RuleFault;
    return unknown
      ? unknownName(instancePath + pointerTo(path.slice(0, -1)), String(path.at(-1)), detail)
      : faultAt(instancePath + pointerTo(path), detail);
  }
  return faultAt(instancePath, expectation(keyword, params));
}

/** Names from answers that a client may use in a change by mistake, with the right ones. */
const CALLED_OTHERWISE: Readonly<Record<string, string>> = {
  position: 'is not a property of this request; send a position as "locationUpdate": {"newPosition": {"lat": …, "lon": …}}',
  fields: 'is not a property of this request; send fields as "fieldValues": [{"type": …, "field": …, "value": …}]',
};

const hintOf = (name: string): string =>
  Object.hasOwn(CALLED_OTHERWISE, name) ? CALLED_OTHERWISE[name]! : 'is not a property of this request';

function misplaced(place: string | undefined): string | undefined {
  if (place === undefined) return undefined;
  return `is not a property of this object; it belongs ${place === '' ? 'at the top level' : `in ${JSON.stringify(place)}`}`;
}

/** A pointer with a cut or repaired name would not resolve, so for a name that is too long or malformed it ends at the object. */
function unknownName(parent: string, name: string, sentence: string): DtoFault {
  const shown = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
  const pointer = name.length <= MAX_POINTED_AT && name.isWellFormed() ? parent + pointerTo([name]) : parent;
  return { pointer, detail: `${JSON.stringify(shown.toWellFormed())} ${sentence}.` };
}

function faultAt(pointer: string, sentence: string): DtoFault {
  const last = partsOf(pointer).at(-1);
  return { pointer, detail: `${last === undefined ? 'The element' : /^\d+$/.test(last) ? `Entry ${last}` : last} ${sentence}.` };
}

/** Additions to the sentence about control characters, by pattern. */
const MORE_OF_TEXTS: Readonly<Record<string, string>> = {
  [CLEAN_NOT_BLANK]: ', and not blank',
  [CLEAN_LINES]: ' other than line breaks and tabs',
};

function expectation(keyword: string, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'type':
      return `must be ${typesOf(params['type'] as string | string[])}`;
    case 'minimum':
      return `must be at least ${String(params['limit'])}`;
    case 'maximum':
      return `must be at most ${String(params['limit'])}`;
    case 'minLength':
      return atLeast(params['limit'] as number, 'characters');
    case 'minItems':
      return atLeast(params['limit'] as number, 'entries');
    case 'maxLength':
      return `must have at most ${String(params['limit'])} characters`;
    case 'maxItems':
      return `must have at most ${String(params['limit'])} entries`;
    case 'uniqueItems':
      return 'must not contain duplicates';
    case 'pattern':
      return (
        patternWords(params['pattern'] as string) ??
        `must be well-formed Unicode without control characters${MORE_OF_TEXTS[params['pattern'] as string] ?? ''}`
      );
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).map(String).join(', ')}`;
    case 'format':
      return 'must be an existing RFC 3339 time with a time zone, such as 2026-11-21T08:00:00Z';
    case 'not':
      return 'is a reserved name';
    default:
      return 'is not valid';
  }
}

function atLeast(limit: number, things: string): string {
  return limit === 1 ? 'must not be empty' : `must have at least ${limit} ${things}`;
}

/** Null is mentioned only if the type is wrong; it would not help with a text that is too long. */
function typesOf(type: string | string[]): string {
  const types = [type].flat();
  const named = types
    .filter((each) => each !== 'null')
    .map(article)
    .join(' or ');
  return types.includes('null') ? `${named} (or null, which clears it)` : named;
}

function article(type: string): string {
  if (type === 'number') return 'a finite number';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
