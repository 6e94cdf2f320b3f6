import { expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import type { ObjectCommand } from '#object-rules/command.js';
import { WorkspaceHolds } from '../../src/holds/workspace-holds.js';
import { foldUnit } from '../../src/unit/fold-unit.js';
import { ObjectUnitProcessor, type ObjectUnitProcessorParts } from '../../src/unit/object-unit-processor.js';

const receivedAt = '2026-11-22T08:00:00.000Z';
const hold = { key: 'hold:w', revision: 1, body: { workspace: 'w', reason: 'r', by: 'b', since: receivedAt } };

function received(...commands: ObjectCommand[]): Parameters<typeof foldUnit>[0][number] {
  const record = { topic: 'object.commands', partition: 0, offset: 0, timestamp: 0, key: null, value: null, headers: {} };
  const elements = commands.map((command, index): [number, ObjectCommand] => [index, command]);
  return {
    partition: 0,
    record,
    command: {
      v: 1,
      operationId: 'o',
      workspace: 'w',
      receivedAt,
      subject: 's',
      reply: null,
      partitions: [0],
      total: elements.length,
      elements,
    },
  };
}

const made: ObjectCommand = { externalId: 'a', locationUpdate: { newPosition: { lat: 1, lon: 1 } } };
const erasure: ObjectCommand = { op: 'erase', externalId: 'a' };
const running = new AbortController().signal;

/** The outcome of an erasure after a creation. */
function decided(holds: WorkspaceHolds): unknown[] {
  const [, [, , status, code] = []] = JSON.parse(
    foldUnit([received(made, erasure)], new Map(), new Map(), holds).operations[0]!.results,
  ) as [number, string, string, unknown][];
  return [status, code];
}

it('an erasure is decided by the state of the directory, and refused until that is read', () => {
  const copy = new DirectoryCopy();
  const holds = new WorkspaceHolds(copy, running);
  expect(decided(holds)).toEqual(['rejected', 'legal-hold']);
  copy.markComplete();
  expect(decided(holds)).toEqual(['updated', 2]);
  copy.apply(hold);
  expect(decided(holds)).toEqual(['rejected', 'legal-hold']);
});

it('all decisions together wait a bounded time for the directory, and no longer once the service stops', async () => {
  const copy = new DirectoryCopy();
  const first = new WorkspaceHolds(copy, running, 60_000).known();
  expect(await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 30, 'waits'))])).toBe('waits');
  copy.markComplete();
  await first;
  const unread = new WorkspaceHolds(new DirectoryCopy(), running, 30);
  await unread.known();
  const begun = performance.now();
  await unread.known();
  expect(performance.now() - begun).toBeLessThan(15);
  const stopping = new AbortController();
  const stopped = new WorkspaceHolds(new DirectoryCopy(), stopping.signal, 60_000);
  const waiting = stopped.known();
  stopping.abort();
  await expect(waiting).rejects.toThrow();
});

it('a unit with an erasure waits before it writes anything, one without does not', async () => {
  let queries = 0;
  const nothing = { room: () => Promise.resolve() };
  const known = (): Promise<void> => {
    queries += 1;
    return Promise.reject(new OwnershipLostError('not yet'));
  };
  const refuse = (): never => {
    throw new Error('The commit was reached.');
  };
  const decoder = { decode: ({ value }: { value: Buffer }) => received(...(JSON.parse(value.toString()) as ObjectCommand[])) };
  const processor = new ObjectUnitProcessor({
    units: nothing,
    states: nothing,
    held: { committedOffset: () => 0 },
    decoder,
    metrics: { timed: refuse },
    holds: { known, isHeld: () => false },
  } as unknown as ObjectUnitProcessorParts);
  const unit = (...commands: ObjectCommand[]): Parameters<ObjectUnitProcessor['process']>[0] => ({
    batches: [
      {
        topic: 'object.commands',
        partition: 0,
        firstOffset: 0,
        nextOffset: 1,
        records: [{ ...received().record, value: Buffer.from(JSON.stringify(commands)) }],
      },
    ],
  });
  await expect(processor.process(unit(made))).rejects.toThrow('The commit was reached.');
  expect(queries).toBe(0);
  await expect(processor.process(unit(made, erasure))).rejects.toThrow('not yet');
});
