import { isUtf8 } from 'node:buffer';
import { Problem } from '#problems/problem.js';
import { findJsonFault } from './json-fault.js';
import { countMembers, MAX_DEPTH, scanJson } from './json-scan.js';

/**
 * Parses one JSON value in UTF-8 without duplicate names in an object and with at most 64 levels.
 * @throws Problem 400 with line and column
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Problem('malformed-json', 'The body is empty.');
  if (!isUtf8(bytes))
    throw new Problem(
      'malformed-json',
      isGzip(bytes)
        ? 'The body is compressed; send the header Content-Encoding: gzip.'
        : `The body is not valid UTF-8, near byte ${firstFault(bytes)}.`,
    );
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw new Problem('malformed-json', 'The body begins with a byte order mark, which JSON does not allow (line 1, column 1).', {
      members: { line: 1, column: 1 },
    });
  const scan = scanJson(bytes);
  const text = bytes.toString('utf8');
  if (scan.depth > MAX_DEPTH) throw faulty(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw faulty(text);
  }
  if (countMembers(value) !== scan.members) throw faulty(text);
  return value;
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Approximate position of the first byte that is not UTF-8, counted from 0. */
function firstFault(bytes: Buffer): number {
  let good = 0;
  let bad = bytes.length;
  // Binary search: the bytes before a position are valid UTF-8 up to the fault, except for a last character that the position cuts.
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (isUtf8(bytes.subarray(0, wholeUpTo(bytes, middle)))) good = middle;
    else bad = middle - 1;
  }
  return wholeUpTo(bytes, good);
}

/** The position, or up to three bytes before it, where a character begins. */
function wholeUpTo(bytes: Buffer, place: number): number {
  let at = place;
  while (at > 0 && at > place - 3 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}

function faulty(text: string): Problem {
  const fault = findJsonFault(text);
  if (fault === undefined) return new Problem('malformed-json');
  const { detail, line, column } = fault;
  return new Problem('malformed-json', `${detail} (line ${line}, column ${column})`, { members: { line, column } });
}
