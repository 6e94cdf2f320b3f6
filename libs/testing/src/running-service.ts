import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logTail } from '#stack/processes/log-tail.js';
import { describeExit, type Exit, ServerProcess } from '#stack/processes/server-process.js';
import { serviceCommand } from '#stack/services/service-command.js';
import type { ServiceName } from '#stack/services/service-environment.js';
import { dieWithParent } from './die-with-parent.js';

/** A built service (`npm run build` first) as a separate process. */
export interface RunningService {
  readonly service: ServiceName;
  readonly url: string;
  /** Id of the present process; changes with `restart`. */
  readonly pid: number;
  /** Resolves with the exit code of the present process; 128 + n if signal n ended it, as in shells. */
  readonly exited: Promise<number>;
  /** @returns whether there was a process to signal */
  signal(signal: NodeJS.Signals): boolean;
  /** Sends SIGTERM, then SIGKILL after 27 s; resolves with the exit code. Does nothing if the process has ended. */
  stop(): Promise<number>;
  /** Ends the process with `signal` if it is still running, and starts the service again; resolves when it is ready. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** The service's whole log since its first start; also available after `stop`. */
  log(): string;
}

const SIGNAL_NUMBERS: Partial<Record<NodeJS.Signals, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};
const running = new Set<ServerProcess>();
const logFolders = new Set<string>();

/** Kills services that a test did not stop, when the process that started them ends. */
process.once('exit', () => {
  for (const server of running) server.signal('SIGKILL');
  for (const folder of logFolders) rmSync(folder, { recursive: true, force: true });
});

/** Starts a service and waits until `/health/ready` answers 200. @throws Error with the end of the log if that does not happen */
export async function startService(
  service: ServiceName,
  environment: Record<string, string>,
  options: { awaitReady?: boolean } = {},
): Promise<RunningService> {
  const logFolder = mkdtempSync(join(tmpdir(), `waymark-${service}-log-`));
  logFolders.add(logFolder);
  const logFile = join(logFolder, 'log');
  // Benchmarks measure the product with all its options.
  const shortLived = process.env['VITEST'] !== undefined;
  const command = dieWithParent(serviceCommand(service, environment, logFile, { shortLived }));
  let finishedLog: string | undefined;
  /** Whether an end is expected: the test requested it or waits for it, or the service is starting, where an error reports it. */
  let endWanted = true;
  let server = await launch().catch((error: unknown) => {
    putLogAway();
    throw error;
  });

  /** Moves the log from its file to memory. */
  function putLogAway(): void {
    if (finishedLog !== undefined) return;
    finishedLog = readFileSync(logFile, 'utf8');
    rmSync(logFolder, { recursive: true });
    logFolders.delete(logFolder);
  }

  async function launch(): Promise<ServerProcess> {
    endWanted = true;
    const started = await ServerProcess.spawn(command);
    running.add(started);
    void started.exited.then((exit) => {
      running.delete(started);
      // Reported here, since tests would only fail with a refused connection.
      if (!endWanted)
        process.stderr.write(
          `${service} (process ${started.pid}) ended by itself: ${describeExit(exit)}. The end of its log:\n${logTail(logFile)}\n`,
        );
    });
    try {
      if (options.awaitReady !== false) await started.ready();
    } catch (error) {
      await started.stop();
      throw error;
    }
    endWanted = false;
    return started;
  }

  return {
    service,
    url: `http://127.0.0.1:${environment.PORT}`,
    get pid() {
      return server.pid;
    },
    get exited() {
      endWanted = true;
      return server.exited.then(exitCode);
    },
    signal(signal) {
      endWanted = true;
      return server.signal(signal);
    },
    async stop() {
      endWanted = true;
      const exit = await server.stop();
      putLogAway();
      return exitCode(exit);
    },
    async restart(signal = 'SIGTERM') {
      endWanted = true;
      if (signal !== 'SIGTERM') server.signal(signal);
      await server.stop();
      // `stop` has removed the folder, so the log starts empty.
      mkdirSync(logFolder, { recursive: true });
      logFolders.add(logFolder);
      finishedLog = undefined;
      server = await launch();
    },
    log: () => finishedLog ?? readFileSync(logFile, 'utf8'),
  };
}

function exitCode({ code, signal }: Exit): number {
  return code ?? 128 + ((signal && SIGNAL_NUMBERS[signal]) || 0);
}
