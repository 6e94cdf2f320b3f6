import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder } from '../data-folder/data-folder.js';
import { StepDisplay } from '../display/step-display.js';
import { welcomeText } from '../display/welcome.js';
import type { StackSettings } from '../settings/stack-settings.js';
import { endLeftovers } from '../supervision/end-leftovers.js';
import type { ClientMessage, SupervisorMessage } from '../supervision/messages.js';
import { ProcessRecords } from '../supervision/process-record.js';
import { runningSupervisor } from '../supervision/supervisor-lock.js';
import { describeStatus } from './status.js';

const PARENT_CHECK_MS = 1_000;
/** The supervisor is idle nearly all the time: 40 MiB less memory, for 0.14 s more CPU at its start. */
const SMALL_HEAP = ['--max-semi-space-size=1', '--optimize-for-size'];

/**
 * `npm start`: starts the supervisor in a separate session, and shows its messages until it is stopped, or with `detach` until everything
 * is ready.
 * @returns the exit code
 */
export async function start(settings: StackSettings, { detach }: { detach: boolean }): Promise<number> {
  const other = runningSupervisor(settings.data);
  if (other) {
    print(`Waymark runs already${other.address ? ` at ${other.address}` : ''} (npm stop ends it):\n`);
    print(await describeStatus(settings));
    return detach && other.address ? 0 : 1;
  }
  const supervisor = spawnSupervisor(settings);
  const send = (message: ClientMessage) => void (supervisor.connected && supervisor.send(message, () => undefined));
  endOnSignals(send);
  const code = await follow(supervisor, detach, send);
  if (code === undefined) {
    print('The supervisor was killed. Ending what it left behind …');
    await endLeftovers(new ProcessRecords(dataFolder(settings.data).run));
    return 1;
  }
  return code;
}

/** Shows the supervisor's messages until it ends or is detached; undefined if it ended without a message. */
function follow(supervisor: ChildProcess, detach: boolean, send: (message: ClientMessage) => void): Promise<number | undefined> {
  const display = new StepDisplay(print);
  let code: number | undefined;
  return new Promise<number | undefined>((resolve) => {
    supervisor.on('message', (message: SupervisorMessage) => {
      display.show(message);
      if (message.type === 'ready') {
        print(welcomeText(message, !detach));
        if (!detach) return;
        send({ type: 'detach' });
        supervisor.disconnect();
        supervisor.unref();
        resolve(0);
      }
      if (message.type === 'failed') process.stderr.write(`\n${message.message}\n`);
      if (message.type === 'failed' || message.type === 'stopped') code = message.type === 'failed' ? 1 : 0;
    });
    supervisor.once('exit', () => resolve(code));
  }).finally(() => display.close());
}

function spawnSupervisor({ data }: StackSettings): ChildProcess {
  const logs = dataFolder(data).logs;
  mkdirSync(logs, { recursive: true });
  const log = openSync(join(logs, 'supervisor.log'), 'a', 0o600);
  const program = fileURLToPath(new URL('../main.js', import.meta.url));
  const supervisor = spawn(process.execPath, [...SMALL_HEAP, '--enable-source-maps', program, 'supervise'], {
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  closeSync(log);
  return supervisor;
}

/** The first Ctrl-C (or SIGTERM, or a closed terminal) stops in order, the second one at once. */
function endOnSignals(send: (message: ClientMessage) => void): void {
  let isStopping = false;
  const end = () => {
    send({ type: isStopping ? 'kill' : 'stop' });
    if (!isStopping) print('\nStopping everything in order (press again to stop at once) …');
    isStopping = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (!process.env.npm_lifecycle_event) return;
  // npm cannot forward SIGKILL: its child only notices that it has another parent.
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    if (!isStopping) end();
  }, PARENT_CHECK_MS);
  check.unref();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
