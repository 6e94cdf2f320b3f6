import { Counter } from 'prom-client';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';
import type { Admission } from '../checks/admission.js';
import type { OperationWaits } from './operation-waits.js';
import type { TakenCall } from './write-calls.js';

export interface MeasuredParts {
  admission: Admission;
  waits: OperationWaits;
  producer: CoalescingProducer;
}

/** Metrics of elements by outcome, and of calls and bytes in flight. */
export class WriteMetrics {
  private readonly elements: Counter<'outcome'>;
  private readonly pending: Counter;

  constructor(registry: Registry, { admission, waits, producer }: MeasuredParts) {
    this.elements = new Counter({
      name: 'waymark_elements_total',
      help: 'Elements by the outcome returned to the caller: created, updated, pending (202), or the code of the rejection.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.pending = new Counter({
      name: 'waymark_pending_answers_total',
      help: 'Calls answered with 202.',
      registers: [registry],
    });
    const gauge = (name: string, help: string, value: () => number): void => watchedGauge(registry, { name, help, value });
    gauge('waymark_write_calls_in_flight', 'Calls with updates or edits that have no answer yet.', () => admission.callsInFlight);
    gauge('waymark_write_bytes_in_flight', 'Bytes of the bodies of those calls.', () => admission.bytesInFlight);
    gauge('waymark_waiting_operations', 'Operations whose outcomes are waited for.', () => waits.size);
    gauge('waymark_broker_queue_bytes', 'Bytes that wait for the acknowledgement of the broker.', () => producer.queuedBytes);
  }

  count({ outcomes, refused, published }: Pick<TakenCall, 'outcomes' | 'refused' | 'published'>): void {
    if (outcomes === undefined) {
      this.pending.inc();
      this.elements.inc({ outcome: 'pending' }, published);
    } else {
      let created = 0;
      let updated = 0;
      for (const outcome of outcomes) {
        if (outcome[2] === 'created') created += 1;
        else if (outcome[2] === 'updated') updated += 1;
        else this.elements.inc({ outcome: outcome[3] });
      }
      if (created > 0) this.elements.inc({ outcome: 'created' }, created);
      if (updated > 0) this.elements.inc({ outcome: 'updated' }, updated);
    }
    for (const { code } of refused) this.elements.inc({ outcome: code });
  }
}
