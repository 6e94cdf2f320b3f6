import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeadLetterDesks } from '#kafka/dead-letters/dead-letter-desks.js';
import { DeadLetterWriter } from '#kafka/dead-letters/dead-letter.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { listLetters, settleLetters, showLetters } from '#stack/dlq/commands.js';
import { withDesks } from '#stack/dlq/desks.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let producer: CoalescingProducer;

beforeAll(async () => {
  space = await createTestSpace('dlq');
  producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger: space.logger });
  await producer.connect();
  // A new topic has a leader in the metadata slightly before that broker acts as the leader.
  await vi.waitFor(list, { timeout: 30_000, interval: 200 });
});
afterAll(async () => {
  await producer?.close();
  await space?.close();
});

/** The output of the command. */
async function run(work: (desks: DeadLetterDesks, print: (text: string) => void) => Promise<void>): Promise<string> {
  const lines: string[] = [];
  await withDesks({ brokers: space.brokers, prefix: space.prefix }, (desks) => work(desks, (text) => lines.push(text)));
  return lines.join('\n');
}

const list = () => run(listLetters);
const topic = () => `${space.prefix}object.commands`;

function poison(value: string, offset: number): ConsumedRecord {
  return {
    topic: topic(),
    partition: 1,
    offset,
    timestamp: 0,
    key: null,
    value: Buffer.from(value),
    headers: { trace: Buffer.from('abc') },
  };
}

async function commandsIn(partition: number): Promise<string[]> {
  const values: string[] = [];
  await readPartition({
    kafka: space.kafka,
    topic: topic(),
    partition,
    logger: space.logger,
    onRecord: (record) => void values.push(record.value?.toString() ?? ''),
  });
  return values;
}

describe('npm run dlq', () => {
  let first: string;
  let second: string;

  beforeEach(async () => {
    await run((desks, print) => settleLetters(desks, 'drop', { names: [], all: true }, print));
    const writer = new DeadLetterWriter(producer);
    await writer.write(poison('not json', 4), 'the value is not JSON at position 3');
    await writer.write(poison('{"v":\u001b[31m9}', 7), 'the value is not JSON at position 5');
    [first, second] = [...(await list()).matchAll(/commands:\d+/g)].map(([name]) => name) as [string, string];
  });

  it('lists waiting letters, with counts by reason and the source of each', async () => {
    const text = await list();
    expect(text).toContain('commands: 2');
    expect(text).toContain('2 × the value is not JSON at position …');
    expect(text).toContain(`from ${topic()}[1]@4  8 bytes  the value is not JSON at position 3`);
    expect(text).toContain('events: none');
  });

  it('shows a letter whole, without control characters', async () => {
    const text = await run((desks, print) => showLetters(desks, [second], print));
    expect(text).toContain(`source   ${topic()}, partition 1, offset 7`);
    expect(text).toContain('header   trace: abc');
    expect(text).toContain('value    {"v":�[31m9}');
  });

  it('replays one to its source, once, and leaves the other', async () => {
    const before = await commandsIn(1);
    expect(await run((desks, print) => settleLetters(desks, 'replay', { names: [first], all: false }, print))).toBe(
      'commands: 1 replayed, 1 left',
    );
    expect(await commandsIn(1)).toEqual([...before, 'not json']);
    await expect(run((desks, print) => settleLetters(desks, 'replay', { names: [first], all: false }, print))).rejects.toThrow(
      'No dead letter waits at offset',
    );
    expect(await list()).toContain('commands: 1');
  });

  it('drops all', async () => {
    const before = await commandsIn(1);
    expect(await run((desks, print) => settleLetters(desks, 'drop', { names: [], all: true }, print))).toBe('commands: 2 dropped, 0 left');
    expect(await list()).toBe('commands: none\nevents: none');
    expect(await commandsIn(1)).toEqual(before);
  });

  it('explains the names of letters, and asks for one', async () => {
    await expect(run((desks, print) => showLetters(desks, ['12'], print))).rejects.toThrow(
      '"12" names no dead letter: write commands:OFFSET or events:OFFSET',
    );
    await expect(run((desks, print) => settleLetters(desks, 'drop', { names: [], all: false }, print))).rejects.toThrow('or say --all');
    await expect(run((desks, print) => settleLetters(desks, 'drop', { names: [first], all: true }, print))).rejects.toThrow('or say --all');
  });
});
