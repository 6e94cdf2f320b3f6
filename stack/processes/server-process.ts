import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { logTail } from './log-tail.js';
import { rotateLog } from './rotate-log.js';
import type { ServerCommand } from './server-command.js';

const READY_POLL_MS = 50;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * A server as a separate process (and process group), writing to its own log file.
 * It is detached from the terminal: Ctrl-C reaches only its parent, which ends its servers in order.
 */
export class ServerProcess {
  /** Once set, the number may belong to another process: no signal is sent any more. */
  private exit: Exit | undefined;

  private constructor(
    readonly command: ServerCommand,
    readonly pid: number,
    /** Resolves when the process is gone; never rejects. */
    readonly exited: Promise<Exit>,
  ) {
    void exited.then((exit) => (this.exit = exit));
  }

  get ended(): boolean {
    return this.exit !== undefined;
  }

  /** Starts the process without waiting for it to be ready. Throws when it can't be started. */
  static async spawn(command: ServerCommand): Promise<ServerProcess> {
    rotateLog(command.logFile);
    const log = openSync(command.logFile, 'a', 0o600);
    try {
      const child = spawn(command.file, command.args, {
        env: { ...command.environment },
        stdio: ['ignore', log, log],
        detached: true,
        ...command.user,
      });
      const exited = new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
      await new Promise<void>((resolve, reject) => {
        child.once('spawn', resolve);
        child.once('error', (error) => reject(new Error(`${command.name}: ${command.file} could not be started: ${error.message}`)));
      });
      return new ServerProcess(command, child.pid!, exited);
    } finally {
      closeSync(log);
    }
  }

  /** Starts the process and waits until it does its work; on failure it is ended again and the error shows the end of its log. */
  static async start(command: ServerCommand): Promise<ServerProcess> {
    const server = await ServerProcess.spawn(command);
    try {
      await server.ready();
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Waits until the server is ready; rejects when it ends before, or is not ready in `readyTimeoutMs`. */
  async ready(): Promise<void> {
    const { name, logFile, readyTimeoutMs } = this.command;
    const deadline = performance.now() + readyTimeoutMs;
    while (!(await this.command.isReady().catch(() => false))) {
      if (this.exit)
        throw new Error(`${name} ended while starting (${describeExit(this.exit)}). The end of ${logFile}:\n${logTail(logFile)}`);
      if (performance.now() > deadline) {
        throw new Error(`${name} was not ready after ${readyTimeoutMs / 1000} s. The end of ${logFile}:\n${logTail(logFile)}`);
      }
      await sleep(READY_POLL_MS);
    }
  }

  /** Asks for an orderly end, then kills the whole group when that takes too long. Resolves when it is gone. */
  async stop(): Promise<Exit> {
    this.signal(this.command.stopSignal);
    // It may be stopped (SIGSTOP), and would then never see the signal.
    this.signal('SIGCONT');
    const timer = setTimeout(() => this.exit ?? sendSignal(-this.pid, 'SIGKILL'), this.command.stopTimeoutMs);
    const exit = await this.exited;
    clearTimeout(timer);
    return exit;
  }

  /** Sends a signal to the process itself; false when it is gone. */
  signal(signal: NodeJS.Signals): boolean {
    return this.exit === undefined && sendSignal(this.pid, signal);
  }
}

/** Says in words how a process ended. */
export function describeExit(exit: Exit): string {
  return exit.signal ? `killed by ${exit.signal}` : `exit code ${exit.code}`;
}

/** Signals a process (or, with a negative number, a process group); false when there is none. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
