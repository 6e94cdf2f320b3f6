import type { Narrowing } from './caller.js';

const MAX_NAMED = 200;

/** Parses the limits from a token or from a gateway's header. @throws TypeError for unknown content, which must not widen the limits */
export function narrowingFrom(value: unknown): Narrowing {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('not an object');
  const { types, ids, idPrefix, fields, bbox, ...others } = value as Record<string, unknown>;
  if (Object.keys(others).length > 0) throw new TypeError('a part that is not known');
  if (!isNames(types) || !isNames(ids) || !isNames(fields)) throw new TypeError('names');
  if (idPrefix !== undefined && (typeof idPrefix !== 'string' || !isPlain(idPrefix))) throw new TypeError('idPrefix');
  if (!isBox(bbox)) throw new TypeError('bbox');
  return Object.freeze({ types, ids, idPrefix, fields, bbox });
}

function isNames(value: unknown): value is string[] | undefined {
  return (
    value === undefined ||
    (Array.isArray(value) && value.length <= MAX_NAMED && value.every((each) => typeof each === 'string' && isPlain(each)))
  );
}

function isBox(value: unknown): value is Narrowing['bbox'] {
  return (
    value === undefined ||
    (Array.isArray(value) && value.length === 4 && value.every((each) => typeof each === 'number' && Number.isFinite(each)))
  );
}

/** A text that cannot be an id, type or field could be changed or refused before it is compared. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
