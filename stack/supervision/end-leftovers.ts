import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../processes/process-identity.js';
import { sendSignal } from '../processes/server-process.js';
import type { ProcessRecord, ProcessRecords } from './process-record.js';

const TIMEOUT_MS = 15_000;
const POLL_MS = 50;

/**
 * Stops processes that a killed supervisor has left, in order (gateway, services, broker and database), and removes their records. A
 * process only gets signals if its start time is the recorded one, so other processes never do.
 * @returns the names of those that were still running
 */
export async function endLeftovers(records: ProcessRecords): Promise<string[]> {
  const left = records.running();
  for (const rank of [...new Set(left.map((record) => record.stopRank))].sort((a, b) => a - b)) {
    await Promise.all(left.filter((record) => record.stopRank === rank).map(endProcess));
  }
  for (const { name } of records.all()) records.remove(name);
  return left.map((record) => record.name);
}

/** Stops a process, and kills it after 15 s. */
async function endProcess(record: ProcessRecord): Promise<void> {
  if (isRunning(record)) sendSignal(record.pid, record.stopSignal);
  // The process may be suspended (SIGSTOP), and would then not receive the signal.
  if (isRunning(record)) sendSignal(record.pid, 'SIGCONT');
  if (await isGone(record, TIMEOUT_MS)) return;
  if (isRunning(record)) sendSignal(record.pid, 'SIGKILL');
  if (!(await isGone(record, TIMEOUT_MS))) throw new Error(`${record.name} (process ${record.pid}) can't be ended, not even by SIGKILL.`);
}

async function isGone(record: ProcessRecord, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isRunning(record)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
