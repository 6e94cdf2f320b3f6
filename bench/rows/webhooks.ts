import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '#testing/running-service.js';
import type { BenchStack } from '../bench-stack.js';
import { loadedRun } from '../measure/loaded-run.js';
import type { Measurement, Row } from '../measure/measurement.js';
import { CostMeter } from '../measure/process-costs.js';
import { p50AndP99 } from '../measure/statistics.js';
import type { ProductContext } from './context.js';
import { deleteWebhooks, made, TO_LOOPBACK, webhooks } from './webhook-orders.js';
import { WebhookReceiver } from './webhook-receiver.js';

/** Number of webhooks: as many as may have messages under way for one workspace. */
const WEBHOOKS = 8;
const CHANGES_PER_MESSAGE = 10;
/** The limit for each of the row's three parts. */
const MAX_SECONDS = 15;
const ELEMENTS_PER_SECOND = 500;
const IDLE_MS = 2000;

/** The rate at which one instance delivers a backlog of the feed, and the delay at a receiver alone and next to failing receivers. */
export const webhooksRow: Row<ProductContext> = {
  id: 'webhooks',
  what:
    `messages of ${CHANGES_PER_MESSAGE} changes that one instance delivers for ${WEBHOOKS} webhooks that ` +
    `are behind; delays: a receiver together with a slow and a dead one, at ${ELEMENTS_PER_SECOND} elements/s`,
  unit: 'deliveries/s',
  async measure({ stack, space, seconds, objects }) {
    const receiver = await WebhookReceiver.start();
    const service = await startService('webhook-service', space.environment('webhook-service', TO_LOOPBACK));
    try {
      const partSeconds = Math.min(seconds, MAX_SECONDS);
      const lag = await Promise.all(
        Array.from({ length: WEBHOOKS }, (_, n) =>
          made(stack, `${receiver.url}/fast-${n}`, { from: 'earliest', maxChanges: CHANGES_PER_MESSAGE }),
        ),
      );
      const { rate, notes } = await backlog(stack, service.pid, receiver, partSeconds);
      await Promise.all(lag.map((id) => webhooks(stack, 'DELETE', `/${id}`)));
      const load = {
        mode: 'async',
        connections: 2,
        elementsPerCall: 10,
        objects,
        elementsPerSecond: ELEMENTS_PER_SECOND,
        durationMs: partSeconds * 1000,
      } as const;
      const delays = async (): Promise<number[]> => {
        receiver.forget();
        await loadedRun(stack, load);
        await sleep(IDLE_MS);
        return [...receiver.delays];
      };
      await made(stack, `${receiver.url}/fast`, {});
      const alone = await delays();
      const timesAlone = p50AndP99(alone);
      await Promise.all(['slow', 'dead'].map((path) => made(stack, `${receiver.url}/${path}`, {})));
      const withOthers = await delays();
      return {
        value: rate,
        ...p50AndP99(withOthers),
        notes: [
          ...notes,
          `${withOthers.length} changes together with a slow and a dead receiver; alone ${alone.length}, p50 ` +
            `${timesAlone.p50Ms} ms, p99 ${timesAlone.p99Ms} ms`,
        ],
      };
    } finally {
      await deleteWebhooks(stack);
      receiver.close();
      await service.stop();
    }
  },
};

/** Measures the delivery of a backlog until no more messages arrive, or the time is over. */
async function backlog(
  stack: BenchStack,
  pid: number,
  receiver: WebhookReceiver,
  seconds: number,
): Promise<{ rate: number; notes: Measurement['notes'] & object }> {
  while (receiver.deliveries === 0) await sleep(5);
  receiver.forget();
  const meter = new CostMeter([
    { name: 'webhook', pid, family: false },
    ...stack.processes.filter(({ name }) => name === 'projection' || name === 'database'),
  ]);
  const startedAt = performance.now();
  let lastAt = startedAt;
  for (let before = 0; performance.now() - startedAt < seconds * 1000 && performance.now() - lastAt < IDLE_MS;) {
    await sleep(10);
    if (receiver.deliveries === before) continue;
    before = receiver.deliveries;
    lastAt = performance.now();
  }
  const costs = meter.end();
  const perDelivery = Object.entries(costs).map(([name, { cpuMicros }]) => `${name} ${Math.round(cpuMicros / receiver.deliveries)}`);
  return {
    rate: (receiver.deliveries * 1000) / (lastAt - startedAt),
    notes: [`${receiver.deliveries} deliveries; CPU µs a delivery: ${perDelivery.join(', ')}`],
  };
}
