import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '#stack/settings/repository-root.js';

const run = promisify(execFile);

/** Runs the rebuild of a projection with the environment of its service, and waits for its end. */
export async function runRebuild(environment: Record<string, string>, ...args: string[]): Promise<{ code: number; output: string }> {
  const main = `${repositoryRoot}/dist/services/projection-rebuild.js`;
  try {
    const { stdout } = await run(process.execPath, [main, ...args], { env: { PATH: process.env.PATH, ...environment } });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}
