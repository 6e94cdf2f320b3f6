import type { ErrorObject } from 'ajv';

/** One broken rule. */
export interface DtoFault {
  /** JSON pointer (RFC 6901) from the checked value; of something missing: where it should be. */
  pointer: string;
  /** A sentence that begins with the name of the value. */
  detail: string;
}

const MAX_SHOWN = 64;

/** Words for a broken rule. Never repeats the value, and of an unknown name no more than its beginning. */
export function faultOf(error: ErrorObject): DtoFault {
  const { keyword, params } = error as { keyword: string; params: Record<string, unknown> };
  if (keyword === 'required') {
    const name = params['missingProperty'] as string;
    return { pointer: `${error.instancePath}/${name}`, detail: `${name} is missing.` };
  }
  if (keyword === 'additionalProperties') {
    const name = (params['additionalProperty'] as string).toWellFormed();
    const shown = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN).toWellFormed()}…` : name;
    return { pointer: `${error.instancePath}/${escapeToken(shown)}`, detail: `${JSON.stringify(shown)} is not a known property here.` };
  }
  if (typeof params['at'] === 'string') {
    const at = params['at'].toWellFormed().slice(0, MAX_SHOWN * 2);
    return said(error.instancePath + at, params['detail'] as string);
  }
  return said(error.instancePath, expectation(keyword, params));
}

function said(pointer: string, expected: string): DtoFault {
  const last = pointer.slice(pointer.lastIndexOf('/') + 1).replace(/~1/g, '/').replace(/~0/g, '~');
  return { pointer, detail: `${last === '' ? 'The element' : /^\d+$/.test(last) ? `Entry ${last}` : last} ${expected}.` };
}

function expectation(keyword: string, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'type':
      return `must be ${article(String(params['type']))}`;
    case 'minimum':
      return `must be at least ${String(params['limit'])}`;
    case 'maximum':
      return `must be at most ${String(params['limit'])}`;
    case 'minLength':
    case 'minItems':
      return `must not be empty`;
    case 'maxLength':
      return `must have at most ${String(params['limit'])} characters`;
    case 'maxItems':
      return `must have at most ${String(params['limit'])} entries`;
    case 'pattern':
      return 'must be well-formed Unicode without control characters, and not blank where it names something';
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).map(String).join(', ')}`;
    case 'format':
      return 'must be an RFC 3339 time that exists, with its zone, such as 2026-11-21T08:00:00Z';
    case 'not':
      return 'is a name that can not be used';
    default:
      return 'is not valid';
  }
}

function article(type: string): string {
  if (type === 'number') return 'a finite number';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function escapeToken(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1');
}
