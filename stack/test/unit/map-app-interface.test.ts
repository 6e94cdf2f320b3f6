import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interfaceTypes } from '#stack/map-app-interface.js';
import { repositoryRoot } from '#stack/repository-root.js';
import { presentInterface } from '../../../apps/gateway/contract/present-interface.js';

describe("the map app's types", () => {
  it('are what the gateway describes (npm run docs:contracts writes them)', async () => {
    const written = readFileSync(join(repositoryRoot, 'apps/map/src/api/interface.d.ts'), 'utf8');
    expect(written === (await interfaceTypes(presentInterface()))).toBe(true);
  });
});
