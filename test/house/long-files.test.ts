import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#stack/repository-root.js';
import { LONG_FILES } from './long-files.js';

it.each(Object.keys(LONG_FILES))('the order of files knows a file that is there: %s', (file) => {
  expect(existsSync(join(repositoryRoot, file))).toBe(true);
});
