import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';

it('the files of the services have one byte per character in memory: none has a character beyond Latin-1', () => {
  const folder = join(repositoryRoot, 'dist/services');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  expect(files).toContain('gateway.js');
  expect(files).toContain(join('packages', 'typeorm.js'));
  expect(files.filter((file) => /[\u0100-\uffff]/.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
});
