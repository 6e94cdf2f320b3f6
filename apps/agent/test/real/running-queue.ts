import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import type { AgentOrder, AgentReport } from './agent-order.js';
import { NODE_OPTIONS } from './agent-process.js';
import { residentMiB } from './resident-memory.js';

/** `queue-process` of the build, with its reports. */
export class RunningQueue {
  readonly reports: AgentReport[] = [];
  errors = '';
  private readonly child: ChildProcess;
  readonly exited: Promise<number | null>;

  /** @param wrap modifies the command, to run it on a small disk */
  constructor(order: AgentOrder, wrap: (command: readonly string[]) => readonly string[] = (command) => command) {
    const [file, ...args] = wrap([
      process.execPath,
      ...NODE_OPTIONS,
      join(repositoryRoot, 'dist/apps/agent/test/real/queue-process.js'),
      JSON.stringify(order),
    ]);
    this.child = spawn(file!, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, MALLOC_ARENA_MAX: '2' } });
    this.exited = new Promise((resolve) => this.child.once('exit', (code) => resolve(code)));
    createInterface(this.child.stdout!).on('line', (line) => {
      // Log entries appear between the reports.
      const report = JSON.parse(line) as AgentReport;
      if (report.liveDelays !== undefined) this.reports.push(report);
    });
    this.child.stderr!.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    const kill = (): void => void this.child.kill('SIGKILL');
    process.once('exit', kill);
    this.child.once('exit', () => process.off('exit', kill));
  }

  get last(): AgentReport | undefined {
    return this.reports.at(-1);
  }

  /** Resident memory in MiB; 0 after the process has ended. */
  get residentMiB(): number {
    return residentMiB(this.child.pid);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}
