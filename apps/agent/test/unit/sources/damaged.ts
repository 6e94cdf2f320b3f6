import type { Random } from '#testing/workload/random.js';
import { tries } from '#testing/workload/tries.js';
import { isPossibleTime } from '../../../src/reading/read-time.js';
import type { Received } from '../../../src/reading/source.js';

export const INPUTS = tries(100_000);

/** Bytes with a few of them changed, left out, duplicated, or cut off at the end. */
export function damaged(bytes: Uint8Array, random: Random): Buffer {
  let parts = Buffer.from(bytes);
  for (let count = random.integer(1, 3); count > 0 && parts.length > 0; count--) {
    const at = random.integer(0, parts.length - 1);
    const how = random.integer(0, 4);
    if (how === 0) parts[at] = random.integer(0, 255);
    else if (how === 1) parts[at] = parts[at]! ^ (1 << random.integer(0, 7));
    else if (how === 2) parts = Buffer.concat([parts.subarray(0, at), parts.subarray(at + random.integer(1, 8))]);
    else if (how === 3) parts = Buffer.concat([parts.subarray(0, at), parts.subarray(at, at + random.integer(1, 16)), parts.subarray(at)]);
    else parts = parts.subarray(0, at);
  }
  return parts;
}

/** A random JSON value, sometimes almost valid. */
export function anyValue(random: Random, depth = 3): unknown {
  switch (random.integer(0, depth > 0 ? 9 : 7)) {
    case 0:
      return random.integer(-200, 200);
    case 1:
      return random.next() * 10 ** random.integer(-20, 300);
    case 2:
      return String((random.next() - 0.5) * 400);
    case 3:
      return null;
    case 4:
      return random.chance(0.5);
    case 5:
      return random.pick([
        '',
        ' ',
        '-0',
        '1e5',
        '0x10',
        'NaN',
        'Infinity',
        '12,5',
        '12 V',
        '\u0000',
        '\ud800',
        '53.4084',
        '2023-11-14T22:13:20Z',
        '1700000000',
        '__proto__',
        '٣',
      ]);
    case 6:
      return 1_700_000_000 * random.pick([1, 1000, 1_000_000, -1]);
    case 7:
      return undefined;
    case 8:
      return Array.from({ length: random.integer(0, 3) }, () => anyValue(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.integer(0, 3) }, () => [
          random.pick(['lat', 'lon', 'id', '__proto__', 'constructor', '']),
          anyValue(random, depth - 1),
        ]),
      );
  }
}

/** The members of an object, any of them replaced, at any depth. */
export function withAny(value: unknown, random: Random): unknown {
  if (random.chance(0.12)) return anyValue(random);
  if (Array.isArray(value)) return value.map((each) => withAny(each, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withAny(member, random)]));
}

/** Checks a message from a source, whatever the input. @returns its fault */
export function faultOf({ reading, quarantined, document }: Received): string | undefined {
  if (reading !== undefined && quarantined !== undefined) return 'both sent and kept apart';
  if (quarantined !== undefined && (quarantined.detail === '' || quarantined.detail.length > 1000))
    return `a detail that is empty or too long: ${quarantined.detail}`;
  JSON.stringify(document);
  if (reading === undefined) return undefined;
  const { id, position, observedAt, accuracy, fields } = reading;
  if (typeof id !== 'string' || id.trim() === '') return `id ${JSON.stringify(id)}`;
  if (observedAt !== undefined && !isPossibleTime(observedAt)) return `time ${observedAt}`;
  if (accuracy !== undefined && !(accuracy >= 0)) return `accuracy ${accuracy}`;
  if (position !== undefined && !(Math.abs(position.lat) <= 90 && Math.abs(position.lon) <= 180))
    return `position ${JSON.stringify(position)}`;
  if (position?.alt !== undefined && !Number.isFinite(position.alt)) return `altitude ${position.alt}`;
  for (const [name, { type, value }] of Object.entries(fields))
    if (type === 'Number' ? !Number.isFinite(value) : typeof value !== 'string') return `field ${name} ${String(value)}`;
  return undefined;
}
