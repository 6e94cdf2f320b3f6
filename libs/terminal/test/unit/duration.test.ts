import { describe, expect, it } from 'vitest';
import { describeDuration, parseDuration } from '#terminal/duration.js';

describe('parseDuration', () => {
  it.each([
    ['1s', 1],
    ['90s', 90],
    ['15m', 900],
    ['12h', 43_200],
    ['30d', 2_592_000],
    ['4w', 2_419_200],
    [' 3650d ', 315_360_000],
  ])('reads %s', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

  it.each(['', '30', 'd', '0s', '-1d', '1.5h', '1 d', '3651d', '999999999w', '1y', '1d2h'])('refuses %j and names all the units', (text) =>
    expect(() => parseDuration(text)).toThrow(/is not a duration: write a number and s, m, h, d or w/),
  );
});

describe('describeDuration', () => {
  it.each([
    [-5, '0 s'],
    [999, '0 s'],
    [4_000, '4 s'],
    [185_000, '3 min 5 s'],
    [3_600_000, '1 h'],
    [7_800_000, '2 h 10 min'],
    [86_400_000 * 5 + 3 * 3_600_000 + 59_000, '5 d 3 h'],
    [86_400_000 + 60_000, '1 d'],
  ])('shows %i ms as %s', (milliseconds, text) => expect(describeDuration(milliseconds)).toBe(text));
});
