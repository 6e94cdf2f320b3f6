import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../processes/process-identity.js';
import { sendSignal } from '../processes/server-process.js';
import type { ProcessRecord, ProcessRecords } from './process-record.js';

const PATIENCE_MS = 15_000;
const POLL_MS = 50;

/**
 * Ends what a supervisor that was killed left behind, in order (gateway, services, broker and database), and removes the
 * records. A process is signalled only while its start time is the recorded one, so a stranger's never is.
 * @returns the names of those that still ran
 */
export async function endLeftovers(records: ProcessRecords): Promise<string[]> {
  const left = records.running();
  for (const rank of [...new Set(left.map((record) => record.stopRank))].sort((a, b) => a - b)) {
    await Promise.all(left.filter((record) => record.stopRank === rank).map(endProcess));
  }
  for (const { name } of records.all()) records.remove(name);
  return left.map((record) => record.name);
}

/** Asks a process to end and kills it when it has not after 15 s. */
async function endProcess(record: ProcessRecord): Promise<void> {
  if (isRunning(record)) sendSignal(record.pid, record.stopSignal);
  // It may be stopped (SIGSTOP), and would then never see the signal.
  if (isRunning(record)) sendSignal(record.pid, 'SIGCONT');
  if (await isGone(record, PATIENCE_MS)) return;
  if (isRunning(record)) sendSignal(record.pid, 'SIGKILL');
  if (!(await isGone(record, PATIENCE_MS))) throw new Error(`${record.name} (process ${record.pid}) can't be ended, not even by SIGKILL.`);
}

async function isGone(record: ProcessRecord, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (isRunning(record)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
