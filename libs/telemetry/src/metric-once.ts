import type { Metric, Registry } from 'prom-client';

/** Several producers or consumers of a service share one registry, and a name may be registered only once. */
export function once<T extends Metric>(registry: Registry, name: string, create: (name: string) => T): T {
  return (registry.getSingleMetric(name) as T | undefined) ?? create(name);
}
