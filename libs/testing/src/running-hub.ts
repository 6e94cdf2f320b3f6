import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { OmloxHubSettings } from '#omlox-hub/omlox-hub.js';
import type { SentLine } from '#omlox-hub/sent-log.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { dieWithParent } from './die-with-parent.js';

/** The simulated hub as a process (`npm run build` first), with forklifts that move by themselves. */
export class RunningHub {
  private constructor(
    private process: ChildProcess,
    readonly url: string,
    private readonly settings: object,
    private readonly sentFile: string,
    /** Resolves when it has sent all `positions` and all were read; never if it ends before. */
    readonly allRead: Promise<void>,
  ) {}

  /** @param sentFile file that records everything it sends; continued after a restart */
  static async start(
    settings: OmloxHubSettings & {
      readonly sentFile: string;
      readonly forklifts: number;
      readonly rate: number;
      readonly seed: number;
      readonly positions?: number;
    },
  ): Promise<RunningHub> {
    const { process, url, allRead } = await launch(settings);
    return new RunningHub(process, url, { ...settings, port: Number(new URL(url).port) }, settings.sentFile, allRead);
  }

  /** Kills it with SIGKILL. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Stops it in order, so that the file of sent messages is complete. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** Starts it again on the same port, without the former subscriptions, and with its objects at the positions of its seed. */
  async startAgain(): Promise<void> {
    this.process = (await launch(this.settings)).process;
  }

  /** The sent messages; a line that a kill has cut is left out. */
  sent(): SentLine[] {
    return readFileSync(this.sentFile, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as SentLine];
        } catch {
          return [];
        }
      });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill(signal);
    await exited;
  }
}

async function launch(settings: object): Promise<{ process: ChildProcess; url: string; allRead: Promise<void> }> {
  const command = dieWithParent<{ file: string; args: readonly string[] }>({
    file: process.execPath,
    args: [join(repositoryRoot, 'dist/libs/omlox-hub/src/main.js'), JSON.stringify(settings)],
  });
  const child = spawn(command.file, command.args, { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const allRead = new Promise<void>((resolve) => lines.on('line', (line) => line === 'read' && resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => line.startsWith('ready ') && resolve(line.slice('ready '.length)));
    lines.on('close', () => reject(new Error('The hub double ended before it was ready: run npm run build.')));
  });
  return { process: child, url, allRead };
}
