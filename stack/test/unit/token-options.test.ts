import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createToken, parseScopes } from '#stack/directory/token.js';
import { readStackSettings } from '#stack/settings/stack-settings.js';

it('reads scopes, each once', () => {
  expect(parseScopes('objects:write, feed:read,objects:write')).toEqual(['objects:write', 'feed:read']);
});

it.each(['', 'objects', 'objects:write,', 'constructor', 'operator'])('refuses the scopes %j by naming the existing ones', (text) => {
  expect(() => parseScopes(text)).toThrow(/the scopes are objects:write, objects:read, feed:read/);
});

it('says what to do when nothing runs', async () => {
  const root = mkdtempSync(join(tmpdir(), 'waymark-token-'));
  try {
    const settings = readStackSettings({ WAYMARK_DATA: root, WAYMARK_DIRECTORY_PORT: '1' });
    await expect(
      createToken(settings, { workspace: 'harbour', scopes: parseScopes('objects:write'), expiresInSeconds: 60 }),
    ).rejects.toThrow(/is Waymark running\? Start it by: npm start/);
  } finally {
    rmSync(root, { recursive: true });
  }
});
