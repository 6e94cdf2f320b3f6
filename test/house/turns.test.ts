import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { LONG_FILES } from './long-files.js';
import { leftOut } from './rare-tests.js';
import { TURNS } from './turns.js';

describe('the rare tests that take turns', () => {
  it('exist, and are in one part each', () => {
    const files = TURNS.flat();
    const existing = new Set(globSync('{apps,libs,stack,test}/**/*.test.ts', { cwd: repositoryRoot, exclude: ['**/node_modules'] }));
    expect(files.filter((file) => !existing.has(file))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  });

  it('take about equally long in each part', () => {
    const seconds = TURNS.map((part) => part.reduce((sum, file) => sum + (LONG_FILES[file] ?? 10), 0));
    expect(Math.max(...seconds)).toBeLessThan(Math.min(...seconds) * 1.35);
  });

  it('run in one of the turns of `npm run test:all`, and every time in `npm run test:deep` and in CI', () => {
    const turns = TURNS.map((_part, at) => new Set(leftOut('all', String(at + 1))));
    for (const file of TURNS.flat()) expect(turns.filter((out) => !out.has(file))).toHaveLength(1);
    expect(leftOut('deep', '1')).toEqual([]);
    expect(leftOut('all', undefined)).toEqual([]);
    expect(leftOut(undefined, undefined)).toEqual([]);
    expect(() => leftOut('all', '6')).toThrow('WAYMARK_TURN is 6; it must be a number from 1 to 5.');
    expect(readFileSync(join(repositoryRoot, '.github/workflows/ci.yml'), 'utf8')).not.toContain('WAYMARK_TURN');
    expect(readFileSync(join(repositoryRoot, 'test/run.mjs'), 'utf8')).toContain(`const PARTS = ${TURNS.length};`);
  });
});
