import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time after which an empty lock file is old; a starting server fills it at once. */
const FILLING_MS = 1_000;

/**
 * Removes the lock file of a PostgreSQL that a power failure has ended, in cases where PostgreSQL itself would refuse to start: an empty
 * file, or one whose process number now belongs to another program. Only a file from before the last boot is removed, since no process from
 * before it can still be running. Other files are left to PostgreSQL, which also checks the shared memory in them.
 *
 * @param directory folder of the cluster
 * @returns whether it was removed
 * @throws Error if the file is empty and may belong to a running server
 */
export async function removeFormerLockFile(directory: string): Promise<boolean> {
  const file = join(directory, 'postmaster.pid');
  let lock = await lockFile(file);
  if (lock?.text === '') {
    await sleep(FILLING_MS);
    lock = await lockFile(file);
  }
  if (lock === undefined) return false;
  const isEmpty = lock.text === '';
  if (lock.writtenAt < Date.now() - uptime() * 1_000 && (isEmpty || belongsToAnotherProgram(lock.text))) {
    await rm(file, { force: true });
    return true;
  }
  if (isEmpty)
    throw new Error(
      `The lock file of the embedded database, ${file}, is empty, which a loss of power can leave behind. It was written ` +
        'after this machine started, so another PostgreSQL may be using the folder. Make sure that none is ' +
        '(ps -ef | grep postgres), delete the file and start again.',
    );
  return false;
}

async function lockFile(file: string): Promise<{ text: string; writtenAt: number } | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    return { text: text.trim(), writtenAt: mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether another program has the process number. False if no process has it, which PostgreSQL recognises itself. */
function belongsToAnotherProgram(text: string): boolean {
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0)) return false;
  try {
    const program =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/comm`, 'utf8')
        : execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return !program.includes('postgres');
  } catch {
    return false;
  }
}
