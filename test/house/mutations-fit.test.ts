import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { MUTATIONS } from '../mutations/planted/all.js';
import { plant } from '../mutations/working-copy.js';

/** `npm run mutations` takes long; that its faults still fit the sources is known at once. */
describe('planted faults', () => {
  it('are at least 25, each named once', () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
  });

  it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))('%s', (_name, mutation) => {
    const source = readFileSync(join(repositoryRoot, mutation.file), 'utf8');
    expect(plant(mutation, source)).not.toBe(source);
  });
});
