import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { dieWithParent } from '#testing/die-with-parent.js';
import type { StatusReport } from '../../src/status/status-report.js';
import { residentMiB } from './resident-memory.js';

const PROGRAM = join(repositoryRoot, 'dist/services/agent.js');

/** The options with which the image runs the agent. */
export const NODE_OPTIONS: readonly string[] = (
  JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(readFileSync(join(repositoryRoot, 'deploy/agent/Dockerfile'), 'utf8'))![1]!) as string[]
).filter((word) => word.startsWith('--'));

/** A command of the built agent as a separate process. */
export async function agentCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const child = start(args, environment);
  const [out, err] = [collected(child.stdout!), collected(child.stderr!)];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: out(), err: err() };
}

/** `agent run` of the built agent, as a separate process. */
export class AgentProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly out: () => string,
    private readonly err: () => string,
  ) {}

  /**
   * Resolves when the agent reports that it runs.
   * @param nodeOptions in addition to the image's
   * @throws Error with its log when it ends before
   */
  static async start(file: string, environment: Record<string, string> = {}, nodeOptions: readonly string[] = []): Promise<AgentProcess> {
    const child = start(['run', file], environment, nodeOptions);
    const agent = new AgentProcess(child, collected(child.stdout!), collected(child.stderr!));
    while (agent.entry('The agent runs.') === undefined) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The agent ended with ${child.exitCode ?? child.signalCode}:\n${agent.log()}`);
      await once(child.stdout!, 'data', { signal: AbortSignal.timeout(60_000) }).catch(() => undefined);
    }
    return agent;
  }

  log(): string {
    return this.out() + this.err();
  }

  /** The last entry of the log with this message. */
  entry(message: string): Record<string, unknown> | undefined {
    return this.out()
      .split('\n')
      .filter((line) => line.includes(JSON.stringify(message)))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .at(-1);
  }

  get url(): string {
    return this.entry('The agent runs.')!.status as string;
  }

  async status(): Promise<StatusReport> {
    return (await (await fetch(`${this.url}/status`)).json()) as StatusReport;
  }

  /** Its metrics by name, labels included, as `/metrics` writes them. */
  async metrics(): Promise<Map<string, number>> {
    const lines = (await (await fetch(`${this.url}/metrics`)).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** 0 after the process has ended. */
  get residentMiB(): number {
    return residentMiB(this.pid);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** @returns the exit code */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const closed = once(this.child, 'close') as Promise<[number | null]>;
    this.child.kill(signal);
    return (await closed)[0];
  }
}

function start(args: readonly string[], environment: Record<string, string>, nodeOptions: readonly string[] = []): ChildProcess {
  const { file, args: whole } = dieWithParent({ file: process.execPath, args: [...NODE_OPTIONS, ...nodeOptions, PROGRAM, ...args] });
  return spawn(file, whole, { env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
}

function collected(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  return () => text;
}
