import { describe, expect, it } from 'vitest';
import type { ElementOutcome } from '#contracts/outcome.js';
import { uuidV7 } from '#contracts/uuid-v7.js';
import { BrokerUnavailableError } from '#kafka/producing/send-errors.js';
import type { KnownOperation } from '../../src/services/object-service-client.js';
import { ObjectServiceUnavailableError } from '../../src/services/object-service-client.js';
import type { Operation } from '../../src/writes/command-records.js';
import { OperationRunner, type RunnerOptions } from '../../src/writes/operation-runner.js';
import { OperationWaits } from '../../src/writes/operation-waits.js';

const OUTCOME: ElementOutcome = [0, 'a', 'created', 1, false];
const WAIT_MS = 100;

function operation(): Operation {
  const receivedAt = Date.now();
  return {
    operationId: uuidV7(receivedAt),
    workspace: 'own',
    subject: 'tester',
    receivedAt,
    total: 1,
    commands: [[0, { externalId: 'a' } as never]],
    refused: [],
  };
}

interface Tried {
  runner: OperationRunner;
  waits: OperationWaits;
  requests: string[];
}

/** A runner whose reader finds no outcome unless the test provides one. */
function tried(found: () => Promise<KnownOperation | undefined>, send: RunnerOptions['producer']['send'] = () => Promise.resolve()): Tried {
  const requests: string[] = [];
  const waits = new OperationWaits();
  const objectService = {
    operation: (workspace: string, operationId: string) => {
      requests.push(`${workspace} ${operationId}`);
      return found();
    },
  };
  return {
    runner: new OperationRunner({ producer: { send }, waits, objectService, topic: 'object.commands', partitions: 3, reply: 1 }),
    waits,
    requests,
  };
}

const known = (complete: boolean) => (): Promise<KnownOperation> =>
  Promise.resolve({ operationId: '', complete, total: 1, results: [OUTCOME], refused: [] });

describe('a call whose outcomes did not arrive in time', () => {
  it('gets the outcomes that the object service knows', async () => {
    const { runner, waits, requests } = tried(known(true));
    const one = operation();
    const started = performance.now();
    expect(await runner.run(one, WAIT_MS)).toEqual([OUTCOME]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(WAIT_MS - 1);
    expect(requests).toEqual([`own ${one.operationId}`]);
    expect(waits.size).toBe(0);
  });

  it.each([
    ['only some partitions are decided', known(false)],
    ['nothing of it is known', () => Promise.resolve(undefined)],
    ['nobody answers', () => Promise.reject(new ObjectServiceUnavailableError('away'))],
  ])('is pending when %s', async (_case, found) => {
    const { runner, requests } = tried(found);
    expect(await runner.run(operation(), WAIT_MS)).toBeUndefined();
    expect(requests).toHaveLength(1);
  });
});

describe('the object service is not asked', () => {
  it('about a call whose outcomes arrived', async () => {
    const { runner, waits, requests } = tried(known(true));
    const one = operation();
    const run = runner.run(one, 10_000);
    waits.take({ operationId: one.operationId, partition: 0, results: [OUTCOME] });
    waits.take({ operationId: one.operationId, partition: 1, results: [OUTCOME] });
    waits.take({ operationId: one.operationId, partition: 2, results: [OUTCOME] });
    expect(await run).toEqual([OUTCOME]);
    expect(requests).toEqual([]);
  });

  it('about a call that does not wait', async () => {
    const { runner, waits, requests } = tried(known(true));
    expect(await runner.run(operation(), 0)).toBeUndefined();
    expect([requests, waits.size]).toEqual([[], 0]);
  });

  it('about a call that did not reach the log', async () => {
    const { runner, waits, requests } = tried(known(true), () => Promise.reject(new BrokerUnavailableError('not-sent', 'away')));
    await expect(runner.run(operation(), 10_000)).rejects.toMatchObject({ type: 'unavailable' });
    expect([requests, waits.size]).toEqual([[], 0]);
  });
});
