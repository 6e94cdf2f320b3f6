import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';

const POLL_MS = 25;
/** Longer than any call. */
const WAIT_MS = 40_000;

/**
 * Runs an action while no other process of this user runs it. The lock of a dead process is removed.
 * @throws CliError if another process holds the lock too long
 */
export async function whileLocked<T>(path: string, work: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const mine = `${process.pid} ${randomUUID()}`;
  const deadline = performance.now() + waitMs;
  while (!taken(path, mine)) {
    const holder = contentOf(path);
    if (holder !== undefined && !lives(holder)) takeAway(path, holder);
    else if (performance.now() > deadline)
      throw new CliError(
        `Another command (process ${holder?.split(' ')[0] ?? '?'}) is using ${path}. Wait for it, or remove that file.`,
        EXIT.notSignedIn,
      );
    else await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function taken(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8') || undefined;
  } catch {
    return undefined;
  }
}

function lives(holder: string): boolean {
  try {
    return process.kill(Number(holder.split(' ')[0]), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** If two processes find the same dead holder, one may remove the lock that the other has just created; it then puts that lock back. */
function takeAway(path: string, dead: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (contentOf(aside) !== dead) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
