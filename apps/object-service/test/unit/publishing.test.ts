import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { BrokerUnavailableError, RecordTooLargeError } from '#kafka/producing/send-errors.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import type { ObjectChange } from '#object-rules/change.js';
import type { OutboxKey } from '#postgres/outbox-table.js';
import { DirtyStates } from '../../src/publishing/dirty-states.js';
import { HeldOffsets } from '../../src/publishing/held-offsets.js';
import { changesOfPayload, outboxPayload } from '../../src/publishing/outbox-payload.js';
import { OutgoingRecords, type StateRecord } from '../../src/publishing/outgoing-records.js';
import { UnitPublisher } from '../../src/publishing/unit-publisher.js';

const logger = pino({ level: 'silent' });
const record = (value: string): OutgoingRecord => ({ topic: 't', partition: 0, key: null, value });
const change = (externalId: string): ObjectChange => ({
  externalId,
  workspace: 'a',
  revision: 1,
  operationId: 'o',
  index: 0,
  observedAt: 't',
  receivedAt: 't',
  subject: 's',
});

/** Only its `send`, with given answers: these tests check the order of calls. */
function producer(answer: (records: readonly OutgoingRecord[]) => Promise<void>): CoalescingProducer {
  return { send: answer } as unknown as CoalescingProducer;
}

describe('UnitPublisher', () => {
  /** Rows whose events were acknowledged. */
  let acknowledged: number[];
  const outbox = {
    ready: async (records: readonly OutgoingRecord[]) => ({ connection: 1, records }),
    acknowledged: (keys: readonly OutboxKey[]) => void acknowledged.push(...keys.map(({ upto }) => upto)),
  };
  beforeEach(() => void (acknowledged = []));

  it('repeats a failed send before anything after it, one send at a time', async () => {
    const sent: string[] = [];
    let failures = 2;
    let open = 0;
    const publisher = new UnitPublisher(
      producer(async (records) => {
        expect(++open).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        open--;
        if (failures-- > 0) throw new BrokerUnavailableError('unknown', 'gone');
        sent.push(...records.map((each) => String(each.value)));
      }),
      outbox,
      logger,
    );
    for (let i = 0; i < 4; i++) publisher.enqueue({ outbox: [{ partition: 0, upto: i }], records: [record(String(i))] });
    expect(acknowledged).toEqual([]);
    await publisher.idle(5000);
    expect(sent).toEqual(['0', '1', '2', '3']);
    expect(acknowledged).toEqual([0, 1, 2, 3]);
  });

  it('sends again as soon as there is a connection, however many attempts have failed', async () => {
    let reconnect = (): void => undefined;
    let attempts = 0;
    const sender = {
      reconnected: new Promise<void>((resolve) => (reconnect = resolve)) as Promise<void> | undefined,
      send: async () => {
        attempts++;
        if (sender.reconnected) throw new BrokerUnavailableError('not-sent', 'gone');
      },
    };
    const publisher = new UnitPublisher(sender, outbox, logger);
    publisher.enqueue({ outbox: [{ partition: 0, upto: 1 }], records: [record('a')] });
    // The pauses before them are 50 to 800 ms, and the next one is a second.
    await expect.poll(() => attempts, { timeout: 5000, interval: 10 }).toBe(6);
    sender.reconnected = undefined;
    reconnect();
    await publisher.idle(500);
    expect(acknowledged).toEqual([1]);
  });

  it('has room for a limited number of units, and fails when the wait takes too long', async () => {
    let release = (): void => undefined;
    const publisher = new UnitPublisher(
      producer(() => new Promise((resolve) => (release = resolve))),
      outbox,
      logger,
    );
    for (let i = 0; i < 4; i++) publisher.enqueue({ outbox: [], records: [record(String(i))] });
    await expect(publisher.room(20)).rejects.toThrow('4 committed units');
    release();
    await publisher.room(1000);
    publisher.stop();
    release();
  });

  it('leaves out a record that no topic accepts, and sends the others', async () => {
    const sent: string[] = [];
    const publisher = new UnitPublisher(
      producer(async (records) => {
        if (records.some((each) => each.value === 'huge')) throw new RecordTooLargeError('too large');
        sent.push(...records.map((each) => String(each.value)));
      }),
      outbox,
      logger,
    );
    publisher.enqueue({ outbox: [], records: ['a', 'b', 'huge', 'c', 'd'].map(record) });
    await publisher.idle(5000);
    expect(sent).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('the outbox payload', () => {
  it('returns its input, whatever line ends the values contain', () => {
    const changes = ['a', 'line\nend', 'cr\r\n', '\u2028'].map((id) => ({
      kind: 'updated' as const,
      change: change(id),
      json: JSON.stringify(change(id)),
    }));
    expect(changesOfPayload(outboxPayload(changes))).toEqual(changes);
    expect(changesOfPayload('')).toEqual([]);
  });
});

describe('OutgoingRecords', () => {
  it('puts the outcomes of a reply partition into one record, or into several if it becomes large', () => {
    const records = new OutgoingRecords('p.');
    const reply = (operationId: string, to: number, results = '[]') => ({ operationId, partition: 1, results, reply: to });
    const small = records.replies([reply('a', 0), reply('b', 2), reply('c', 0)]);
    expect(small.map((each) => [each.topic, each.partition, JSON.parse(String(each.value))])).toEqual([
      [
        'p.object.outcomes',
        0,
        {
          v: 1,
          outcomes: [
            { operationId: 'a', partition: 1, results: [] },
            { operationId: 'c', partition: 1, results: [] },
          ],
        },
      ],
      ['p.object.outcomes', 2, { v: 1, outcomes: [{ operationId: 'b', partition: 1, results: [] }] }],
    ]);
    const large = JSON.stringify(['x'.repeat(300_000)]);
    expect(records.replies([reply('a', 0, large), reply('b', 0, large), reply('c', 0, large)])).toHaveLength(3);
  });
});

describe('DirtyStates', () => {
  const state = (externalId: string, revision: number): StateRecord => ({
    externalId,
    workspace: 'a',
    revision,
    updatedAt: 't',
    stored: String(revision),
  });

  it('holds each object once, in its newest state, also when older ones are put back', () => {
    const dirty = new DirtyStates();
    dirty.put(0, 'a', state('a', 1));
    dirty.put(0, 'a', state('a', 2));
    dirty.put(0, 'a', null);
    dirty.put(1, 'b', null);
    const taken = dirty.take();
    expect(taken.get(0)?.get('a')?.revision).toBe(2);
    expect(dirty.size).toBe(0);
    dirty.put(0, 'a', state('a', 3));
    dirty.putBack(taken, true);
    expect(dirty.size).toBe(2);
    expect(dirty.take().get(0)?.get('a')?.revision).toBe(3);
  });

  it('trusts no state of before an assignment', () => {
    const dirty = new DirtyStates();
    dirty.put(0, 'a', state('a', 1));
    dirty.put(1, 'b', state('b', 1));
    dirty.keepOnly([0]);
    expect(dirty.size).toBe(1);
    const taken = dirty.take();
    expect([...taken]).toEqual([[0, new Map([['a', null]])]]);
    dirty.putBack(new Map([[0, new Map([['a', state('a', 1)]])]]), false);
    expect([...dirty.take()]).toEqual([[0, new Map([['a', null]])]]);
  });
});

describe('HeldOffsets', () => {
  it('distinguishes committed offsets from those given to the publisher, and forgets former partitions', () => {
    const held = new HeldOffsets();
    held.assign(new Map([[0, 5]]), new Map([[0, 3]]));
    const moves = [{ partition: 0, from: 5, to: 9 }];
    held.settle(moves, true);
    expect(held.collectedOffsets()).toEqual(new Map([[0, 3]]));
    held.collect(0, 9);
    expect(held.collectedOffsets()).toEqual(new Map([[0, 9]]));
    held.assign(new Map([[1, 2]]), new Map([[1, 2]]));
    held.settle(moves, true);
    expect(held.committedOffset(0)).toBeUndefined();
  });
});
