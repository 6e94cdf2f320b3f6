import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { startEmbeddedServers } from './embedded-servers.js';

/** Environment variables with the addresses of the broker and the database, which benchmarks and soak runs can also set. */
export const BROKERS_VARIABLE = 'WAYMARK_TEST_BROKERS';
export const DATABASE_VARIABLE = 'WAYMARK_TEST_DATABASE_URL';

/**
 * Provides a real broker and a real database for the process and its workers: those in the environment, or new ones in a temporary folder,
 * which the returned function stops. Vitest runs it as global setup.
 */
export default async function provideInfrastructure(): Promise<() => Promise<void>> {
  // Services run from the build, which must not be older than the sources.
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

/** @throws Error if the global setup did not run and the environment does not contain both servers */
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
