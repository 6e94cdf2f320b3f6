import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { once } from '#telemetry/metric-once.js';

export interface ProducerMetrics {
  records: Counter<'producer'>;
  failures: Counter<'producer'>;
  queuedBytes: Gauge<'producer'>;
  sendSeconds: Histogram<'producer'>;
}

export function producerMetrics(registry: Registry): ProducerMetrics {
  const common = { registers: [registry], labelNames: ['producer'] as const };
  return {
    records: once(
      registry,
      'waymark_kafka_records_sent_total',
      (name) => new Counter({ ...common, name, help: 'Records acknowledged by the broker' }),
    ),
    failures: once(
      registry,
      'waymark_kafka_send_failures_total',
      (name) => new Counter({ ...common, name, help: 'Failed produce requests; each is followed by a new producer' }),
    ),
    queuedBytes: once(
      registry,
      'waymark_kafka_send_queued_bytes',
      (name) => new Gauge({ ...common, name, help: 'Bytes waiting for an acknowledgement' }),
    ),
    sendSeconds: once(
      registry,
      'waymark_kafka_send_seconds',
      (name) =>
        new Histogram({
          ...common,
          name,
          help: 'Time from a produce request to its acknowledgement',
          buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 2, 5],
        }),
    ),
  };
}
