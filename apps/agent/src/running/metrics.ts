import { Counter, Histogram } from 'prom-client';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';
import type { DeliveryMeter, DeliveryStatus } from '../delivery/delivery.js';
import type { QueueStatus } from '../queue/durable-queue.js';
import type { Call, Lane } from '../queue/queue.js';
import type { CounterName, CounterRow } from '../queue/tallies.js';

/** The data that metrics are read from. */
export interface MeasuredAgent {
  readonly queue: { counters(): readonly CounterRow[]; status(): QueueStatus };
  readonly delivery: () => Pick<DeliveryStatus, 'state' | 'clockBehindMs'> | undefined;
}

const HELP: Readonly<Record<CounterName, string>> = {
  received: 'Messages that sources handed over.',
  queued: 'Elements that were queued to be sent.',
  merged: 'Elements that shaping left out, as a newer one says all that they said.',
  quarantined: 'Messages that were kept apart, by the reason.',
  sent: 'Elements that the gateway took.',
  refused: 'Elements that the gateway refused, by its code.',
  dropped: 'Elements that went unsent because the queue was full and whenFull is drop-oldest.',
  unknown: 'Elements that the gateway took, but no longer knows what became of.',
  salvaged: 'Elements that were read from a queue file that was damaged.',
  damaged: 'Ranges of a damaged queue file that could not be read.',
};
const LANES: readonly Lane[] = ['live', 'backlog'];

/** The agent's metrics. Counters come from the queue and survive a restart. */
export class AgentMetrics implements DeliveryMeter {
  private readonly calls: Counter<'lane' | 'status'>;
  private readonly callSeconds: Histogram<'lane'>;
  private readonly delaySeconds: Histogram<'lane'>;

  constructor(registry: Registry, { queue, delivery }: MeasuredAgent) {
    const registers = [registry];
    for (const name of Object.keys(HELP) as CounterName[]) {
      new Counter({
        name: `waymark_agent_${name}_total`,
        help: HELP[name],
        labelNames: ['source', 'reason'],
        registers,
        collect() {
          this.reset();
          for (const row of queue.counters()) if (row.name === name) this.inc({ source: row.source, reason: row.reason }, row.value);
        },
      });
    }
    const gauge = (name: string, help: string, value: () => number | undefined): void => {
      watchedGauge(registry, {
        name: `waymark_agent_${name}`,
        help,
        value: () => value() ?? 0,
      });
    };
    gauge('queue_elements', 'Elements that wait or are under way.', () => queue.status().waiting);
    gauge('queue_bytes', "Bytes of the queue's folder.", () => queue.status().bytesOnDisk);
    gauge('queue_max_bytes', 'Its bound.', () => queue.status().maxBytes);
    gauge('queue_blocked', '1 while handovers wait for room.', () => Number(queue.status().state !== 'fine'));
    gauge('queue_oldest_seconds', 'Age of the oldest element that waits.', () => {
      const { oldestReceived } = queue.status();
      return oldestReceived === undefined ? 0 : Math.max(0, (Date.now() - oldestReceived) / 1000);
    });
    gauge('gateway_up', '1 while the gateway takes calls.', () => Number(delivery()?.state === 'up'));
    gauge('clock_behind_seconds', "How far this machine's clock is behind the gateway's.", () => (delivery()?.clockBehindMs ?? 0) / 1000);
    this.calls = new Counter({
      name: 'waymark_agent_calls_total',
      help: 'Calls to the gateway by lane and status; none: no answer.',
      labelNames: ['lane', 'status'],
      registers,
    });
    this.callSeconds = new Histogram({
      name: 'waymark_agent_call_seconds',
      help: 'From a call to its answer.',
      labelNames: ['lane'],
      buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
      registers,
    });
    this.delaySeconds = new Histogram({
      name: 'waymark_agent_delay_seconds',
      help: "From the handover of an element to the gateway's word on it.",
      labelNames: ['lane'],
      buckets: [0.1, 0.2, 0.5, 1, 2, 5, 10, 60, 600, 3600, 36_000],
      registers,
    });
    for (const lane of LANES) {
      this.callSeconds.zero({ lane });
      this.delaySeconds.zero({ lane });
    }
  }

  called(lane: Lane, status: string, ms: number): void {
    this.calls.inc({ lane, status });
    if (status !== 'none') this.callSeconds.observe({ lane }, ms / 1000);
  }

  arrived(lane: Lane, call: Call): void {
    const now = Date.now();
    for (const { received } of call.elements) this.delaySeconds.observe({ lane }, Math.max(0, (now - received) / 1000));
  }
}
