import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVICE_SPECS, settingsDocument } from '#stack/settings-document.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';

describe('docs/settings.md', () => {
  it('matches the code (npm run docs:settings writes it)', () => {
    expect(readFileSync(join(repositoryRoot, 'docs/settings.md'), 'utf8')).toBe(settingsDocument());
  });

  it('names every variable of every service and shows no default of a secret', () => {
    const page = settingsDocument();
    for (const setting of Object.values(SERVICE_SPECS).flatMap((spec) => Object.values(spec))) {
      expect(page).toContain(`| \`${setting.env}\` |`);
      // An optional secret is empty by default.
      if (setting.secret) expect(setting.default ?? '').toBe('');
    }
  });
});
