import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SavedSchema } from '#testing/saved-schema.js';
import { type DirectoryInTest, startDirectory } from './directory-in-test.js';

describe('a directory that was restored from a backup next to a newer directory.state', () => {
  let kit: DirectoryInTest;
  let database: pg.Client;
  const tokens = { revoked: { id: '', token: '' }, kept: { id: '', token: '' } };
  /** A gateway's answer to a token in a workspace. */
  const writes = async (workspace: string, { token }: { token: string }): Promise<number> =>
    (await kit.call('POST', `/groups/${workspace}/externalObjects`, { token, body: [] })).status;

  beforeAll(async () => {
    kit = await startDirectory('restored-directory');
    database = new pg.Client({ connectionString: kit.space.databaseUrl });
    await database.connect();
    expect((await kit.inside('POST', '/operator/workspaces', { id: 'harbour' })).status).toBe(201);
    for (const token of Object.values(tokens)) {
      const made = await kit.inside('POST', '/operator/tokens', { name: 'crane', workspaces: ['harbour'], scopes: ['objects:write'] });
      expect(made.status).toBe(201);
      Object.assign(token, made.json);
    }
    await kit.directory.stop();
    const backup = await SavedSchema.save(database, kit.space.schemas.directory);
    await kit.directory.restart();
    expect((await kit.inside('DELETE', `/groups/harbour/tokens/${tokens.revoked.id}`)).status).toBe(204);
    expect((await kit.inside('POST', '/operator/workspaces/harbour/suspend')).status).toBe(200);
    expect((await kit.inside('POST', '/operator/workspaces', { id: 'quay' })).status).toBe(201);
    await vi.waitFor(async () => expect(await writes('harbour', tokens.kept)).toBe(403), { timeout: 10_000 });
    await kit.directory.stop();
    await backup.restore();
    await backup.forget();
    await kit.directory.restart();
  });
  afterAll(async () => {
    await database?.end();
    await kit?.close();
  });

  it('keeps tokens revoked that were revoked since, also in its own list', async () => {
    expect(await writes('harbour', tokens.revoked)).toBe(401);
    expect(await kit.query(`select id from machine_token where revoked_at is not null`)).toEqual([{ id: tokens.revoked.id }]);
  });

  it('is as in the backup in everything else, even at gateways that knew the newer state', async () => {
    // An empty array is refused by its contents, not by the workspace's status.
    await expect.poll(() => writes('harbour', tokens.kept)).toBe(422);
    expect((await kit.inside('GET', '/operator/workspaces/quay')).status).toBe(404);
  });

  it('is named by doctor, with what was changed since', async () => {
    const { findings } = (await kit.inside('GET', '/operator/diagnosis')).json as {
      findings: { about: string; state: string; found: string }[];
    };
    expect(findings.filter(({ about }) => about === 'directory.stores')).toEqual([
      expect.objectContaining({
        state: 'warning',
        found: expect.stringMatching(/older than .*directory\.state .*workspace:quay/) as string,
      }),
    ]);
  });

  it('has its next changes taken by these gateways', async () => {
    expect((await kit.inside('POST', '/operator/workspaces/harbour/suspend')).status).toBe(200);
    await expect.poll(() => writes('harbour', tokens.kept)).toBe(403);
    expect((await kit.inside('POST', '/operator/workspaces/harbour/resume')).status).toBe(200);
    await expect.poll(() => writes('harbour', tokens.kept)).toBe(422);
  });
});
