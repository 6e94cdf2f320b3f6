import { Counter, Histogram } from 'prom-client';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';

export interface JudgeMetrics {
  reports: Counter<'outcome'>;
  events: Counter<'kind'>;
  unitSeconds: Histogram;
}

export function judgeMetrics(registry: Registry, areas: () => number): JudgeMetrics {
  const registers = [registry];
  watchedGauge(registry, {
    name: 'waymark_areas',
    help: 'Number of known areas.',
    value: areas,
  });
  return {
    reports: new Counter({
      name: 'waymark_area_reports_total',
      help: 'Reports by outcome: taken, late (also taken), too_late, repeated.',
      labelNames: ['outcome'],
      registers,
    }),
    events: new Counter({ name: 'waymark_area_events_total', help: 'Published events, by kind.', labelNames: ['kind'], registers }),
    unitSeconds: new Histogram({
      name: 'waymark_area_unit_seconds',
      help: 'Time to evaluate and commit a unit of work.',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
      registers,
    }),
  };
}
