import { randomBytes } from 'node:crypto';
import { COMMAND_KEY_HEADER, type CommandKey, commandKeyText } from '#contracts/command-key.js';
import type { CommandRecord } from '#contracts/command.js';
import type { OutcomeBatch, RecordOutcome } from '#contracts/outcome.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { partitionOf } from '#kafka/records/partition.js';
import { topicName } from '#kafka/topics/topics.js';
import type { ObjectCommand } from '#object-rules/command.js';
import type { TestSpace } from '#testing/test-space.js';

/** A UUIDv7 for this time. */
export function operationIdAt(time: number): string {
  const hex = Math.floor(time).toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
}

export const iso = (time: number): string => new Date(time).toISOString();

export const at = (externalId: string, lat: number, observedAt?: string): ObjectCommand => ({
  externalId,
  locationUpdate: { newPosition: { lat, lon: 7 } },
  ...(observedAt ? { observedAt } : {}),
});

export interface CallOptions {
  operationId?: string;
  reply?: number | null;
  receivedAt?: string;
  /** The call's Idempotency-Key. */
  key?: CommandKey;
}

/** The records that a gateway would write for one call: one record per partition. */
export function recordsOf(
  workspace: string,
  commands: readonly ObjectCommand[],
  partitions: number,
  options: CallOptions = {},
): { partition: number; record: CommandRecord }[] {
  const byPartition = new Map<number, [number, ObjectCommand][]>();
  commands.forEach((command, index) => {
    const partition = partitionOf(command.externalId, partitions);
    byPartition.set(partition, [...(byPartition.get(partition) ?? []), [index, command]]);
  });
  const all = [...byPartition.keys()].sort((a, b) => a - b);
  const common = {
    v: 1 as const,
    operationId: options.operationId ?? operationIdAt(Date.now()),
    workspace,
    receivedAt: options.receivedAt ?? iso(Date.now()),
    subject: 'test',
    reply: options.reply === undefined ? 0 : options.reply,
    partitions: all,
    total: commands.length,
  };
  return all.map((partition) => ({ partition, record: { ...common, elements: byPartition.get(partition) ?? [] } }));
}

/** Writes commands like gateways do, and receives the outcomes. */
export class CommandSender {
  private constructor(
    private readonly space: TestSpace,
    private readonly producer: CoalescingProducer,
  ) {}

  static async connect(space: TestSpace): Promise<CommandSender> {
    const producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 64 * 1024 * 1024, logger: space.logger });
    await producer.connect();
    return new CommandSender(space, producer);
  }

  async call(workspace: string, commands: readonly ObjectCommand[], options: CallOptions = {}): Promise<string> {
    const records = recordsOf(workspace, commands, this.space.partitions, options);
    const headers = options.key && { [COMMAND_KEY_HEADER]: commandKeyText(options.key) };
    await this.producer.send(
      records.map(({ partition, record }) => ({
        topic: topicName(this.space.prefix, 'object.commands'),
        partition,
        key: null,
        value: JSON.stringify(record),
        ...(headers && { headers }),
      })),
    );
    return records[0]?.record.operationId ?? '';
  }

  async raw(partition: number, value: string | Buffer): Promise<void> {
    await this.producer.send([{ topic: topicName(this.space.prefix, 'object.commands'), partition, key: null, value }]);
  }

  close(): Promise<void> {
    return this.producer.close();
  }
}

export interface ReadRecord {
  partition: number;
  offset: number;
  key: string | null;
  value: string;
  headers: Record<string, string>;
}

/** All existing and future records of a topic, from its beginning. */
export class TopicWatcher {
  readonly records: ReadRecord[] = [];
  private constructor(private readonly end: () => Promise<void>) {}

  static async open(space: TestSpace, name: Parameters<typeof topicName>[1]): Promise<TopicWatcher> {
    const consumer = space.kafka.consumer({
      groupId: `${space.prefix}watch-${name}-${randomBytes(4).toString('hex')}`,
      maxWaitTimeInMs: 50,
    });
    const watcher = new TopicWatcher(async () => {
      await consumer.stop();
      await consumer.disconnect();
    });
    await consumer.connect();
    await consumer.subscribe({ topics: [topicName(space.prefix, name)], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message }) => {
        watcher.records.push({
          partition,
          offset: Number(message.offset),
          key: message.key?.toString() ?? null,
          value: message.value?.toString() ?? '',
          headers: Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)])),
        });
      },
    });
    return watcher;
  }

  async until(fulfilled: (records: readonly ReadRecord[]) => boolean, what: string, timeoutMs = 30_000): Promise<readonly ReadRecord[]> {
    const deadline = performance.now() + timeoutMs;
    while (!fulfilled(this.records)) {
      if (performance.now() > deadline)
        throw new Error(`Waited ${timeoutMs} ms in vain for ${what}; ${this.records.length} records were read.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.records;
  }

  close(): Promise<void> {
    return this.end();
  }
}

export function outcomesIn(records: readonly ReadRecord[]): RecordOutcome[] {
  return records.flatMap((record) => (JSON.parse(record.value) as OutcomeBatch).outcomes);
}

/** Rows of the outbox whose events are not marked as published. */
export const UNPUBLISHED = 'select 1 from outbox o join partition_offset p using (partition) where o.upto > p.events_upto';
