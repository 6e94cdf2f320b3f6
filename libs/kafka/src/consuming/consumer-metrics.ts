import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { once } from '#telemetry/metric-once.js';

export interface ConsumerMetrics {
  records: Counter<'topic'>;
  failures: Counter<'topic' | 'kind'>;
  unitSeconds: Histogram<'topic'>;
  unitRecords: Histogram<'topic'>;
  buffered: Gauge<'topic'>;
  lag: Gauge<'topic' | 'partition'>;
  breaks: Counter<'topic' | 'kind'>;
  missing: Counter<'topic'>;
}

/** The lag metric, which all readers of topics share, so that one query shows all of them. */
export function lagGauge(registry: Registry): Gauge<'topic' | 'partition'> {
  return once(
    registry,
    'waymark_kafka_lag_records',
    (name) =>
      new Gauge({
        registers: [registry],
        name,
        labelNames: ['topic', 'partition'],
        help: 'Records of an assigned partition not yet processed',
      }),
  );
}

export function logBreaksCounter(registry: Registry): Counter<'topic' | 'kind'> {
  return once(
    registry,
    'waymark_kafka_log_breaks_total',
    (name) =>
      new Counter({
        registers: [registry],
        name,
        labelNames: ['topic', 'kind'],
        help:
          'Partitions whose log had changed since it was read: other-log (read again from an ' +
          'earlier offset), gap (records are missing), damaged (records were skipped) ' +
          'or older-database (the database has less than was read)',
      }),
  );
}

export function consumerMetrics(registry: Registry): ConsumerMetrics {
  const common = { registers: [registry], labelNames: ['topic'] as const };
  return {
    records: once(
      registry,
      'waymark_kafka_records_processed_total',
      (name) => new Counter({ ...common, name, help: 'Records processed and committed' }),
    ),
    failures: once(
      registry,
      'waymark_kafka_unit_failures_total',
      (name) =>
        new Counter({
          registers: [registry],
          name,
          labelNames: ['topic', 'kind'],
          help: 'Units of work that failed: retried, poison or ownership-lost',
        }),
    ),
    unitSeconds: once(
      registry,
      'waymark_kafka_unit_seconds',
      (name) =>
        new Histogram({
          ...common,
          name,
          help: 'Time to process and commit a unit of work',
          buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
        }),
    ),
    unitRecords: once(
      registry,
      'waymark_kafka_unit_records',
      (name) => new Histogram({ ...common, name, help: 'Records in a unit of work', buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000] }),
    ),
    buffered: once(
      registry,
      'waymark_kafka_buffered_records',
      (name) => new Gauge({ ...common, name, help: 'Records fetched but not yet being processed' }),
    ),
    lag: lagGauge(registry),
    breaks: logBreaksCounter(registry),
    missing: once(
      registry,
      'waymark_kafka_missing_records_total',
      (name) => new Counter({ ...common, name, help: 'Records that disappeared from the log before they were read' }),
    ),
  };
}
