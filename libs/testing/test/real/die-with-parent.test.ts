import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { identityOf } from '#stack/processes/process-identity.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';

/** Starts both servers from the build, says their numbers, and waits. */
const STARTER = `
  const { startEmbeddedServers } = await import(${JSON.stringify(pathToFileURL(join(repositoryRoot, 'dist/libs/testing/src/embedded-servers.js')))});
  const { broker, database } = await startEmbeddedServers(process.argv[1]);
  console.log(JSON.stringify([broker.pid, database.pid]));
  setInterval(() => 0, 1000);
`;

it.runIf(process.platform === 'linux')('leaves no broker and no database behind when the process that started them is killed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'waymark-orphans-'));
  const starter = spawn(process.execPath, ['--input-type=module', '-e', STARTER, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [output] = (await once(starter.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(output.toString()) as number[];
    expect(pids.map((pid) => identityOf(pid)?.pid)).toEqual(pids);
    starter.kill('SIGKILL');
    await expect.poll(() => pids.map((pid) => identityOf(pid)), { timeout: 10_000 }).toEqual([undefined, undefined]);
  } finally {
    starter.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
});
