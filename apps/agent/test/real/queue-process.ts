/**
 * A separate process that queues and delivers, to be killed and measured: `node queue-process.js '{…}'` with `AgentOrder`. Writes a
 * line of JSON (`AgentReport`) four times a second, and ends when the whole order has arrived.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '#telemetry/logger.js';
import { Delivery } from '../../src/delivery/delivery.js';
import { DurableQueue } from '../../src/queue/durable-queue.js';
import type { Call, Lane } from '../../src/queue/queue.js';
import { type AgentOrder, type AgentReport, elementOf } from './agent-order.js';

const SOURCE = 'hub';

async function run(order: AgentOrder): Promise<void> {
  const log = createLogger({ service: 'agent', instance: 'test', level: 'warn' });
  const queue = DurableQueue.open({
    config: { folder: order.folder, maxBytes: order.maxBytes, whenFull: 'wait', keepRefusedDays: 7 },
    log,
    onFatal: (error) => {
      throw error;
    },
  });
  let liveDelays: number[] = [];
  const arrived = (_lane: Lane, call: Call): void => {
    const now = Date.now();
    for (const { body, received } of call.elements) if (body.includes('"live:')) liveDelays.push(now - received);
  };
  const delivery = order.deliver
    ? new Delivery({
        queue,
        gateway: { url: order.url, workspace: order.workspace, token: () => order.token, maxElements: 1000 },
        log,
        metrics: { called: () => undefined, arrived },
      })
    : undefined;
  const count = (name: string): number =>
    queue
      .counters()
      .filter((row) => row.name === name)
      .reduce((sum, { value }) => sum + value, 0);
  const place = (): number => (queue.place(SOURCE) as number | undefined) ?? 0;
  const report = (done: boolean): void => {
    const { waiting, bytesOnDisk, state } = queue.status();
    const line: AgentReport = {
      waiting,
      place: place(),
      bytesOnDisk,
      state: delivery?.status().state ?? 'none',
      queueState: state,
      sent: count('sent'),
      liveDelays,
      refused: count('refused'),
      done,
    };
    liveDelays = [];
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
  delivery?.start();
  const reports = setInterval(() => report(false), 250);
  let ending = false;
  const live = liveLoad(queue, order.livePerSecond, () => ending);
  for (let from = place(); from < order.total; from = place()) {
    const size = Math.min(order.batch, order.total - from);
    await queue.put({
      source: SOURCE,
      elements: Array.from({ length: size }, (_, at) => elementOf(order, from + at)),
      quarantined: [],
      place: from + size,
    });
  }
  if (delivery !== undefined) while (queue.status().waiting > order.livePerSecond) await sleep(20);
  ending = true;
  await live;
  if (delivery !== undefined) while (queue.status().waiting > 0) await sleep(20);
  clearInterval(reports);
  await delivery?.stop();
  report(true);
  queue.close();
}

async function liveLoad(queue: DurableQueue, perSecond: number, ended: () => boolean): Promise<void> {
  for (let at = 0; perSecond > 0 && !ended(); at++) {
    await queue.put({
      source: 'live',
      elements: [{ ...elementOf({ firstAt: Date.now(), everyMs: 0, objects: 50 }, at), externalId: `live:${at % 50}` }],
      quarantined: [],
    });
    await sleep(1000 / perSecond);
  }
}

await run(JSON.parse(process.argv[2]!) as AgentOrder);
