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
 * A server as a separate process (and process group) with its own log file. It is detached from the terminal, so that Ctrl-C only reaches
 * its parent, which stops its servers in order.
 */
export class ServerProcess {
  /** Once set, no signal is sent, since the number may belong to another process. */
  private exit: Exit | undefined;

  private constructor(
    readonly command: ServerCommand,
    readonly pid: number,
    /** Resolves when the process has ended; never rejects. */
    readonly exited: Promise<Exit>,
  ) {
    void exited.then((exit) => (this.exit = exit));
  }

  get ended(): boolean {
    return this.exit !== undefined;
  }

  /** Starts the process without waiting until it is ready. @throws Error if it cannot be started */
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

  /** Starts the process and waits until it is ready. After a failure it is stopped, and the error contains the end of its log. */
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

  /** Waits until the server is ready; rejects if it ends before, or is not ready in `readyTimeoutMs`. */
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

  /** Stops the process in order, or kills the whole group after the time limit. Resolves when it has ended. */
  async stop(): Promise<Exit> {
    this.signal(this.command.stopSignal);
    // The process may be suspended (SIGSTOP), and would then not receive the signal.
    this.signal('SIGCONT');
    const timer = setTimeout(() => this.exit ?? sendSignal(-this.pid, 'SIGKILL'), this.command.stopTimeoutMs);
    const exit = await this.exited;
    clearTimeout(timer);
    return exit;
  }

  /** Sends a signal to the process itself; returns false if it has ended. */
  signal(signal: NodeJS.Signals): boolean {
    return this.exit === undefined && sendSignal(this.pid, signal);
  }
}

/** Describes how a process ended. */
export function describeExit(exit: Exit): string {
  return exit.signal ? `killed by ${exit.signal}` : `exit code ${exit.code}`;
}

/** Sends a signal to a process or, with a negative number, a process group; returns false if there is none. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
