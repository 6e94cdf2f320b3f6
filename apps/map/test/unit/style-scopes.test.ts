import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
/** Style sheets of pages are loaded when a page is first opened and then stay, so the rules of one must not affect another. */
const sheets = globSync('**/*.css', { cwd: SOURCES }).map((path) => ({
  path,
  name: basename(path, '.css'),
  text: readFileSync(join(SOURCES, path), 'utf8'),
}));
const isDesign = ({ path }: { path: string }): boolean => dirname(path) === 'design';
const features = sheets.filter((sheet) => !isDesign(sheet));
/** The elements of these libraries are in every page with a map or a chart. */
const LIBRARIES = ['maplibregl', 'u'];

const begins = (name: string, prefix: string): boolean => name === prefix || name.startsWith(`${prefix}-`);
const classesIn = (selector: string): string[] => [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name);

/** The parts of a list at commas outside brackets. */
function parts(list: string): string[] {
  let depth = 0;
  return [...list].reduce<string[]>(
    (found, letter) => {
      if (letter === '(') depth++;
      if (letter === ')') depth--;
      if (letter === ',' && depth === 0) found.push('');
      else found[found.length - 1] += letter;
      return found;
    },
    [''],
  );
}

/** The selectors of a sheet, one by one, with their strings emptied. */
function selectorsOf(text: string): string[] {
  const bare = text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    .replace(/'[^']*'|"[^"]*"/g, "''");
  return [...bare.matchAll(/([^{};]+)\{/g)].flatMap(([, selector = '']) =>
    selector.trim().startsWith('@') ? [] : parts(selector).map((part) => part.trim()),
  );
}

/** Whether everything that a selector matches is inside, or contains, an element with a class of `prefix`. */
function isScoped(selector: string, prefix: string): boolean {
  const brackets = /:(is|where|has|not)\(((?:[^()]|\([^()]*\))*)\)/g;
  if (classesIn(selector.replace(brackets, '')).some((name) => begins(name, prefix))) return true;
  return [...selector.matchAll(brackets)].some(
    ([, kind, inner = '']) => kind !== 'not' && parts(inner).every((one) => isScoped(one, prefix)),
  );
}

const fontAndColours = ['design/fonts.css', 'design/tokens.css'];
const ofDesign = new Set(
  sheets
    .filter((sheet) => isDesign(sheet) && !fontAndColours.includes(sheet.path))
    .flatMap(({ text }) => selectorsOf(text).flatMap(classesIn)),
);

describe('style sheets', () => {
  it.each(features)('$path: each selector has a class that begins with the name of its sheet', ({ name, text }) => {
    expect(selectorsOf(text).filter((selector) => !isScoped(selector, name))).toEqual([]);
  });

  it.each(features)('$path: each class is of a sheet that is named after it, or of design', ({ text }) => {
    const known = [...features.map(({ name }) => name), ...LIBRARIES];
    expect(
      selectorsOf(text)
        .flatMap(classesIn)
        .filter((name) => !ofDesign.has(name) && !known.some((prefix) => begins(name, prefix))),
    ).toEqual([]);
  });

  it('no two sheets share a prefix, and design has no class of a feature', () => {
    const names = features.map(({ name }) => name);
    expect(names.filter((name, at) => names.some((other, place) => place !== at && begins(other, name)))).toEqual([]);
    expect([...ofDesign].filter((name) => names.some((prefix) => begins(name, prefix)))).toEqual([]);
  });

  it('no rule of five or more declarations occurs twice', () => {
    const rules = sheets.flatMap(({ path, text }) =>
      [...text.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]+)\}/g)].map(([, selector = '', block = '']) => ({
        of: `${path}: ${selector.trim()}`,
        declared: block
          .split(';')
          .map((one) => one.trim())
          .filter((one) => one !== '')
          .sort(),
      })),
    );
    const twice = [
      ...Map.groupBy(
        rules.filter(({ declared }) => declared.length >= 5),
        ({ declared }) => declared.join(';'),
      ).values(),
    ].filter(({ length }) => length > 1);
    expect(twice.map((same) => same.map(({ of }) => of))).toEqual([]);
  });

  it('design is loaded before everything else', () => {
    const main = readFileSync(join(SOURCES, 'main.tsx'), 'utf8');
    expect(sheets.filter(isDesign).filter(({ path }) => !main.includes(`import './${path}';`))).toEqual([]);
  });

  it('sees a rule that leaks', () => {
    expect(isScoped('.bar', 'poll')).toBe(false);
    expect(isScoped('table', 'poll')).toBe(false);
    expect(isScoped(':is(.poll-bar, .bar) svg', 'poll')).toBe(false);
    expect(isScoped('.bar:not(.poll-bar)', 'poll')).toBe(false);
    expect(isScoped('html:has(.poll-bar) .bar', 'poll')).toBe(true);
    expect(selectorsOf('/* .no { } */ @media print { .a > b, :is(.c, .d) { color: red; } } @keyframes e { 50% { opacity: 0; } }')).toEqual([
      '.a > b',
      ':is(.c, .d)',
    ]);
  });
});
