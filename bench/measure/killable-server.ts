import type { ServerCommand } from '#stack/processes/server-command.js';
import { sendSignal, ServerProcess } from '#stack/processes/server-process.js';
import { descendants, type MeasuredProcess } from './process-costs.js';

/** A server that is killed with all its processes and started again on the same data. */
export class KillableServer {
  static async start(command: ServerCommand): Promise<KillableServer> {
    return new KillableServer(await ServerProcess.start(command));
  }

  constructor(private server: ServerProcess) {}

  get pid(): number {
    return this.server.pid;
  }

  /** For a meter: always the process that runs now. */
  measured(name: string, { family }: Pick<MeasuredProcess, 'family'>): MeasuredProcess {
    const current = (): number => this.pid;
    return {
      name,
      family,
      get pid() {
        return current();
      },
    };
  }

  /** Sends SIGKILL to the process and its descendants, then waits for the end of the process. */
  async kill(): Promise<void> {
    if (!this.server.ended) for (const pid of descendants(this.server.pid)) sendSignal(pid, 'SIGKILL');
    await this.server.exited;
  }

  async restart(): Promise<void> {
    this.server = await ServerProcess.start(this.server.command);
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }
}
