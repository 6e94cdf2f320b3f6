import { fork } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestSpace } from '#testing/test-space.js';

export interface BackupJob {
  installation: TestSpace['installation'];
  /** The folder for the files. */
  folder: string;
}

/** A backup that was made and read again. */
export interface MadeBackup {
  bytes: number;
  databaseBytes: number;
  /** CPU time of the process that makes the backup. */
  cpuSeconds: number;
}

export type BackupProgress = MadeBackup | { error: string };

/** Backups that are made one after the other by a separate process. */
export class RunningBackups {
  readonly made: MadeBackup[] = [];
  private failure: string | undefined;

  private constructor(
    private readonly child: ReturnType<typeof fork>,
    private readonly folder: string,
  ) {
    child.on('message', (progress: BackupProgress) => {
      if ('error' in progress) this.failure ??= progress.error;
      else this.made.push(progress);
    });
  }

  /** Starts the process, which makes its first backup after `resume`. */
  static async start(installation: TestSpace['installation']): Promise<RunningBackups> {
    const folder = await mkdtemp(join(tmpdir(), 'waymark-bench-backup-'));
    const backups = new RunningBackups(fork(fileURLToPath(new URL('../backup-maker.js', import.meta.url))), folder);
    backups.pause();
    backups.child.send({ installation, folder } satisfies BackupJob);
    return backups;
  }

  /** Stops the process; the database's part soon stops too, as its data is no longer read. */
  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** Compressed bytes written of the current backup. */
  async begunBytes(): Promise<number> {
    const files = await readdir(this.folder);
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(this.folder, file)).catch(() => undefined))?.size ?? 0));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** @throws Error when a backup failed */
  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode === null && this.child.kill('SIGKILL')) await ended;
    await rm(this.folder, { recursive: true, force: true });
    if (this.failure !== undefined) throw new Error(`A backup failed: ${this.failure}`);
  }
}
