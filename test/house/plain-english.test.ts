import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';

/** Habits that docs/writing.md rejects, with what to write instead. */
const HABITS: readonly [RegExp, string][] = [
  [/\bwhoever\b/gi, 'people who, a client that'],
  [/\bcan not\b/gi, 'cannot'],
  [/\banew\b/gi, 'again'],
  [/\b(?:is|are|was|were|be|been|being) told\b/gi, 'is reported, is shown'],
  [/\b(?:tells?|told) of\b/gi, 'reports, shows'],
  [/\bwhat of (?:it|them)\b/gi, 'name the part'],
  [/\bthat there (?:is|are)\b/gi, 'existing'],
  [/\bfor who\b/gi, 'for people who'],
  [/\bno more\b(?! than)/gi, 'no longer'],
  [/\bgood for (?:\d|an? (?:hour|day|month))/gi, 'valid for'],
  [/\bshown this once\b/gi, 'shown only once'],
  [/\bwhat is (?:held|told)\b/gi, 'name the data'],
  [/\bin silence\b/gi, 'without a warning'],
  [/(?:^|\. )Who (?:lost|has|made|makes|runs|wants)\b/gm, 'people who'],
  [/\bgut für \d/gi, 'gültig'],
  [/\bdieses eine Mal\b/gi, 'nur einmal'],
  [/\bEinmalgeheimnis/gi, 'Einmalcode'],
];

const words = 'apps/map/src/words';
const files = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  ...readdirSync(join(repositoryRoot, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'writing.md' && name !== 'settings.md')
    .map((name) => `docs/${name}`),
  ...readdirSync(join(repositoryRoot, words)).map((name) => `${words}/${name}`),
];

it.each(files)('%s has no habit that docs/writing.md rejects', (file) => {
  const found = readFileSync(join(repositoryRoot, file), 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      HABITS.flatMap(([habit, instead]) => [...line.matchAll(habit)].map(([phrase]) => `${file}:${at + 1} "${phrase}": write ${instead}`)),
    );
  expect(found).toEqual([]);
});

/** How often each phrase still stands anywhere in code, comments, tests and documentation. A number only goes down. */
const EVERYWHERE: readonly [phrase: string, instead: string, count: number][] = [
  ['can not', 'cannot', 0],
  ['anew', 'again', 0],
  ['whoever', 'a client that, anyone who', 0],
  ['is told', 'is reported, sees', 0],
  ['are told', 'are reported, see', 0],
  ['told of', 'reported, notified', 0],
  ['that there are', 'existing', 0],
];

const everywhere = globSync(
  ['*.md', '.github/**/*.{md,yml}', '{apps,libs,stack,test,bench,examples,deploy,docs}/**/*.{ts,tsx,mjs,cjs,md}'],
  {
    cwd: repositoryRoot,
  },
).filter((file) => !['docs/writing.md', 'test/house/plain-english.test.ts'].includes(file));

it.each(EVERYWHERE)('"%s" (write: %s) occurs exactly %i times in the repository', (phrase, instead, count) => {
  const pattern = new RegExp(`\\b${phrase}\\b`, 'gi');
  const found = everywhere
    .map((file) => [file, readFileSync(join(repositoryRoot, file), 'utf8').match(pattern)?.length ?? 0] as const)
    .filter(([, times]) => times > 0)
    .map(([file, times]) => `${file}: ${times}`);
  const sum = found.reduce((total, line) => total + Number(line.split(': ')[1]), 0);
  expect(sum, `more of "${phrase}" than before: write ${instead}. It stands in\n${found.join('\n')}`).toBeLessThanOrEqual(count);
  expect(count, `"${phrase}" stands only ${sum} times now: lower its number in EVERYWHERE`).toBe(sum);
});
