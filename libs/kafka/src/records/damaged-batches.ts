import { Counter, Gauge, type Registry } from 'prom-client';
import { broken, type Finding } from '#contracts/directory/diagnosis.js';
import type { Batch } from '#kafka-client';
import { once } from '#telemetry/metric-once.js';

/** Damage of a batch, reported by our fork of kafkajs: its checksum is wrong, or it is not a valid batch. */
export interface Damage {
  reason: string;
  /** Offset in the log after the damaged records, if it is known. */
  next?: number;
}

/** Records of one partition that are given up if they are damaged, from the first to the last offset in the log. */
export interface GivenUpRecords {
  topic: string;
  partition: number;
  from: number;
  to: number;
}

/** A partition that this process has stopped reading for now. */
export interface StoppedPartition extends Damage {
  topic: string;
  partition: number;
  /** Offset in the log of the first record that cannot be read. */
  offset: number;
  since: Date;
}

export const GIVE_UP_VARIABLE = 'KAFKA_SKIP_DAMAGED';

/** All stopped partitions of this process, for all clients. The reader of a partition adds and removes its entry. */
const stopped = new Set<StoppedPartition>();
/** Number of damaged batches that this process has found. */
const found = new Map<string, number>();

/** Partitions that this process has stopped reading because of damaged records. */
export function stoppedPartitions(): readonly StoppedPartition[] {
  return [...stopped];
}

export function standStill(partition: StoppedPartition): void {
  stopped.add(partition);
}

export function resumePartition(partition: StoppedPartition): void {
  stopped.delete(partition);
}

export function countDamage(topic: string): void {
  found.set(topic, (found.get(topic) ?? 0) + 1);
}

/** The damage of a batch without records; undefined if there is none. Damage after valid records is found by the next fetch. */
export function damageIn(batch: Batch): Damage | undefined {
  return batch.messages.length === 0 ? (batch as Batch & { damaged?: Damage }).damaged : undefined;
}

/** Metrics of the damage that all readers of this process have found. */
export function damageMetrics(registry: Registry): void {
  once(
    registry,
    'waymark_kafka_damaged_partitions',
    (name) =>
      new Gauge({
        registers: [registry],
        name,
        labelNames: ['topic'],
        help: 'Partitions that are stopped because their next records are damaged',
        collect() {
          this.reset();
          for (const { topic } of stopped) this.inc({ topic });
        },
      }),
  );
  once(
    registry,
    'waymark_kafka_damaged_batches_total',
    (name) =>
      new Counter({
        registers: [registry],
        name,
        labelNames: ['topic'],
        help: 'Batches found damaged; none of their records were used',
        collect() {
          this.reset();
          for (const [topic, count] of found) this.inc({ topic }, count);
        },
      }),
  );
}

/** The value of the setting that gives up these records; undefined if their end is unknown. */
function givingUp({
  topic,
  partition,
  offset,
  next,
}: Pick<StoppedPartition, 'topic' | 'partition' | 'offset' | 'next'>): string | undefined {
  return next === undefined || next <= offset ? undefined : `${topic}/${partition}/${offset}-${next - 1}`;
}

/** The repair, for an operator. */
export function damageRemedy(partition: Pick<StoppedPartition, 'topic' | 'partition' | 'offset' | 'next'>): string {
  const value =
    givingUp(partition) ??
    `${partition.topic}/${partition.partition}/${partition.offset}-LAST (the last damaged offset; kafka-dump-log.sh shows it)`;
  return (
    `With several brokers: stop the leader of this partition, delete the partition's folder on its disk, ` +
    `and start it again, so that it copies a sound one. ` +
    `With one broker: restore a backup, or give the records up with ${GIVE_UP_VARIABLE}=${value} for this ` +
    'service. See "Damaged data" in docs/operations.md.'
  );
}

/** One finding for each partition that this process has stopped reading. */
export function damageFindings(about: string): Finding[] {
  return stoppedPartitions().map((each) =>
    broken(
      `${about}.logs`,
      `partition ${each.partition} of ${each.topic} is not read any further since ` +
        `${each.since.toISOString()}: the records from offset ${each.offset} are damaged on the broker's disk ` +
        `(${each.reason})`,
      damageRemedy(each),
    ),
  );
}
