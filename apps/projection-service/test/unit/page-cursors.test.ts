import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '#problems/problem.js';
import { PageCursors } from '../../src/reading/signed-page.js';

const cursors = new PageCursors('a secret of at least thirty-two characters');
const position = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  ),
  { minLength: 1, maxLength: 4 },
);

function detailOf(decode: () => unknown): string | undefined {
  try {
    decode();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    return (error as Problem).message;
  }
}

describe("a page's cursor", () => {
  it('marks the end of the page, only for its list', () => {
    fc.assert(
      fc.property(position, fc.string(), fc.string(), (at, list, other) => {
        const page = cursors.encode(list, at);
        expect(cursors.decode(list, page)).toEqual(at);
        if (other !== list) expect(detailOf(() => cursors.decode(other, page))).toContain('different workspace, list or filter');
      }),
    );
  });

  it('hides its content: a search may end at words that the token may not see', () => {
    const secret = 'the hidden words of a hidden object';
    const bytes = Buffer.from(cursors.encode('search', ['begins', secret, 'hidden-1', 'f']), 'base64url');
    for (const part of ['begins', 'hidden', 'words', 'object']) expect(bytes.includes(part)).toBe(false);
    // Equal places must not have equal cursors either.
    expect(cursors.encode('search', ['begins', secret])).not.toBe(cursors.encode('search', ['begins', secret]));
  });

  it('that was changed, cut, or made with another secret is refused', () => {
    const page = cursors.encode('objects', ['crane-1']);
    const bytes = Buffer.from(page, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(detailOf(() => cursors.decode('objects', changed.toString('base64url')))).toContain('not issued by this service');
      expect(detailOf(() => cursors.decode('objects', bytes.subarray(0, at).toString('base64url')))).toContain(
        'not issued by this service',
      );
    }
    for (const wrong of [
      '',
      'x',
      `${page}=`,
      `${page} `,
      'a'.repeat(40_000),
      new PageCursors('another secret of thirty-two characters').encode('objects', ['crane-1']),
    ])
      expect(detailOf(() => cursors.decode('objects', wrong))).toContain('not issued by this service');
  });
});
