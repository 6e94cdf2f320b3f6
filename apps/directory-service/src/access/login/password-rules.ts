import { dictionary } from '@zxcvbn-ts/language-common';
import { Problem } from '#problems/problem.js';
import { emailKeyOf } from '../people/person-record.js';

const MIN_LENGTH = 12;
/** The most common passwords; shorter ones are refused for their length. */
const COMMON = new Set(dictionary['passwords-common']);
/** The shortest part in a sequence of common passwords, such as qwertyuiop12345. */
const MIN_PART = 4;

/** A single form for characters that keyboards write in several ways (NIST SP 800-63B, 3.1.1.2). */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/**
 * Rules in addition to the length (NIST SP 800-63B, 3.1.1.2): rejects the most common passwords, one or two repeated characters, the
 * person's own address or name, and the name of this service. There are no composition rules and no expiry.
 * @param pointer JSON pointer to the password in the body
 * @throws Problem 422
 */
export function requireGoodPassword(password: string, person: { email: string; name: string }, pointer = '/newPassword'): void {
  const normal = normalPassword(password);
  const plain = normal.toLowerCase();
  const own = [emailKeyOf(person.email), person.name.toLowerCase(), emailKeyOf(person.email).split('@')[0]!, 'waymark'];
  const fault =
    [...normal].length < MIN_LENGTH
      ? `must have at least ${MIN_LENGTH} characters`
      : isCommon(plain)
        ? 'is among the most common passwords; choose another'
        : new Set(plain).size < 4
          ? 'repeats too few different characters'
          : own.some((word) => isMostly(plain, word))
            ? 'consists of your e-mail address, your name or the name of this service; choose another'
            : undefined;
  if (fault !== undefined) throw new Problem('invalid', `The new password ${fault}.`, { errors: [{ pointer, detail: fault }] });
}

/** Whether a password is common, or consists of two common ones: many people extend a short word, as in password123456. */
function isCommon(password: string): boolean {
  if (COMMON.has(password)) return true;
  for (let cut = MIN_PART; cut <= password.length - MIN_PART; cut++) {
    if (COMMON.has(password.slice(0, cut)) && COMMON.has(password.slice(cut))) return true;
  }
  return false;
}

/** Whether a password is `word` with up to four more characters, or repeated. */
function isMostly(password: string, word: string): boolean {
  return word.length >= 4 && password.includes(word) && password.replaceAll(word, '').length <= 4;
}
