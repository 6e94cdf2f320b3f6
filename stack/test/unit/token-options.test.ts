import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createToken, parseScopes } from '#stack/commands/token.js';
import { dataFolder } from '#stack/data-folder.js';
import { readStackSettings } from '#stack/stack-settings.js';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'waymark-token-'))));
afterEach(() => rmSync(root, { recursive: true }));

const order = { workspace: 'harbour', scopes: parseScopes('objects:write'), expiresInSeconds: 60 };

it('reads scopes, each once', () => {
  expect(parseScopes('objects:write, feed:read,objects:write')).toEqual(['objects:write', 'feed:read']);
});

it.each(['', 'objects', 'objects:write,', 'constructor'])('refuses the scopes %j by naming those that there are', (text) => {
  expect(() => parseScopes(text)).toThrow(/the scopes are objects:write, objects:read, feed:read/);
});

it('makes keys, workspace and a token that the published key set verifies', async () => {
  const settings = readStackSettings({ WAYMARK_DATA: root });
  const token = await createToken(settings, { ...order, name: 'The Harbour' });

  const folder = dataFolder(root);
  const { keys } = JSON.parse(readFileSync(folder.tokenKeysFile, 'utf8')) as { keys: Record<string, string>[] };
  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toHaveProperty('d');
  const { payload } = await jwtVerify(token, await importJWK(keys[0]!, 'ES256'), { issuer: 'waymark', audience: 'waymark' });
  expect(payload).toMatchObject({ workspaces: ['harbour'], scope: 'objects:write' });
  expect(payload.exp! - payload.iat!).toBe(60);
  expect(statSync(folder.signingKeyFile).mode & 0o077).toBe(0);
  expect(JSON.parse(readFileSync(folder.workspacesFile, 'utf8'))).toMatchObject([{ id: 'harbour', name: 'The Harbour' }]);
});

it('keeps key and workspaces from one token to the next', async () => {
  const settings = readStackSettings({ WAYMARK_DATA: root });
  const folder = dataFolder(root);
  const first = await createToken(settings, { ...order, name: 'The Harbour' });
  const keys = readFileSync(folder.tokenKeysFile, 'utf8');
  const second = await createToken(settings, order);
  await createToken(settings, { ...order, workspace: 'depot' });

  expect(readFileSync(folder.tokenKeysFile, 'utf8')).toBe(keys);
  expect(decodeJwt(second).jti).not.toBe(decodeJwt(first).jti);
  const workspaces = JSON.parse(readFileSync(folder.workspacesFile, 'utf8')) as { id: string; name: string }[];
  expect(workspaces.map(({ id, name }) => [id, name])).toEqual([
    ['harbour', 'The Harbour'],
    ['depot', 'depot'],
  ]);
});

it('refuses a workspace id that is not alphanumeric', async () => {
  await expect(createToken(readStackSettings({ WAYMARK_DATA: root }), { ...order, workspace: '../x' })).rejects.toThrow('"../x" is not alphanumeric');
});
