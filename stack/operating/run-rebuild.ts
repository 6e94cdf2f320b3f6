import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { passedOnSettings } from '../services/passed-on-settings.js';
import { serviceEnvironment } from '../services/service-environment.js';
import { repositoryRoot } from '../settings/repository-root.js';
import { readStackSettings } from '../settings/stack-settings.js';
import { openInstallation } from '../supervision/installation.js';

async function projectionEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (process.env.DATABASE_URL) return process.env;
  const { services } = await openInstallation(readStackSettings());
  return {
    PATH: process.env.PATH,
    ...passedOnSettings('projection-service', process.env),
    ...serviceEnvironment('projection-service', services),
  };
}

/**
 * Builds the projection again next to the one in use, compares both row by row, and swaps them if nothing differs. `--check` only compares,
 * `--accept-differences` swaps in spite of differences, `--undo` swaps back the former one. It uses the installation that `npm start` of
 * this checkout runs, or, if DATABASE_URL is set, the environment of the projection service.
 * @returns the exit code: 0 done, 1 failed, 2 rows differ and nothing was swapped
 */
export async function runRebuild(options: readonly string[]): Promise<number> {
  const main = join(repositoryRoot, 'dist/services/projection-rebuild.js');
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...options], {
    stdio: 'inherit',
    env: await projectionEnvironment(),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
