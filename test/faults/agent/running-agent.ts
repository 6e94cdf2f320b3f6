import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '#stack/processes/free-port.js';
import { repositoryRoot } from '#stack/repository-root.js';
import { dieWithParent } from '#testing/die-with-parent.js';

const STARTS_WITHIN_MS = 60_000;

/** What of the status document is looked at here. */
interface AgentStatus {
  readonly queue: { readonly length: number; readonly sent: number };
}

/** `agent run` as a process of its own (`npm run build` first), which is killed and started again. */
export class RunningAgent {
  private constructor(
    private child: ChildProcess,
    private readonly file: string,
    private readonly environment: Record<string, string>,
    private readonly statusPort: number,
  ) {}

  /** @param write writes the configuration that has this port for its status page, and gives its place */
  static async start(write: (statusPort: number) => string, environment: Record<string, string>): Promise<RunningAgent> {
    const [port] = (await freePorts(1)) as [number];
    const file = write(port);
    const agent = new RunningAgent(launch(file, environment), file, environment, port);
    await agent.lives();
    return agent;
  }

  /** kill -9. */
  async kill(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  async startAgain(): Promise<void> {
    this.child = launch(this.file, this.environment);
    await this.lives();
  }

  /** SIGTERM. @returns the exit code */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const exited = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill('SIGTERM');
    return (await exited)[0];
  }

  async status(): Promise<AgentStatus> {
    return (await (await fetch(`http://127.0.0.1:${this.statusPort}/status`)).json()) as AgentStatus;
  }

  log(): string {
    return readFileSync(logOf(this.file), 'utf8');
  }

  private async lives(): Promise<void> {
    const until = performance.now() + STARTS_WITHIN_MS;
    while (performance.now() < until) {
      if (this.child.exitCode !== null) break;
      if (await fetch(`http://127.0.0.1:${this.statusPort}/health/live`).then(({ ok }) => ok, () => false)) return;
      await sleep(50);
    }
    throw new Error(`The agent did not start:\n${this.log().slice(-2000)}`);
  }
}

const logOf = (file: string): string => `${file}.log`;

function launch(file: string, environment: Record<string, string>): ChildProcess {
  const command = dieWithParent({ file: process.execPath, args: [join(repositoryRoot, 'dist/apps/agent/src/main.js'), 'run', file] });
  const log = openSync(logOf(file), 'a');
  const child = spawn(command.file, command.args, { cwd: repositoryRoot, stdio: ['ignore', log, log], env: { PATH: process.env.PATH, ...environment } });
  closeSync(log);
  return child;
}
