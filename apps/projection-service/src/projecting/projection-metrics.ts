import { Counter, Histogram } from 'prom-client';
import type { Registry } from '#telemetry/metrics.js';

export interface ProjectionMetrics {
  changes: Counter<'outcome'>;
  unitSeconds: Histogram;
  unitRecords: Histogram;
}

export function projectionMetrics(registry: Registry): ProjectionMetrics {
  const registers = [registry];
  return {
    changes: new Counter({
      name: 'waymark_projection_changes_total',
      help: 'Events by outcome: applied, repeated, gap (also counted as applied).',
      labelNames: ['outcome'],
      registers,
    }),
    unitSeconds: new Histogram({
      name: 'waymark_projection_unit_seconds',
      help: 'Time to apply and commit a unit of work.',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
      registers,
    }),
    unitRecords: new Histogram({
      name: 'waymark_projection_unit_records',
      help: 'Events in a unit of work.',
      buckets: [1, 5, 20, 50, 100, 200, 500, 1000, 2000, 5000],
      registers,
    }),
  };
}
