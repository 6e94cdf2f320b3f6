import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { LONG_FILES } from './long-files.js';

const textOf = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');

it.each(Object.keys(LONG_FILES))('the order of files knows a file that is there: %s', (file) => {
  expect(existsSync(join(repositoryRoot, file))).toBe(true);
});

it.each(
  globSync('{apps,libs,stack}/**/test/unit/**/*.test.ts', { cwd: repositoryRoot }).filter((file) => textOf(file).includes('vi.mock(')),
)('a file that replaces modules has a worker of its own: %s', (file) => {
  expect(textOf('vitest.config.ts'), 'add it to MOCKING').toContain(`'${file}'`);
});
