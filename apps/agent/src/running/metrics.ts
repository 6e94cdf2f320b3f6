import { Counter, Histogram } from 'prom-client';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';
import type { DeliveryMeter, DeliveryStatus } from '../delivery/delivery.js';
import type { QueueStatus } from '../queue/durable-queue.js';
import type { Call, Lane } from '../queue/queue.js';
import type { CounterName, CounterRow } from '../queue/tallies.js';

/** The objects from which metrics are read. */
export interface MeasuredAgent {
  readonly queue: { counters(): readonly CounterRow[]; status(): QueueStatus };
  readonly delivery: () => Pick<DeliveryStatus, 'state' | 'clockBehindMs'> | undefined;
}

const HELP: Readonly<Record<CounterName, string>> = {
  received: 'Messages received from sources.',
  queued: 'Elements queued for sending.',
  merged: 'Elements omitted by shaping because a newer one contains all their values.',
  quarantined: 'Messages set aside, by reason.',
  sent: 'Elements accepted by the gateway.',
  refused: 'Elements refused by the gateway, by code.',
  dropped: 'Elements dropped unsent because the queue was full and whenFull is drop-oldest.',
  unknown: 'Elements accepted by the gateway whose outcome is no longer known.',
  salvaged: 'Elements recovered from a damaged queue file.',
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
    gauge('queue_elements', 'Elements waiting or being sent.', () => queue.status().waiting);
    gauge('queue_bytes', "Bytes of the queue's folder.", () => queue.status().bytesOnDisk);
    gauge('queue_max_bytes', "Maximum size of the queue's folder in bytes.", () => queue.status().maxBytes);
    gauge('queue_blocked', '1 while sources wait for space in the queue.', () => Number(queue.status().state !== 'fine'));
    gauge('queue_oldest_seconds', 'Age of the oldest waiting element.', () => {
      const { oldestReceived } = queue.status();
      return oldestReceived === undefined ? 0 : Math.max(0, (Date.now() - oldestReceived) / 1000);
    });
    gauge('gateway_up', '1 while the gateway accepts calls.', () => Number(delivery()?.state === 'up'));
    gauge('clock_behind_seconds', "How far this machine's clock is behind the gateway's.", () => (delivery()?.clockBehindMs ?? 0) / 1000);
    this.calls = new Counter({
      name: 'waymark_agent_calls_total',
      help: 'Calls to the gateway by lane and status; none: no answer.',
      labelNames: ['lane', 'status'],
      registers,
    });
    this.callSeconds = new Histogram({
      name: 'waymark_agent_call_seconds',
      help: 'Time from a call to its answer.',
      labelNames: ['lane'],
      buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
      registers,
    });
    this.delaySeconds = new Histogram({
      name: 'waymark_agent_delay_seconds',
      help: "Time from the handover of an element to the gateway's outcome.",
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
