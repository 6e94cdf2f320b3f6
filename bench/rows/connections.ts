import { loadedRun } from '../measure/loaded-run.js';
import type { Row } from '../measure/measurement.js';
import { costOf } from '../measure/process-costs.js';
import type { ProductContext } from './context.js';

const CONNECTIONS = 10_000;
const SECONDS_BETWEEN_CALLS = 10;
/** Each connection calls at least twice. */
const MIN_SECONDS = 20;
const MAX_KIB_PER_CONNECTION = 25;

/** Devices that keep their connection and post one element from time to time, each waiting for its outcome. */
export const connectionsRow: Row<ProductContext> = {
  id: 'connections',
  what: `${CONNECTIONS.toLocaleString('en')} kept-alive connections, one element every ${SECONDS_BETWEEN_CALLS} s each, waiting: p99`,
  unit: 'ms',
  must: 50,
  aim: 20,
  async measure({ stack, seconds, objects }) {
    const gateway = stack.processes.find(({ name }) => name === 'gateway')!;
    const shape = {
      mode: 'wait',
      elementsPerCall: 1,
      objects,
      elementsPerSecond: CONNECTIONS / SECONDS_BETWEEN_CALLS,
      durationMs: Math.max(MIN_SECONDS, seconds) * 1000,
    } as const;
    // The same load over few connections first, so that the difference in memory is that of the connections.
    const few = await loadedRun(stack, { ...shape, connections: 200 });
    const before = costOf(gateway).rssMiB;
    const { load, measurement } = await loadedRun(stack, { ...shape, connections: CONNECTIONS });
    const kib = ((measurement.memory!.gateway! - before) * 1024) / CONNECTIONS;
    return {
      value: load.p99Ms,
      ...measurement,
      notes: [
        `${Math.round((load.calls * 1000) / load.elapsedMs)} calls/s`,
        `${kib.toFixed(1)} KiB of the gateway's memory per connection (must: ${MAX_KIB_PER_CONNECTION})`,
        `over 200 connections: p50 ${few.load.p50Ms.toFixed(1)}, p99 ${few.load.p99Ms.toFixed(1)} ms`,
        ...(measurement.notes ?? []),
      ],
    };
  },
};
