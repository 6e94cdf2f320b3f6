import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { startEmbeddedServers } from './embedded-servers.js';

/** Where tests find the broker and the database: environment variables, so that benches and soak runs can name them too. */
export const BROKERS_VARIABLE = 'WAYMARK_TEST_BROKERS';
export const DATABASE_VARIABLE = 'WAYMARK_TEST_DATABASE_URL';

/**
 * Gives the process and its workers a real broker and a real database: those that the environment names, or new ones
 * in a temporary folder that are ended by the returned function. Vitest runs it as global setup.
 */
export default async function provideInfrastructure(): Promise<() => Promise<void>> {
  // Services are run from the build: an old one would be tested in the place of these sources.
  await execa(process.execPath, [join(repositoryRoot, 'stack/build.mjs')], { stdio: 'inherit' });
  if (process.env[BROKERS_VARIABLE] && process.env[DATABASE_VARIABLE]) return async () => undefined;
  const directory = await mkdtemp(join(tmpdir(), 'waymark-test-'));
  const servers = await startEmbeddedServers(directory).catch(async (error: unknown) => {
    await rm(directory, { recursive: true, force: true });
    throw error;
  });
  process.env[BROKERS_VARIABLE] = servers.brokers.join(',');
  process.env[DATABASE_VARIABLE] = servers.databaseUrl;
  return async () => {
    delete process.env[BROKERS_VARIABLE];
    delete process.env[DATABASE_VARIABLE];
    await servers.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/** @throws Error when neither the global setup ran nor the environment names both servers */
export function infrastructure(): { brokers: string[]; databaseUrl: string } {
  const brokers = process.env[BROKERS_VARIABLE];
  const databaseUrl = process.env[DATABASE_VARIABLE];
  if (!brokers || !databaseUrl) {
    throw new Error(
      `No broker and database for tests: run them in vitest's project "stack", or name servers in ` +
        `${BROKERS_VARIABLE} and ${DATABASE_VARIABLE}.`,
    );
  }
  return { brokers: brokers.split(','), databaseUrl };
}
