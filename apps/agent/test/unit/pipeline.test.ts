import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceConfig } from '../../src/configuration/agent-config.js';
import type { DurableQueue } from '../../src/queue/durable-queue.js';
import { type Received, type SourceContext, SourceError, type SourceKind } from '../../src/reading/source.js';
import { type MappedMessage, Pipeline } from '../../src/running/pipeline.js';
import { AgentFolder, element, ids, MiB, silent } from './agent-folder.js';

let folder: AgentFolder;
let queue: DurableQueue;
const pipelines: Pipeline[] = [];
beforeEach(() => {
  folder = new AgentFolder();
  queue = folder.open({}, { liveMs: Infinity });
});
afterEach(async () => {
  await Promise.all(pipelines.splice(0).map((pipeline) => pipeline.stop()));
  folder.remove();
});

const message = (id: string, second = 0): Received => ({ document: { id, second } });
/** Mapping for the documents of this test; some take a moment, as expressions may. */
const map = ({ document }: Received): MappedMessage | Promise<MappedMessage> => {
  const { id, second } = document as { id: string; second: number };
  if (id.startsWith('bad')) return { quarantined: { reason: 'invalid-element', detail: '/externalId: It is bad.' } };
  return id.startsWith('slow') ? sleep(20).then(() => ({ element: element(id, second) })) : { element: element(id, second) };
};

function start(run: (context: SourceContext) => Promise<void>, more: Partial<SourceConfig> = {}): Pipeline {
  const config: SourceConfig = { name: 'hub', kind: 'fake', namespace: 'hub', options: {}, ...more };
  const kind = { kind: 'fake', run: (_options: never, context: SourceContext) => run(context) } as unknown as SourceKind<never>;
  const pipeline = new Pipeline({ config, kind, map, queue, log: silent, onCount: () => undefined });
  pipelines.push(pipeline);
  pipeline.start();
  return pipeline;
}
const untilEnd = (signal: AbortSignal): Promise<void> => new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
const total = (name: string): number =>
  queue
    .counters()
    .filter((row) => row.name === name)
    .reduce((sum, { value }) => sum + value, 0);
const queued = async (): Promise<string[]> => ids((await queue.take('live', 1000, MiB))?.elements ?? []);

describe('a source', () => {
  it('has its messages on disk when a delivery resolves, in order, with its place', async () => {
    let placeOf: unknown;
    const delivered: Promise<void>[] = [];
    start(async ({ deliver, signal, connected }) => {
      connected('to a test');
      delivered.push(deliver([message('slow1'), message('a')], 1), deliver([message('b')], 2));
      await delivered[1];
      placeOf = queue.place('hub');
      await untilEnd(signal);
    });
    await expect.poll(() => placeOf).toBe(2);
    await Promise.all(delivered);
    expect(await queued()).toEqual(['slow1', 'a', 'b']);
    expect([total('received'), pipelines[0]!.status().state]).toEqual([3, 'connected']);
  });

  it('has unsendable messages quarantined, with the reason, and the rest sent', async () => {
    start(async ({ deliver, signal }) => {
      await deliver([message('bad1'), message('good')]);
      await untilEnd(signal);
    });
    await expect.poll(() => queue.messagesKeptApart(5).length).toBe(1);
    expect(queue.messagesKeptApart(5)).toMatchObject([
      { reason: 'invalid-element', detail: '/externalId: It is bad.', document: '{"id":"bad1","second":0}', source: 'hub' },
    ]);
    expect([await queued(), total('received'), total('quarantined')]).toEqual([['good'], 2, 1]);
  });

  it('that breaks off is restarted at its place; one that cannot run is not', async () => {
    const places: unknown[] = [];
    start(async ({ deliver, place, signal }) => {
      places.push(place);
      if (places.length === 1) {
        await deliver([message('a')], { at: 7 });
        throw new Error('the connection broke');
      }
      await untilEnd(signal);
    });
    await expect.poll(() => places, { timeout: 10_000 }).toEqual([undefined, { at: 7 }]);
    let runs = 0;
    const failing = start(
      async () => {
        runs += 1;
        throw new SourceError('There is no such topic; make it, or write another one.');
      },
      { name: 'other' },
    );
    await expect
      .poll(() => failing.status())
      .toMatchObject({ state: 'failed', detail: 'There is no such topic; make it, or write another one.' });
    expect(runs).toBe(1);
  });

  it('is replaced without loss: its handovers are on disk, held elements are released', async () => {
    const first = start(
      async ({ deliver, signal }) => {
        await deliver([message('a', 0), message('a', 1), message('slow', 2)], 'here');
        await untilEnd(signal);
      },
      { shape: { seconds: 3600 } },
    );
    await expect.poll(() => queue.place('hub')).toBe('here');
    await first.stop();
    let place: unknown;
    start(async (context) => {
      place = context.place;
      await untilEnd(context.signal);
    });
    await expect.poll(() => place).toBe('here');
    expect(await queued()).toEqual(['a', 'slow', 'a']);
    expect([total('received'), total('queued'), total('merged')]).toEqual([3, 3, 0]);
  });

  it('that is thinned sends the last element when its time has come', async () => {
    start(
      async ({ deliver, signal }) => {
        await deliver([message('a', 0), message('a', 0.1), message('a', 0.2)]);
        await untilEnd(signal);
      },
      { shape: { seconds: 1 } },
    );
    await expect.poll(() => total('queued'), { timeout: 15_000 }).toBe(2);
    expect([total('merged'), total('received')]).toEqual([1, 3]);
  });
});
