import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerCommand } from '#stack/processes/server-command.js';
import { ServerProcess } from '#stack/processes/server-process.js';

const START_TRIES = 20;

/** A server that a fault may kill, freeze and start again. */
export class OwnServer {
  static async start(command: ServerCommand): Promise<OwnServer> {
    return new OwnServer(await ServerProcess.start(command), command);
  }

  private constructor(
    private process: ServerProcess,
    private readonly command: ServerCommand,
  ) {}

  /** Whether it ended without having been stopped. */
  get hasEnded(): boolean {
    return !this.process.signal('SIGCONT');
  }

  signal(signal: NodeJS.Signals): void {
    this.process.signal(signal);
  }

  async kill(): Promise<void> {
    this.process.signal('SIGKILL');
    await this.process.exited;
  }

  /** Stops it in an orderly way, as a deployment does. */
  async stop(): Promise<void> {
    this.process.signal('SIGCONT');
    await this.process.stop();
  }

  /** Starts it again on the same data; a database whose old sessions are still ending needs a few attempts. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.process = await ServerProcess.start(this.command);
        return;
      } catch (error) {
        if (tries >= START_TRIES) throw error;
        await sleep(500);
      }
    }
  }
}
