import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';

const WIDTH = 140;
const SOURCES = ['*.{ts,mjs,js}', '{apps,libs,stack,bench,test,examples}/**/*.{ts,tsx,mjs,cjs}'];
/** A fork, generated types, data, and statements as the product sends them. */
const EXEMPT = /^libs\/kafka-client\/kafkajs\/|\/interface\.d\.ts$|\/monaco-streets\.ts$|\/simulation\/fake-[^/]*$/;
/** JSON in a string, a picture, or a regular expression. */
const UNBREAKABLE = /'[[{]|\/9j\/|UklGR|(?:^|[(=,:!]) *\/(?![/*]).+\//;

// The formatter breaks code; strings and comments are broken by hand. Expressions in templates may be wider.
it('no line is wider than 140 characters, except in templates, regular expressions and JSON', () => {
  const files = globSync(SOURCES, { cwd: repositoryRoot }).filter((file) => !EXEMPT.test(file));
  expect(files.length).toBeGreaterThan(1000);
  const wide = files.flatMap((file) => wideLines(readFileSync(join(repositoryRoot, file), 'utf8'), file));
  expect(wide).toEqual([]);
});

function wideLines(text: string, file: string): string[] {
  let inTemplate = false;
  return text.split('\n').flatMap((line, at) => {
    const ticks = line.replaceAll('\\`', '').split('`').length - 1;
    const touchesTemplate = inTemplate || ticks > 0;
    if (ticks % 2 === 1) inTemplate = !inTemplate;
    return line.length > WIDTH && !touchesTemplate && !UNBREAKABLE.test(line) ? [`${file}:${at + 1} has ${line.length} characters`] : [];
  });
}
