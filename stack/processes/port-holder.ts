import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface PortHolder {
  pid: number;
  /** The command line, at most 100 characters. */
  command: string;
}

const LISTENING = '0A';
const SHOWN_COMMAND = 100;

/**
 * Which process listens on a TCP port, as Linux's /proc shows it; undefined when it is unknown (another system,
 * another user's process).
 */
export function portHolder(port: number): PortHolder | undefined {
  const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningSockets(table, port)));
  if (sockets.size === 0) return undefined;
  const pid = list('/proc').find(
    (entry) => /^\d+$/.test(entry) && list(`/proc/${entry}/fd`).some((fd) => sockets.has(link(`/proc/${entry}/fd/${fd}`))),
  );
  return pid === undefined ? undefined : { pid: Number(pid), command: commandOf(pid) };
}

/** The sockets (as links in a process's fd folder name them) that listen on the port. */
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

// Processes come and go, and other users' are closed to us, while the tables are read.
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
