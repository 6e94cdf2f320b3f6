import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { ServerCommand } from '#stack/processes/server-command.js';

/**
 * A tmpfs of a few MiB in a separate mount namespace, which needs root but changes nothing outside. A holder process
 * keeps the namespace, so that a server that ended finds its data when it is started again.
 */
export class SmallDisk {
  private constructor(
    private readonly holder: ChildProcess,
    readonly directory: string,
  ) {}

  /** False if namespaces cannot be created here; the tests of this fault are then skipped with a note. */
  static async possible(): Promise<boolean> {
    const tried = await execa('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt'], { reject: false });
    return tried.exitCode === 0;
  }

  /** Mounts a small disk over `directory`, and copies the former contents to it. */
  static async mount(directory: string, mebibytes: number): Promise<SmallDisk> {
    await mkdir(directory, { recursive: true });
    const script =
      `mkdir -p "$1.was" && cp -a "$1/." "$1.was/" && mount -t tmpfs -o size=${mebibytes}m tmpfs "$1" && cp ` +
      '-a "$1.was/." "$1/" && chown --reference="$1.was" "$1" && chmod --reference="$1.was" "$1" && echo ' +
      'ready && exec sleep infinity';
    const holder = spawn('unshare', ['-m', 'sh', '-c', script, 'sh', directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      holder.stdout!.once('data', () => resolve());
      holder.once('exit', (code) => reject(new Error(`The small disk could not be mounted (exit ${code}).`)));
    });
    // In a soak run the process that mounts the disk outlives many disks.
    const kill = (): void => void holder.kill('SIGKILL');
    process.once('exit', kill);
    holder.once('exit', () => process.off('exit', kill));
    return new SmallDisk(holder, directory);
  }

  /** The same server, run in the namespace of the disk. */
  wrap(command: ServerCommand): ServerCommand {
    const asUser = command.user ? ['setpriv', `--reuid=${command.user.uid}`, `--regid=${command.user.gid}`, '--clear-groups'] : [];
    const { user: _user, ...rest } = command;
    const [file, ...args] = this.commandLine(...asUser, command.file, ...command.args) as [string, ...string[]];
    return { ...rest, file, args };
  }

  /** A command line that runs a command in the namespace of the disk. */
  commandLine(...command: string[]): string[] {
    return ['nsenter', '-t', String(this.holder.pid), '-m', ...command];
  }

  /** The path of the disk's folder for processes outside its namespace. */
  get outside(): string {
    return join(`/proc/${this.holder.pid}/root`, this.directory);
  }

  private get filler(): string {
    return join(this.outside, 'filler');
  }

  /** Fills the rest of the disk. */
  async fill(): Promise<void> {
    const block = Buffer.alloc(64 * 1024);
    for (;;) {
      try {
        await writeFile(this.filler, block, { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
        throw error;
      }
    }
  }

  async free(): Promise<void> {
    await rm(this.filler, { force: true });
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.holder.once('exit', resolve));
    this.holder.kill('SIGKILL');
    await gone;
    await rm(`${this.directory}.was`, { recursive: true, force: true });
  }
}
