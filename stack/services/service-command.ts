import { join } from 'node:path';
import type { ServerCommand } from '../processes/server-command.js';
import { probeAddress } from '../settings/probe-address.js';
import { repositoryRoot } from '../settings/repository-root.js';
import type { ServiceName } from './service-environment.js';

/**
 * A young generation of three times 16 MiB, two arenas of the C library instead of eight per core, and an old generation that is collected
 * when it has doubled instead of quadrupled. Measured: 150 to 190 MiB less resident memory under load (docs/performance.md). The image has
 * the same settings (Dockerfile).
 */
const YOUNG_GENERATION = '--max-semi-space-size=16';
const OLD_GENERATION = '--heap-growing-percent=100';
/** The young generation has its full size from the beginning: 7 % less CPU until a service is ready, for more memory. */
const FULL_YOUNG_GENERATION = '--min-semi-space-size=16';
const MEMORY = { MALLOC_ARENA_MAX: '2' };
/** Caches compiled code for the next start: a fifth less CPU until a service is ready. Stored with the build that it belongs to. */
const START = { NODE_COMPILE_CACHE: join(repositoryRoot, 'dist/.compile-cache') };
const REPORTED_IMPORTS = join(repositoryRoot, 'stack/reported-imports.mjs');

/**
 * The command that runs a built service with the present Node.js. With `watch`, it runs from its compiled files instead of the bundle, and
 * restarts when one of its imports changes; it is ready a quarter sooner than with the settings for long runs. With `shortLived`, for a
 * service that runs for seconds, it needs a third less CPU until it is ready: Node.js reads no source maps either. In both cases, it takes
 * its own modules from its code cache, which another growth of the heap makes invalid, and collects less garbage.
 */
export function serviceCommand(
  service: ServiceName,
  environment: Readonly<Record<string, string>>,
  logFile: string,
  { watch = false, shortLived = false }: { watch?: boolean; shortLived?: boolean } = {},
): ServerCommand {
  const program = watch
    ? ['--import', REPORTED_IMPORTS, '--watch', '--watch-preserve-output', join(repositoryRoot, `dist/apps/${service}/src/main.js`)]
    : [join(repositoryRoot, 'dist/services', `${service}.js`)];
  const memory = watch || shortLived ? FULL_YOUNG_GENERATION : OLD_GENERATION;
  return {
    name: service,
    file: process.execPath,
    args: [YOUNG_GENERATION, memory, ...(shortLived ? [] : ['--enable-source-maps']), ...program],
    environment: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...MEMORY, ...START, ...environment },
    logFile,
    stopSignal: 'SIGTERM',
    // A service stops in 25 s at most.
    stopTimeoutMs: 27_000,
    isReady: () => answersReady(`${probeAddress(environment.HOST, environment.PORT)}/health/ready`),
    readyTimeoutMs: 60_000,
  };
}

async function answersReady(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await answer.body?.cancel();
  return answer.ok;
}
