import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '#problems/problem.js';
import { requireNoToken } from '../../src/boards/views/view-state.js';

const refused = (state: string): boolean => {
  try {
    requireNoToken(state);
    return false;
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return true;
    throw error;
  }
};
const encode = (text: string, times: number): string => (times === 0 ? text : encode(encodeURIComponent(text), times - 1));
const encodeAll = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');
const base64url = fc.stringMatching(/^[A-Za-z0-9_-]{5,60}$/);
const token = fc.tuple(base64url, base64url, base64url).map(([head, body, signature]) => `eyJ${head}.${body}.${signature}`);

describe('the state of a view', () => {
  it('contains no signed token, wherever it is and however often it is encoded', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 50 }),
        token,
        fc.string({ maxLength: 50 }),
        fc.integer({ min: 0, max: 4 }),
        (before, jwt, after, times) => {
          expect(refused(encode(`${before.toWellFormed()}${jwt} ${after.toWellFormed()}`, times))).toBe(true);
          expect(refused(`at=1,2,3&x=${encodeAll(jwt)}`)).toBe(true);
        },
      ),
    );
  });

  it.each([
    'share=abc',
    '#share=abc',
    'at=1,2,3&SHARE=abc',
    '/map?token=x',
    'a=1;access_token=x',
    'at=1&%74oken=x',
    'refresh_token=x',
    encode('&token=x', 9),
  ])('holds nothing that opens something: %s', (state) => {
    expect(refused(state)).toBe(true);
  });

  it.each([
    '',
    'at=53.4,-2.98,14',
    'q=share the load',
    'field=token<5',
    'type=crane&type=lift&heat=1',
    '100%',
    '%',
    'name=M%C3%BCller',
    'q=eyJust.a.word',
  ])('may be anything else: %s', (state) => {
    expect(refused(state)).toBe(false);
  });
});
