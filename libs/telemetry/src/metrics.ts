import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { droppedLogLines } from './log-output.js';

export type { Registry } from 'prom-client';

/** Of the delay of the event loop, in milliseconds: each measurement wakes the process. Longer delays are noticed in any case. */
const LOOP_PRECISION_MS = 500;

/**
 * A separate registry for each service (nothing global, so that tests can have several), with metrics of the process: CPU, memory, garbage
 * collection, delay of the event loop (`nodejs_eventloop_lag_*`, seconds), and log lines that could not be written. Every series has the
 * label `service`.
 */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
  new Counter({
    name: 'waymark_log_lines_dropped_total',
    help: 'Log lines that could not be written, for example because the disk was full.',
    registers: [registry],
    collect(): void {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
  return registry;
}

/** A gauge whose value is read when the metrics are collected. */
export function watchedGauge(registry: Registry, { name, help, value }: { name: string; help: string; value: () => number }): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value());
    },
  });
}
