import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second (USER_HZ). */
const TICK_MICROS = 10_000;

interface ProcessStat {
  parent: number;
  /** The process's own CPU time, and that including its ended children, in microseconds. */
  cpu: number;
  cpuWithEnded: number;
}

/** The cost of processes; a process is one pid here, or a pid with all its descendants. */
export interface Cost {
  cpuMicros: number;
  rssMiB: number;
}

export interface MeasuredProcess {
  name: string;
  pid: number;
  /** Whether all descendants are included: Postgres has one process per connection. */
  family: boolean;
}

function readStat(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name may contain blanks and brackets; field 3 follows its last bracket.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15) as [number, number, number, number];
    const cpu = (user + system) * TICK_MICROS;
    return { parent: fields[1]!, cpu, cpuWithEnded: cpu + (endedUser + endedSystem) * TICK_MICROS };
  } catch {
    return undefined;
  }
}

/**
 * Resident memory. Pages that several processes share, such as PostgreSQL's shared buffers, are counted once, as the largest share of one
 * process: the exact proportions are in smaps_rollup, whose reading walks all pages of the process: 40 ms for 1.8 GB.
 */
function memoryMiB(pids: readonly number[]): number {
  const parts = pids.map(residentKiB);
  const most = (of: 'shared' | 'files'): number => Math.max(0, ...parts.map((part) => part[of]));
  return (parts.reduce((sum, { own }) => sum + own, 0) + most('shared') + most('files')) / 1024;
}

function residentKiB(pid: number): { own: number; shared: number; files: number } {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'latin1');
    const part = (name: string): number => Number(new RegExp(`^Rss${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return { own: part('Anon'), shared: part('Shmem'), files: part('File') };
  } catch {
    return { own: 0, shared: 0, files: 0 };
  }
}

/** A process and all its descendants. */
export function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    const parent = Number.isInteger(pid) ? readStat(pid)?.parent : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

export function costOf({ pid, family }: MeasuredProcess): Cost {
  const pids = family ? descendants(pid) : [pid];
  const cpu = pids
    .map((member) => readStat(member))
    .reduce((sum, stat) => sum + (family ? (stat?.cpuWithEnded ?? 0) : (stat?.cpu ?? 0)), 0);
  return { cpuMicros: cpu, rssMiB: memoryMiB(pids) };
}

/** Measures the CPU time and the largest memory of several processes over a period. */
export class CostMeter {
  readonly #before: Map<string, Cost>;
  readonly #peaks = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly processes: readonly MeasuredProcess[]) {
    this.#before = this.#costs();
    this.#timer = setInterval(() => this.#costs(), 1_000);
  }

  end(): Record<string, { cpuMicros: number; peakMiB: number; endMiB: number }> {
    clearInterval(this.#timer);
    const after = this.#costs();
    return Object.fromEntries(
      [...after].map(([name, cost]) => [
        name,
        { cpuMicros: cost.cpuMicros - (this.#before.get(name)?.cpuMicros ?? 0), peakMiB: this.#peaks.get(name) ?? 0, endMiB: cost.rssMiB },
      ]),
    );
  }

  #costs(): Map<string, Cost> {
    const costs = new Map(this.processes.map((process): [string, Cost] => [process.name, costOf(process)]));
    for (const [name, { rssMiB }] of costs) this.#peaks.set(name, Math.max(this.#peaks.get(name) ?? 0, rssMiB));
    return costs;
  }
}
