import { collectDefaultMetrics, Registry } from 'prom-client';

export type { Registry } from 'prom-client';

/**
 * A registry of its own for each service (nothing global, so tests can hold several), with the process's
 * figures: CPU, memory, garbage collection, and the event loop's delay (`nodejs_eventloop_lag_*`, seconds).
 * Every series carries the label `service`.
 */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  return registry;
}
