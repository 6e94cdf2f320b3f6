import { type JobShape, type LoadedRun, loadedRun, type LoadedStack } from '../measure/loaded-run.js';
import type { Row } from '../measure/measurement.js';
import type { ProductContext } from './context.js';

/** The context of these rows: a load, and the stack under it. */
export interface ThroughputContext extends Pick<ProductContext, 'seconds' | 'sustainedSeconds' | 'objects'> {
  stack: LoadedStack;
}

const hundreds = { connections: 16, elementsPerCall: 100 };
/** About two seconds of work: enough that no service is idle, and so little that the rate is sustained, not buffered. */
const MAX_LAG = 40_000;
const BURST_MS = 10_000;

const perSecond = (count: number, milliseconds: number): number => (count * 1000) / milliseconds;

async function fullSpeed(
  { stack, seconds, objects }: Pick<ThroughputContext, 'stack' | 'seconds' | 'objects'>,
  shape: Pick<JobShape, 'mode' | 'connections' | 'elementsPerCall'>,
): Promise<LoadedRun> {
  return loadedRun(stack, { ...shape, objects, durationMs: seconds * 1000 }, { maxLag: MAX_LAG });
}

/** The rows that measure throughput under load. */
export const throughputRows: readonly Row<ThroughputContext>[] = [
  {
    id: 'async',
    what: '100 elements × 16 connections, asynchronous, counted when projected and in the feed',
    unit: 'elements/s',
    must: 14_000,
    aim: 25_000,
    async measure(context) {
      const { load, projectedMs, measurement } = await fullSpeed(
        { ...context, seconds: context.sustainedSeconds },
        { ...hundreds, mode: 'async' },
      );
      const notes = [`sustained for ${context.sustainedSeconds} s`, ...(measurement.notes ?? [])];
      return { value: perSecond(load.wanted, projectedMs), ...measurement, notes };
    },
  },
  {
    id: 'waiting',
    what: 'the same, each call waiting for its outcomes',
    unit: 'elements/s',
    must: 12_000,
    aim: 22_000,
    async measure(context) {
      const { load, measurement } = await fullSpeed(context, { ...hundreds, mode: 'wait' });
      return { value: perSecond(load.wanted, load.elapsedMs), ...measurement };
    },
  },
  {
    id: 'accepted',
    what: "accepted only (broker's acknowledgement), 10 s burst",
    unit: 'elements/s',
    must: 40_000,
    aim: 80_000,
    async measure({ stack, seconds, objects }) {
      const { load, measurement } = await loadedRun(stack, {
        ...hundreds,
        mode: 'async',
        objects,
        durationMs: Math.min(BURST_MS, seconds * 1000),
      });
      return { value: perSecond(load.wanted, load.elapsedMs), ...measurement };
    },
  },
  {
    id: 'single',
    what: 'one element a call, 64 connections, waiting',
    unit: 'requests/s',
    must: 2_200,
    aim: 4_500,
    async measure(context) {
      const { load, measurement } = await fullSpeed(context, { mode: 'wait', connections: 64, elementsPerCall: 1 });
      return { value: perSecond(load.wanted, load.elapsedMs), ...measurement };
    },
  },
];

/** The same rows for the bare pipeline, the upper limit of this design on this machine. */
export const bareRows: readonly Row<ThroughputContext>[] = throughputRows.map((row) => ({
  id: `bare-${row.id}`,
  what: `bare pipeline: ${row.what}`,
  unit: row.unit,
  measure: (context) => row.measure(context),
}));
