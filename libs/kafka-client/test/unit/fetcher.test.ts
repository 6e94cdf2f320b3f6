import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const load = createRequire(import.meta.url);
const createFetcher = load('../../kafkajs/src/consumer/fetcher.js') as (options: object) => Fetcher;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Fetcher {
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface FetchedBatch {
  topic: string;
  partition: number;
}

it('a fetcher keeps no batch that was processed, and ends without waiting for its fetch', async () => {
  const processed: WeakRef<FetchedBatch>[] = [];
  const logger = { namespace: () => logger, debug: () => undefined, info: () => undefined };
  const fetcher = createFetcher({
    nodeId: 1,
    partitionAssignments: new Map(),
    logger,
    // After 100 fetches there is nothing to read.
    fetch: async (): Promise<FetchedBatch[]> => {
      if (processed.length === 100) return new Promise(() => undefined);
      await nextTurn();
      return [{ topic: 'any', partition: 0 }];
    },
    workerQueue: {
      push: async (batch: FetchedBatch) => {
        processed.push(new WeakRef(batch));
        await nextTurn();
      },
    },
  });
  const running = fetcher.start();
  await expect.poll(() => processed.length).toBe(100);
  await nextTurn();
  collectGarbage();
  // The last one may still be referenced by the code that ran it.
  expect(processed.filter((batch) => batch.deref() !== undefined).length).toBeLessThan(5);
  await fetcher.stop();
  await running;
});
