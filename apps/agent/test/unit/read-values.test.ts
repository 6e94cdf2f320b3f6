import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../src/expressions/expression.js';
import { simplePath, WAY_OVER_A_LIST } from '../../src/expressions/simple-path.js';
import { readNumber } from '../../src/reading/read-number.js';
import { readTime } from '../../src/reading/read-time.js';

describe('numbers', () => {
  it.each([
    ['53.4', 53.4],
    [' -2.98 ', -2.98],
    ['+7', 7],
    ['0', 0],
    ['0.5', 0.5],
    [3e-7, 3e-7],
    ['53.4123456789012345', JSON.parse('53.4123456789012345')],
    ['-0.00000000000000000001', -1e-20],
    [`1.${'9'.repeat(60)}`, 2],
    ['999999999999999', 999_999_999_999_999],
  ])('%j is a number', (value, number) => expect(readNumber(value)).toBe(number));

  it.each([
    '',
    ' ',
    '12 V',
    '0x10',
    '1e5',
    '007',
    '1,5',
    '.5',
    '5.',
    '--1',
    'NaN',
    'Infinity',
    '9007199254740993',
    '1000000000000000.5',
    `1.${'0'.repeat(61)}`,
    '1.',
    true,
    null,
    undefined,
    [],
    [5],
    {},
    NaN,
    Infinity,
    '٣',
  ])('%j is not a number', (value) => expect(readNumber(value)).toBeUndefined());

  it('has the value that JavaScript reads, or is rejected', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String), fc.stringMatching(/^[-+]?\d{1,18}(\.\d{1,70})?$/)),
        (text) => {
          const number = readNumber(text);
          expect(number === undefined || number === Number(text)).toBe(true);
        },
      ),
    );
  });

  it('has the value that JSON reads from the same digits, for any number of decimals', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9]\d{0,2})\.\d{1,60}$/), (text) => {
        expect(readNumber(text)).toBe(JSON.parse(text));
      }),
    );
  });

  it('from a whole text is exact or rejected: no id becomes another', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (whole) => {
        const number = readNumber(String(whole));
        expect(number === undefined || BigInt(number) === whole).toBe(true);
      }),
    );
  });
});

describe('times', () => {
  const at = Date.UTC(2026, 10, 21, 8, 0, 0, 500);

  it.each([
    ['2026-11-21T08:00:00.5Z'],
    ['2026-11-21T09:00:00.500+01:00'],
    ['2026-11-21 08:00:00.5Z'],
    [at],
    [at / 1000],
    [String(at)],
    [String(at / 1000)],
  ])('%j is a time', (value) => expect(readTime(value)).toBe(at));

  it.each([
    ['no zone', '2026-11-21T08:00:00'],
    ['no such day', '2026-02-30T08:00:00Z'],
    ['microseconds', at * 1000],
    ['nanoseconds', at * 1e6],
    ['the epoch of GPS', Date.UTC(1980, 0, 6)],
    ['a year of five digits', '12026-11-21T08:00:00Z'],
    ['zero', 0],
    ['a day of Excel', 46_000],
    ['nothing', null],
    ['a date object', {}],
    ['a word', 'now'],
  ])('%s is not a time', (_what, value) => expect(readTime(value)).toBeUndefined());

  it('distinguishes seconds from milliseconds for every moment of this century', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 - 1 }), (seconds) => {
        expect(readTime(seconds)).toBe(seconds * 1000);
        expect(readTime(seconds * 1000)).toBe(seconds * 1000);
      }),
    );
  });
});

describe('paths', () => {
  it('are read as JSONata reads them, for any document', async () => {
    const names = fc.constantFrom('a', 'b', 'c', 'toString', 'constructor', 'length');
    const document = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.string(),
        fc.constant(null),
        fc.boolean(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(names, tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(document, fc.array(names, { minLength: 1, maxLength: 4 }), async (value, path) => {
        const text = path.join('.');
        const direct = simplePath(text)!(value);
        // Written so that it is not a simple path and JSONata evaluates it.
        const whole = JSON.stringify(await compileExpression(`(${text})`).evaluate(value, undefined));
        if (direct !== WAY_OVER_A_LIST) expect(JSON.stringify(direct)).toBe(whole);
        expect(JSON.stringify(await compileExpression(text).evaluate(value, undefined))).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['a and b', 'true', 'a.in', 'a[0]', '$a', '`a b`', 'a..b', '', 'a.'])('%j is more than a path, or invalid', (text) =>
    expect(simplePath(text)).toBeUndefined(),
  );
});
