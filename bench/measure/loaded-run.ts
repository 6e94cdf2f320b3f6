import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchStack } from '../bench-stack.js';
import type { LoadJob, LoadResult } from '../load/job.js';
import { startLoad } from '../load/run-load.js';
import type { Measurement } from './measurement.js';
import { CostMeter } from './process-costs.js';

/** The part of the stack that is put under load. */
export type LoadedStack = Pick<BenchStack, 'url' | 'token' | 'workspace' | 'processes' | 'projected' | 'writtenWal'>;

export interface LoadedRunOptions {
  /** The generator pauses while more elements than this are accepted but not yet projected. Absent: no bound (a burst). */
  maxLag?: number;
}

/** A load whose elements were all projected. */
export interface LoadedRun {
  load: LoadResult;
  /** Time from the first call until the last accepted element was projected and in the feed (one transaction writes both). */
  projectedMs: number;
  measurement: Omit<Measurement, 'value'>;
}

/** CPU of the gateway and the projection during a run, in cores. */
function readingCores({ measurement, load }: LoadedRun): number {
  const { gateway = 0, projection = 0 } = measurement.cpu ?? {};
  return ((gateway + projection) * load.wanted) / 1000 / load.elapsedMs;
}

/** What readers cost, as a note: the same load without them and with them. @param readers plural noun */
export function readingCost(without: LoadedRun, withReaders: LoadedRun, readers: string): string {
  const before = readingCores(without);
  const more = readingCores(withReaders) - before;
  return `gateway and projection took ${more.toFixed(2)} cores more than the ${before.toFixed(2)} without ${readers}`;
}

const SAMPLE_MS = 100;
const DRAIN_TIMEOUT_MS = 300_000;

export type JobShape = Omit<LoadJob, 'url' | 'token' | 'workspace'>;

/** @throws Error if not all accepted elements are projected within five minutes */
export async function loadedRun(stack: LoadedStack, shape: JobShape, { maxLag }: LoadedRunOptions = {}): Promise<LoadedRun> {
  const { url, token, workspace } = stack;
  const before = await stack.projected();
  const wal = await stack.writtenWal();
  const meter = new CostMeter(stack.processes);
  const startedAt = performance.now();
  const load = startLoad({ url, token, workspace, ...shape });
  let ended: LoadResult | undefined;
  let lag = 0;
  const watch = async (): Promise<void> => {
    while (!ended) {
      // The accepted elements are counted first, so the difference may be a little too small, but never too large.
      const backlog = load.progress() - ((await stack.projected()) - before);
      lag = Math.max(lag, backlog);
      if (maxLag !== undefined) {
        if (backlog > maxLag) load.pause();
        else load.resume();
      }
      await sleep(SAMPLE_MS);
    }
  };
  const watching = watch();
  try {
    ended = await load.result;
  } catch (error) {
    ended = { elements: 0 } as LoadResult;
    meter.end();
    await watching;
    throw error;
  }
  await watching;
  const result = ended;
  const projectedAt = await drained(stack, before + result.wanted);
  const costs = meter.end();
  const perElement = (micros: number): number => micros / Math.max(1, result.wanted);
  return {
    load: result,
    projectedMs: projectedAt - startedAt,
    measurement: {
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      cpu: {
        ...Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, perElement(cost.cpuMicros)])),
        generator: perElement(result.cpuMicros),
      },
      memory: Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, cost.peakMiB])),
      lag,
      walBytes: ((await stack.writtenWal()) - wal) / Math.max(1, result.wanted),
      notes: result.unexpected,
    },
  };
}

async function drained(stack: Pick<BenchStack, 'projected'>, target: number): Promise<number> {
  const deadline = performance.now() + DRAIN_TIMEOUT_MS;
  for (;;) {
    const projected = await stack.projected();
    if (projected >= target) return performance.now();
    if (performance.now() > deadline)
      throw new Error(`Only ${projected} of ${target} changes were projected ${DRAIN_TIMEOUT_MS / 1000} s after the load ended.`);
    await sleep(10);
  }
}
