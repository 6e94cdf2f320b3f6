import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let migrating: pg.Client;
let service: RunningService | undefined;

beforeAll(async () => {
  space = await createTestSpace('before-tables');
  migrating = new pg.Client({ connectionString: space.databaseUrl });
  await migrating.connect();
});
afterAll(async () => {
  await service?.stop();
  await migrating?.end();
  await space?.close();
});

const status = async (path: string): Promise<number | string> => {
  const headers = { 'x-waymark-internal': space.installation.secrets.internalToken };
  const answer = await fetch(`${service!.url}${path}`, { headers }).catch(() => undefined);
  return answer?.status ?? 'not listening';
};

it('a service whose tables another one is migrating answers about its health, and reports everything else as not ready', async () => {
  await migrating.query('select pg_advisory_lock(hashtext($1))', [`waymark.migrate.${space.schemas.report}`]);
  service = await startService('report-service', space.environment('report-service'), { awaitReady: false });
  await expect.poll(() => status('/health/live')).toBe(200);
  const requestAll = () => Promise.all(['/groups/w/reports/tracking', '/health/ready', '/metrics', '/operator/diagnosis'].map(status));
  expect(await requestAll()).toEqual([503, 503, 200, 200]);
  await migrating.query('select pg_advisory_unlock_all()');
  await expect.poll(requestAll, { timeout: 60_000 }).toEqual([200, 200, 200, 200]);
});
