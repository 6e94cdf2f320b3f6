import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchStack } from '../bench-stack.js';
import { RunningBackups } from '../load/backups.js';
import { loadedRun } from '../measure/loaded-run.js';
import type { Row } from '../measure/measurement.js';
import type { ProductContext } from './context.js';

const MAX_LAG = 40_000;
/** So short that neighbouring windows have the same other work on the machine. */
const WINDOW_MS = 3_000;
/** The row takes this multiple of a run's seconds, since a single window shows little. */
const TIMES = 6;

/**
 * One load, with backups in every second window of three seconds. The elements accepted and projected in these windows
 * are compared with those in the other windows, which include the first and the last one.
 */
export const backupRow: Row<ProductContext> = {
  id: 'backup',
  what: 'the row waiting in windows of 3 s in which backups are made, against the windows between them',
  unit: '%',
  must: 90,
  async measure({ stack, space, seconds, objects }) {
    const durationMs = seconds * 1000 * TIMES;
    const shape = { mode: 'wait', connections: 16, elementsPerCall: 100, objects, durationMs } as const;
    const backups = await RunningBackups.start(space.installation);
    try {
      const run = loadedRun(stack, shape, { maxLag: MAX_LAG });
      const [, windows] = await Promise.all([run, windowsOf(stack, backups, windowsIn(durationMs))]);
      const of = (odd: number): number => {
        const own = windows.filter((_, at) => at % 2 === odd);
        return own.reduce((sum, count) => sum + count, 0) / own.length / (WINDOW_MS / 1000);
      };
      const made = backups.made.map(
        ({ databaseBytes, bytes, cpuSeconds }) =>
          `${mebibytes(databaseBytes)} MiB to ${mebibytes(bytes)} MiB with ${cpuSeconds.toFixed(1)} s of processor time`,
      );
      return {
        value: (100 * of(1)) / of(0),
        notes: [
          `${windows.length} windows; ${of(1).toFixed(0)} elements/s, ${of(0).toFixed(0)} without`,
          `backups that became whole: ${made.join('; ') || 'none'}; of the one in hand ${mebibytes(await backups.begunBytes())} MiB were written`,
        ],
      };
    } finally {
      await backups.end();
    }
  },
};

/** An odd number, so that steady changes, such as the growth of the tables, affect both kinds of windows equally. */
const windowsIn = (durationMs: number): number => Math.floor((durationMs / WINDOW_MS - 3) / 2) * 2 + 1;

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

/** The elements per second that were projected in each window; backups are made in windows with odd numbers. */
async function windowsOf(stack: BenchStack, backups: RunningBackups, count: number): Promise<number[]> {
  const windows: number[] = [];
  await sleep(WINDOW_MS);
  for (let at = 0; at < count; at++) {
    if (at % 2 === 1) backups.resume();
    else backups.pause();
    const [before, begun] = [await stack.projected(), performance.now()];
    await sleep(WINDOW_MS);
    windows.push((((await stack.projected()) - before) * WINDOW_MS) / (performance.now() - begun));
  }
  return windows;
}
