import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool } from '#postgres/pool.js';

/** A statement of a reader or writer; `n` increases with each call. */
export interface Probe {
  name: string;
  text: string;
  values: (n: number) => unknown[];
}

export interface Waits {
  /** Longest time in milliseconds that a reader or writer waited for a lock. */
  longestMs: number;
  /** The lock that it waited for. */
  lock: string;
  statements: number;
  /** Duration of their slowest statement, whatever it waited for: processor, disk or lock. */
  slowestMs: number;
  /** Duration of the task. */
  seconds: number;
}

const BETWEEN_MS = 1;
/** The server's log line about a wait of a millisecond or more. */
const WAITED = /process (\d+) acquired (.+?) after ([\d.]+) ms/g;

/**
 * Runs readers and writers next to a task. How long they wait for locks is taken from the server's log, so slowness of a
 * busy machine is not counted.
 */
export class LockWaits {
  private calls = 0;

  constructor(
    private readonly url: string,
    private readonly logFile: string,
  ) {}

  /** Called once, before the first measurement. */
  async prepare(pool: Pool): Promise<void> {
    await pool.query(`alter system set log_lock_waits = on`);
    await pool.query(`alter system set deadlock_timeout = '1ms'`);
    await pool.query('select pg_reload_conf()');
  }

  async during(schema: string, probes: readonly Probe[], task: () => Promise<unknown>): Promise<Waits> {
    const { size } = await stat(this.logFile);
    const pids = new Set<string>();
    let ended = false;
    const waits: Waits = { longestMs: 0, lock: '', statements: 0, slowestMs: 0, seconds: 0 };
    const probing = probes.map(async (probe) => {
      const pool = createPool({ url: this.url, schema, max: 1, applicationName: `probe ${probe.name}`, plansByKey: true });
      const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      pids.add(String(rows[0]!.pid));
      while (!ended) {
        const n = ++this.calls;
        const began = performance.now();
        await pool.query({ name: probe.name, text: probe.text, values: probe.values(n) });
        waits.slowestMs = Math.max(waits.slowestMs, performance.now() - began);
        waits.statements++;
        await sleep(BETWEEN_MS);
      }
      await pool.end();
    });
    await sleep(500);
    const began = performance.now();
    try {
      await task();
      waits.seconds = (performance.now() - began) / 1000;
      await sleep(500);
    } finally {
      ended = true;
      await Promise.all(probing);
    }
    for (const [, pid, lock, ms] of (await readFile(this.logFile)).subarray(size).toString().matchAll(WAITED)) {
      if (pids.has(pid!) && Number(ms) > waits.longestMs) Object.assign(waits, { longestMs: Number(ms), lock });
    }
    return waits;
  }
}
