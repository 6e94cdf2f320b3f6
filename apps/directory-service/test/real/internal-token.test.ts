import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const OTHER = 'the-next-token-of-32-characters-or-more';
let space: TestSpace;
let directory: RunningService;

beforeAll(async () => {
  space = await createTestSpace('internal-token', { directory: 'real' });
  directory = await startService('directory-service', space.environment('directory-service', { OTHER_INTERNAL_TOKEN: OTHER }));
});
afterAll(async () => {
  await directory?.stop();
  await space?.close();
});

it('accepts calls with either secret while one is being replaced, and with no other', async () => {
  const { internalToken } = space.installation.secrets;
  const statuses = [internalToken, OTHER, '', `${internalToken},${OTHER}`].map(
    async (given) => (await fetch(`${directory.url}/operator/plans`, { headers: { 'x-waymark-internal': given } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401]);
});
