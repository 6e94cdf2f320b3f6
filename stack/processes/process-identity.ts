import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Identifies a process even if its number is reused, by the time of its start.
 */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

/** The process with this number; undefined if there is none, or only a zombie. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const startTime = process.platform === 'linux' ? linuxStartTime(pid) : portableStartTime(pid);
  return startTime === undefined ? undefined : { pid, startTime };
}

/** Whether this exact process is running. */
export function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  return identityOf(pid)?.startTime === startTime;
}

const STATE = 0;
const START_TICKS = 19;

/** Ticks since the boot (proc(5), stat, field 22) with the boot's id, so that it is unique across restarts of the machine. */
function linuxStartTime(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the program's name in parentheses, which may contain blanks and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[STATE] === 'Z' || fields[STATE] === 'X') return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[START_TICKS]}`;
}

function portableStartTime(pid: number): string | undefined {
  try {
    const [, state, start] =
      /^\s*(\S+)\s+(.+?)\s*$/.exec(execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })) ?? [];
    return state?.startsWith('Z') ? undefined : start;
  } catch {
    return undefined;
  }
}
