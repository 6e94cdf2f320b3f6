import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readJsonFile, writeJsonFile } from '../data-folder/json-file.js';
import { identityOf, isRunning, type ProcessIdentity } from '../processes/process-identity.js';

/** The process that runs an installation. It is stored next to the process records, so a second one cannot start. */
export interface SupervisorRecord extends ProcessIdentity {
  /** RFC 3339. */
  startedAt: string;
  /** Set once everything is running. */
  address?: string;
}

/** The running supervisor, if any. */
export function runningSupervisor(root: string): SupervisorRecord | undefined {
  const record = readJsonFile<SupervisorRecord>(lockFile(root));
  return record && isRunning(record) ? record : undefined;
}

const SETTLE_MS = 100;

/**
 * Makes this process the installation's only supervisor.
 * @throws Error if another one is running
 */
export async function takeLock(root: string): Promise<SupervisorRecord> {
  mkdirSync(root, { recursive: true });
  refuseIfRunning(root);
  const record: SupervisorRecord = { ...identityOf(process.pid)!, startedAt: new Date().toISOString() };
  writeJsonFile(lockFile(root), record);
  // If two start at the same time, both get here: the record of the later one stays, and the earlier one sees it and stops.
  await sleep(SETTLE_MS);
  if (readJsonFile<SupervisorRecord>(lockFile(root))?.pid !== process.pid) refuseIfRunning(root);
  return record;
}

function refuseIfRunning(root: string): void {
  const other = runningSupervisor(root);
  if (other) throw new Error(`Waymark runs already in ${root} (process ${other.pid}, since ${other.startedAt}). End it by: npm stop`);
}

export function releaseLock(root: string): void {
  rmSync(lockFile(root), { force: true });
}

export function lockFile(root: string): string {
  return join(root, 'supervisor.json');
}
