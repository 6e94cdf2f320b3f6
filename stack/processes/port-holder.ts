import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface PortHolder {
  pid: number;
  /** The command line, up to 100 characters. */
  command: string;
}

const LISTENING = '0A';
const SHOWN_COMMAND = 100;

/**
 * The process that listens on a TCP port, from Linux's /proc; undefined if unknown (another system, another user's process).
 */
export function portHolder(port: number): PortHolder | undefined {
  const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningSockets(table, port)));
  if (sockets.size === 0) return undefined;
  const pid = list('/proc').find(
    (entry) => /^\d+$/.test(entry) && list(`/proc/${entry}/fd`).some((fd) => sockets.has(link(`/proc/${entry}/fd/${fd}`))),
  );
  return pid === undefined ? undefined : { pid: Number(pid), command: commandOf(pid) };
}

/** The sockets that listen on the port, in the format of links in a process's fd folder. */
function listeningSockets(table: string, port: number): string[] {
  return read(table)
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTENING && Number.parseInt(local?.split(':')[1] ?? '', 16) === port)
    .map((fields) => `socket:[${fields[9]}]`);
}

function commandOf(pid: string): string {
  const command = read(`/proc/${pid}/cmdline`).split('\0').join(' ').trim();
  return (command || read(`/proc/${pid}/comm`).trim()).slice(0, SHOWN_COMMAND);
}

// Processes may start or end during the reads, and those of other users are not readable.
function quietly<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
const list = (folder: string) => quietly(() => readdirSync(folder), []);
const read = (file: string) => quietly(() => readFileSync(file, 'utf8'), '');
const link = (file: string) => quietly(() => readlinkSync(file), '');
