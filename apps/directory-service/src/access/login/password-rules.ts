import { dictionary } from '@zxcvbn-ts/language-common';
import { Problem } from '#problems/problem.js';
import { emailKeyOf } from '../people/person-record.js';

const SHORTEST = 12;
/** Shorter ones are refused for their length. */
const COMMON = new Set(dictionary['passwords-common']);
/** Of common ones in a row, as in qwertyuiop12345, the shortest that counts. */
const SHORTEST_PART = 4;

/** One form for what keyboards write in several (NIST SP 800-63B, 3.1.1.2). */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/**
 * Rules beyond the length (NIST SP 800-63B, 3.1.1.2): rejects the most common passwords, a character or two repeated, the
 * person's own address or name, and the name of this service. No composition rules, no expiry.
 * @param pointer where the password is in the body
 * @throws Problem 422
 */
export function requireGoodPassword(password: string, person: { email: string; name: string }, pointer = '/newPassword'): void {
  const normal = normalPassword(password);
  const plain = normal.toLowerCase();
  const own = [emailKeyOf(person.email), person.name.toLowerCase(), emailKeyOf(person.email).split('@')[0]!, 'waymark'];
  const fault =
    [...normal].length < SHORTEST
      ? `must have at least ${SHORTEST} characters`
      : isCommon(plain)
        ? 'is among the most common passwords; choose another'
        : new Set(plain).size < 4
          ? 'repeats too few different characters'
          : own.some((word) => isMostly(plain, word))
            ? 'consists of your e-mail address, your name or the name of this service; choose another'
            : undefined;
  if (fault !== undefined) throw new Problem('invalid', `The new password ${fault}.`, { errors: [{ pointer, detail: fault }] });
}

/** Itself common, or two common ones in a row: password123456 is what everybody makes of a word that is too short. */
function isCommon(password: string): boolean {
  if (COMMON.has(password)) return true;
  for (let cut = SHORTEST_PART; cut <= password.length - SHORTEST_PART; cut++) {
    if (COMMON.has(password.slice(0, cut)) && COMMON.has(password.slice(cut))) return true;
  }
  return false;
}

/** `word` with up to four characters more, or again and again. */
function isMostly(password: string, word: string): boolean {
  return word.length >= 4 && password.includes(word) && password.replaceAll(word, '').length <= 4;
}
