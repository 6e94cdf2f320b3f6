import { expect, it } from 'vitest';
import { secretIn } from '../../src/sign-in/invitation.js';
import { strengthOf } from '../../src/sign-in/password-strength.js';

const SECRET = 'aB3_'.repeat(10) + 'x-9';

it('finds the secret of an invite link in pasted text, and none in a one-time password', () => {
  for (const pasted of [
    SECRET,
    ` ${SECRET}\n`,
    `http://localhost:8080/app/#invite=${SECRET}&for=operator@localhost`,
    `#for=a&invite=${SECRET}`,
  ])
    expect(secretIn(pasted)).toBe(SECRET);
  for (const pasted of [
    '',
    'abcde-fghij-kmnpq-rstuv-wxyz2',
    `${SECRET}x`,
    'http://localhost/app/#page=Map',
    `http://localhost/app/#share=${SECRET}`,
  ])
    expect(secretIn(pasted)).toBeUndefined();
});

it('rates a password by length and variety', () => {
  expect(['', 'elevenchars', 'twelve chars', 'a'.repeat(30), 'quiet harbour walk', '🙂'.repeat(11)].map(strengthOf)).toEqual([
    'short',
    'short',
    'fair',
    'fair',
    'strong',
    'short',
  ]);
});
