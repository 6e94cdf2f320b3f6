import { readFileSync } from 'node:fs';

/** Resident memory of a process in MiB, as Linux reports it; 0 after the process has ended. */
export function residentMiB(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
