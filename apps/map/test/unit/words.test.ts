import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clockAheadOf } from '../../src/map/age.js';
import { english } from '../../src/words/english.js';
import { createFormat } from '../../src/words/format.js';
import { german } from '../../src/words/german.js';

const SOURCES = new URL('../../src', import.meta.url).pathname;

/** Every text of a catalogue with its path; functions are called with the same arguments. */
function textsOf(part: object, place = ''): [string, string][] {
  return Object.entries(part).flatMap(([name, text]: [string, unknown]): [string, string][] => {
    const here = `${place}.${name}`;
    if (typeof text === 'string') return [[here, text]];
    if (typeof text === 'function') return [[here, String((text as (...parts: unknown[]) => string)('7', '8', '9', '10'))]];
    return textsOf(text as object, here);
  });
}

describe('the catalogues', () => {
  it('have the same texts in both languages, none empty', () => {
    const [en, de] = [textsOf(english), textsOf(german)];
    expect(de.map(([place]) => place)).toEqual(en.map(([place]) => place));
    for (const [place, text] of [...en, ...de]) expect(text.trim(), place).not.toBe('');
  });

  it('hold every text that the app shows: no component contains one', () => {
    const components = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
    expect(components.length).toBeGreaterThan(10);
    const own = components.flatMap((file) =>
      [
        ...readFileSync(join(SOURCES, file), 'utf8').matchAll(
          /(?:^\s*|>)([A-Z][a-z]+(?: [a-z]+)*[.:?!]?)(?:\s*<\/|\s*$)|(?:aria-label|title|placeholder|alt)="([^"{]*[a-z]{3}[^"]*)"/gm,
        ),
      ].map((found) => `${file}: ${found[1] ?? found[2]}`),
    );
    expect(own).toEqual([]);
  });
});

describe('numbers and times', () => {
  it('are written as somebody reads them', () => {
    const format = createFormat('en-GB', 'metric', 'Europe/Berlin');
    expect(format.time(Date.UTC(2026, 6, 1, 12))).toMatch(/1 Jul 2026, 14:00:00 (CEST|GMT\+2)/);
    expect(format.length(1234)).toBe('1.2 km');
    expect(format.length(8.4)).toBe('8.4 m');
    expect(format.ago(0, 3 * 60_000)).toBe('3 minutes ago');
    expect(createFormat('de', 'metric', '').ago(0, 90_000_000)).toBe('gestern');
    // A report newer than the page's own time, like any report that arrives between two of its ticks.
    expect([format.ago(4000, 0), format.ago(3_600_000, 0), createFormat('de', 'metric', '').ago(4000, 0)]).toEqual(['now', 'now', 'jetzt']);
    expect([clockAheadOf(4000, 0), clockAheadOf(-4000, 0), clockAheadOf(180_000, 0)]).toEqual([undefined, undefined, 180_000]);
    expect(createFormat('en', 'imperial', '').length(1609.344)).toBe('1 mi');
    expect(createFormat('en', 'nautical', '').length(1852)).toBe('1 nm');
  });
});
