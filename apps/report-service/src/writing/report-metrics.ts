import { Counter, Histogram } from 'prom-client';
import type { Registry } from '#telemetry/metrics.js';

export class ReportMetrics {
  readonly elements: Counter;
  readonly calls: Counter;
  readonly skipped: Counter<'reason'>;
  readonly unitSeconds: Histogram;

  constructor(registry: Registry) {
    const registers = [registry];
    this.elements = new Counter({
      name: 'waymark_report_events_total',
      help: 'Object events applied, including repeated ones.',
      registers,
    });
    this.calls = new Counter({
      name: 'waymark_report_calls_total',
      help: 'Access log lines counted, including repeated ones.',
      registers,
    });
    this.skipped = new Counter({
      name: 'waymark_report_skipped_total',
      help: 'Records not included in any report, by reason: not-understood, too-old (observed before the retention, or in the future).',
      labelNames: ['reason'],
      registers,
    });
    this.unitSeconds = new Histogram({
      name: 'waymark_report_unit_seconds',
      help: 'Time to apply and commit a unit of work.',
      buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
      registers,
    });
  }
}
