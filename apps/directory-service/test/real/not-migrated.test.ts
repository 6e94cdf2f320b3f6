import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { call } from './directory-client.js';

let space: TestSpace;
let other: pg.Client;
beforeAll(async () => {
  space = await createTestSpace('not-migrated', { directory: 'real' });
  other = new pg.Client({ connectionString: space.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await space?.close();
});

it('answers 503 on everything except health until its tables exist, and logs no failure', async () => {
  // Another copy of the service that is still migrating.
  await other.query('select pg_advisory_lock(hashtext($1))', [`waymark.migrate.${space.schemas.directory}`]);
  const directory = await startService('directory-service', space.environment('directory-service'), { awaitReady: false });
  try {
    await expect
      .poll(
        () =>
          fetch(`${directory.url}/health/live`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200);
    const secret = { 'x-waymark-internal': space.installation.secrets.internalToken };
    const early = await Promise.all([
      call(`${directory.url}/operator/workspaces`, 'GET', secret),
      call(`${directory.url}/operator/workspaces`, 'POST', secret, { id: 'early' }),
      call(`${directory.url}/auth/login`, 'POST', secret, { email: 'a@example.org', password: 'some password' }),
      call(`${directory.url}/internal/quota`, 'POST', secret, { gateway: 'early', accounts: [] }),
    ]);
    for (const { status, headers, body } of early)
      expect([status, (body as { type: string }).type, Number(headers.get('retry-after')) > 0]).toEqual([
        503,
        'urn:waymark:problem:not-ready',
        true,
      ]);
    expect((await fetch(`${directory.url}/health/ready`)).status).toBe(503);
    await other.query('select pg_advisory_unlock_all()');
    await expect.poll(() => fetch(`${directory.url}/health/ready`).then(({ status }) => status), { timeout: 20_000 }).toBe(200);
    expect((await call(`${directory.url}/operator/workspaces`, 'POST', secret, { id: 'early' })).status).toBe(201);
    expect(directory.log()).not.toMatch(/does not exist|failed unexpectedly|\bat .*\.js:\d/);
  } finally {
    await directory.stop();
  }
});
