import { LogWatch } from '../processes/log-watch.js';
import { identityOf } from '../processes/process-identity.js';
import type { ServerCommand } from '../processes/server-command.js';
import { describeExit, ServerProcess } from '../processes/server-process.js';
import type { ProcessRecords } from './process-record.js';
import { restartDelay, WELL_AFTER_MS } from './restart-delay.js';

const LOOK_MS = 2_000;

export type Notice = (level: 'info' | 'warn', text: string) => void;

/** A server that is restarted, with back-off, whenever it ends unexpectedly, or its log shows that only a restart helps. */
export class SupervisedServer {
  private current: ServerProcess | undefined;
  private stopping = false;
  private restarts = 0;
  private deathsInARow = 0;
  private startedAt = 0;
  private restartTimer: NodeJS.Timeout | undefined;
  private restarting: Promise<void> = Promise.resolve();

  constructor(
    private readonly command: ServerCommand,
    private readonly stopRank: number,
    private readonly records: ProcessRecords,
    private readonly notice: Notice,
    private readonly lookMs = LOOK_MS,
  ) {}

  get name(): string {
    return this.command.name;
  }

  /** The first start, which waits until the server is ready. A failure is an error and causes no restarts. */
  async start(): Promise<void> {
    const server = await this.launch();
    try {
      await server.ready();
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.watch(server);
  }

  /** Stops it permanently. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restartTimer);
    await this.current?.stop();
    await this.restarting;
    this.records.remove(this.name);
  }

  /** Kills it permanently. */
  kill(): void {
    this.stopping = true;
    clearTimeout(this.restartTimer);
    this.current?.signal('SIGKILL');
  }

  private async launch(): Promise<ServerProcess> {
    const server = await ServerProcess.spawn(this.command);
    this.current = server;
    this.startedAt = performance.now();
    const identity = identityOf(server.pid);
    if (identity) {
      const { name, stopSignal } = this.command;
      const unwritten = this.records.write({
        ...identity,
        name,
        startedAt: new Date().toISOString(),
        restarts: this.restarts,
        stopSignal,
        stopRank: this.stopRank,
      });
      if (unwritten)
        this.notice(
          'warn',
          `The record of ${name} (process ${server.pid}) cannot be written yet; it runs all the same. ${unwritten.message}`,
        );
    }
    return server;
  }

  private watch(server: ServerProcess): void {
    const looking = this.watchLog(server);
    void server.exited.then((exit) => {
      clearInterval(looking);
      const ranFor = performance.now() - this.startedAt;
      if (ranFor >= WELL_AFTER_MS) this.deathsInARow = 0;
      if (!this.stopping) this.scheduleRestart(`died (${describeExit(exit)}) after ${(ranFor / 1000).toFixed(1)} s`);
    });
  }

  /** Stops the server once its log shows that it needs a restart; its end causes one. */
  private watchLog(server: ServerProcess): NodeJS.Timeout | undefined {
    const { restartAfter, logFile } = this.command;
    if (!restartAfter) return undefined;
    const log = new LogWatch(logFile, restartAfter.line);
    const looking = setInterval(() => {
      if (this.stopping || !log.look()) return;
      clearInterval(looking);
      this.notice('warn', `${this.name} ${restartAfter.meaning}; it is restarted.`);
      void server.stop();
    }, this.lookMs);
    return looking;
  }

  private scheduleRestart(why: string): void {
    const delay = restartDelay(this.deathsInARow++);
    this.notice('warn', `${this.name} ${why}; it is started again in ${delay / 1000} s. Its log: ${this.command.logFile}`);
    this.restartTimer = setTimeout(() => (this.restarting = this.restart()), delay);
  }

  private async restart(): Promise<void> {
    this.restarts++;
    let server: ServerProcess;
    try {
      server = await this.launch();
    } catch (error) {
      return this.stopping ? undefined : this.scheduleRestart((error as Error).message);
    }
    if (this.stopping) return void (await server.stop());
    this.watch(server);
    await this.noticeReady(server);
  }

  /** Logs when a restarted server is ready. It may take long, since other servers may be down; only its end causes a restart. */
  private async noticeReady(server: ServerProcess): Promise<void> {
    while (!server.ended) {
      const problem = await server.ready().catch((error: Error) => error);
      if (!problem) return this.notice('info', `${this.name} is back (process ${server.pid}, restart ${this.restarts}).`);
      if (!server.ended) this.notice('warn', `${problem.message}\nIt is left running and watched on.`);
    }
  }
}
