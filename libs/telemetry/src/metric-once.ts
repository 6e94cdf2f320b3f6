import type { Metric, Registry } from 'prom-client';

/** Producers or consumers of a service share a registry, where a name can be registered only once. */
export function once<T extends Metric>(registry: Registry, name: string, create: (name: string) => T): T {
  return (registry.getSingleMetric(name) as T | undefined) ?? create(name);
}
