import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { dieWithParent } from '#testing/die-with-parent.js';
import { repositoryRoot } from '#stack/repository-root.js';
import type { StatusReport } from '../../src/status/status-report.js';

const PROGRAM = join(repositoryRoot, 'dist/services/agent.js');

/** A command of the built agent as a process of its own. */
export async function agentCommand(args: readonly string[], environment: Record<string, string> = {}): Promise<{ code: number | null; out: string; err: string }> {
  const child = start(args, environment);
  const [out, err] = [collected(child.stdout!), collected(child.stderr!)];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: out(), err: err() };
}

/** `agent run` of the built agent, as a process of its own. */
export class AgentProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly out: () => string,
    private readonly err: () => string,
  ) {}

  /** Resolves when it says that it runs. @throws Error with its log when it ends before */
  static async start(file: string, environment: Record<string, string> = {}): Promise<AgentProcess> {
    const child = start(['run', file], environment);
    const agent = new AgentProcess(child, collected(child.stdout!), collected(child.stderr!));
    while (agent.entry('The agent runs.') === undefined) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The agent ended with ${child.exitCode ?? child.signalCode}:\n${agent.log()}`);
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

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** @returns its exit code */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const closed = once(this.child, 'close') as Promise<[number | null]>;
    this.child.kill(signal);
    return (await closed)[0];
  }
}

function start(args: readonly string[], environment: Record<string, string>): ChildProcess {
  const { file, args: whole } = dieWithParent({ file: process.execPath, args: ['--enable-source-maps', PROGRAM, ...args] });
  return spawn(file, whole, { env: { PATH: process.env.PATH, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
}

function collected(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  return () => text;
}
