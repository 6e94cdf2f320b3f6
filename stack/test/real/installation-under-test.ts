import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { sendSignal } from '#stack/processes/server-process.js';
import type { Installation } from '#stack/services/service-environment.js';
import { freePortSettings } from '#stack/settings/free-port-settings.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { readStackSettings } from '#stack/settings/stack-settings.js';
import { openInstallation } from '#stack/supervision/installation.js';
import type { ProcessRecord } from '#stack/supervision/process-record.js';
import { SmallDisk } from '../../../test/faults/world/small-disk.js';

export const START_TIMEOUT_MS = 240_000;
/** Time limit of a command; a start on a busy machine takes longest. */
const COMMAND_TIMEOUT_MS = 200_000;
/** Time until the last output of an ended process is read. */
const READ_WITHIN_MS = 10_000;
/** The servers in an order in which they can start. */
export const SERVERS = [
  'database',
  'broker',
  'directory-service',
  'object-service',
  'projection-service',
  'area-service',
  'webhook-service',
  'report-service',
  'gateway',
] as const;

const LAUNCHER = join(repositoryRoot, 'stack/launch.mjs');
const COMMANDS = join(repositoryRoot, 'stack/waymark.mjs');
const JAVA_FOLDER = join(repositoryRoot, 'stack/test/real/short-lived-java');

export interface ForegroundStart {
  client: ChildProcess;
  output(): string;
  exited: Promise<number | null>;
}

/** A separate Waymark in a temporary data folder and on free ports, controlled by the commands that people use. */
export class InstallationUnderTest {
  private constructor(
    readonly data: string,
    readonly environment: Readonly<Record<string, string>>,
    private readonly disk?: SmallDisk,
  ) {}

  /** With `diskMiB`, all its files, including temporary ones, are on a disk of that size. */
  static async create({
    diskMiB,
    environment = {},
  }: { diskMiB?: number; environment?: Readonly<Record<string, string>> } = {}): Promise<InstallationUnderTest> {
    const data = await mkdtemp(join(tmpdir(), 'waymark-npm-start-'));
    const disk = diskMiB === undefined ? undefined : await SmallDisk.mount(data, diskMiB);
    const moved = await freePortSettings();
    const PATH = `${JAVA_FOLDER}:${process.env.PATH ?? ''}`;
    return new InstallationUnderTest(data, { PATH, ...moved, WAYMARK_DATA: data, ...environment, ...(disk && { TMPDIR: data }) }, disk);
  }

  /** Runs one command to its end: both streams in `all`, and the exit code. */
  run(...args: string[]) {
    return this.runProgram(LAUNCHER, args);
  }

  /** The same for a command of `npx waymark`. */
  waymark(...args: string[]) {
    return this.runProgram(COMMANDS, args);
  }

  /** The same with an operator's token. */
  waymarkAs(token: string, ...args: string[]) {
    return this.runProgram(COMMANDS, args, { WAYMARK_TOKEN: token });
  }

  private runProgram(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const command = [process.execPath, program, ...args];
    const [file, ...rest] = (this.disk?.commandLine(...command) ?? command) as [string, ...string[]];
    const env = { ...this.environment, ...more };
    return execa(file, rest, { env, reject: false, all: true, timeout: COMMAND_TIMEOUT_MS, stdin: 'ignore' });
  }

  /** Runs `npm start` in the foreground; resolves when it prints that everything is ready, or the text `until`. */
  async startInForeground({
    command: [file, ...args] = [process.execPath, LAUNCHER, 'start'],
    until = 'Press Ctrl-C to stop',
  }: { command?: string[]; until?: string } = {}): Promise<ForegroundStart> {
    const client = spawn(file!, args, {
      cwd: repositoryRoot,
      env: { ...process.env, ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(client, 'close');
    // The end of the process may be known before its last output.
    const exited = once(client, 'exit').then(async ([code]: (number | null)[]) => {
      await Promise.race([closed, sleep(READ_WITHIN_MS, undefined, { ref: false })]);
      return code!;
    });
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(until)) resolve();
      };
      client.stdout.on('data', read);
      client.stderr.on('data', read);
      client.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
    });
    return { client, output: () => output, exited };
  }

  /** How its services are run, with their addresses; for an installation without a disk of its own. */
  get services(): Installation {
    return openInstallation(readStackSettings({ ...this.environment })).services;
  }

  /** The data folder as seen by this process. */
  get files(): string {
    return this.disk?.outside ?? this.data;
  }

  async fillDisk(): Promise<void> {
    await this.disk!.fill();
  }

  async freeDisk(): Promise<void> {
    await this.disk!.free();
  }

  /** The record of a running process. */
  record(name: string): ProcessRecord {
    return JSON.parse(readFileSync(join(this.files, 'run', `${name}.json`), 'utf8')) as ProcessRecord;
  }

  supervisorPid(): number {
    return (JSON.parse(readFileSync(join(this.files, 'supervisor.json'), 'utf8')) as { pid: number }).pid;
  }

  log(name: string): string {
    return readFileSync(join(this.files, 'logs', `${name}.log`), 'utf8');
  }

  /** All processes of this installation, found by their command lines instead of Waymark's records. */
  processes(): { pid: number; command: string }[] {
    const marks = [this.data, ...Object.entries(this.environment).map(([, value]) => `127.0.0.1:${value}`)];
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
      .flatMap((entry) => {
        const [command, environ] = ['cmdline', 'environ'].map((file) => readQuietly(`/proc/${entry}/${file}`)) as [string, string];
        const ours = marks.some((mark) => command.includes(mark) || environ.includes(mark));
        return ours && command !== '' ? [{ pid: Number(entry), command: command.replaceAll('\0', ' ').slice(0, 120) }] : [];
      });
  }

  /** Kills everything that a failed test has left. */
  async destroy(): Promise<void> {
    await this.run('stop');
    for (const { pid } of this.processes()) sendSignal(pid, 'SIGKILL');
    await this.disk?.close();
    await rm(this.data, { recursive: true, force: true });
  }
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
