import { setTimeout as sleep } from 'node:timers/promises';
import { dataFolder } from '../data-folder/data-folder.js';
import { isRunning } from '../processes/process-identity.js';
import { sendSignal } from '../processes/server-process.js';
import type { StackSettings } from '../settings/stack-settings.js';
import { endLeftovers } from '../supervision/end-leftovers.js';
import { ProcessRecords } from '../supervision/process-record.js';
import { releaseLock, runningSupervisor } from '../supervision/supervisor-lock.js';

/** Long enough for the gateway, the services and the broker, which may each take half a minute. */
const TIMEOUT_MS = 100_000;
const POLL_MS = 100;

/** `npm stop`: stops everything in order, including servers that a killed supervisor has left. @returns the exit code */
export async function stop(settings: StackSettings, print: (line: string) => void): Promise<number> {
  const startedAt = performance.now();
  const records = new ProcessRecords(dataFolder(settings.data).run);
  const supervisor = runningSupervisor(settings.data);
  if (supervisor) {
    print(
      `Ending Waymark (${records
        .running()
        .map(({ name }) => name)
        .join(', ')}) …`,
    );
    sendSignal(supervisor.pid, 'SIGTERM');
    while (isRunning(supervisor) && performance.now() - startedAt < TIMEOUT_MS) await sleep(POLL_MS);
    if (isRunning(supervisor)) {
      print('The supervisor does not end: it is killed.');
      sendSignal(supervisor.pid, 'SIGKILL');
      while (isRunning(supervisor)) await sleep(POLL_MS);
    }
  }
  const left = await endLeftovers(records);
  if (left.length > 0) print(`Ended what was left behind: ${left.join(', ')}.`);
  if (!supervisor && left.length === 0) {
    print('Waymark is not running.');
    return 0;
  }
  releaseLock(settings.data);
  print(`Everything has ended (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);
  return 0;
}
