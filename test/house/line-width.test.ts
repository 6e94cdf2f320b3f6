import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';

const WIDTH = 140;
const SOURCES = ['*.{ts,mjs,js}', '{apps,libs,stack,bench,test,examples}/**/*.{ts,tsx,mjs,cjs}'];
/** A fork, generated types, data, and statements as the product sends them. */
const EXEMPT = /^libs\/kafka-client\/kafkajs\/|\/interface\.d\.ts$|\/monaco-streets\.ts$|\/simulation\/fake-[^/]*$/;
/** JSON in a string, or a picture. */
const DATA = /'[[{]|\/9j\/|UklGR/;
const REGULAR_EXPRESSION = /(?:^|[(=,:!]) *\/(?![/*]).+\//;
const COMMENT = /^ *(?:\/\/|\/?\*)/;

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
    const isComment = !inTemplate && COMMENT.test(line);
    const ticks = isComment ? 0 : line.replaceAll('\\`', '').split('`').length - 1;
    const isExempt = inTemplate || ticks > 0 || DATA.test(line) || (!isComment && REGULAR_EXPRESSION.test(line));
    if (ticks % 2 === 1) inTemplate = !inTemplate;
    return line.length > WIDTH && !isExempt ? [`${file}:${at + 1} has ${line.length} characters`] : [];
  });
}
