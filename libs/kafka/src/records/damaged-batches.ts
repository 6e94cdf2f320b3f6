import { Counter, Gauge, type Registry } from 'prom-client';
import { broken, type Finding } from '#contracts/directory/diagnosis.js';
import type { Batch } from '#kafka-client';
import { once } from '#telemetry/metric-once.js';

/** Why a batch of records is unusable: its checksum is wrong, or it is not a batch. Reported by our fork of kafkajs. */
export interface Damage {
  reason: string;
  /** Offset in the log behind the damaged records, as far as it can be seen. */
  next?: number;
}

/** Records of one partition to be given up when they are damaged: offsets in the log, both included. */
export interface GivenUpRecords {
  topic: string;
  partition: number;
  from: number;
  to: number;
}

/** A partition that this process has stopped reading for now. */
export interface StandingPartition extends Damage {
  topic: string;
  partition: number;
  /** Offset in the log of the first record that cannot be read. */
  offset: number;
  since: Date;
}

export const GIVE_UP_VARIABLE = 'KAFKA_SKIP_DAMAGED';

/** All stopped partitions of this process, for all clients: the reader of the partition adds and removes its entry. */
const standing = new Set<StandingPartition>();
/** Damaged batches found by this process. */
const found = new Map<string, number>();

/** Partitions that this process has stopped reading because of damaged records. */
export function standingPartitions(): readonly StandingPartition[] {
  return [...standing];
}

export function standStill(partition: StandingPartition): void {
  standing.add(partition);
}

export function goOn(partition: StandingPartition): void {
  standing.delete(partition);
}

export function countDamage(topic: string): void {
  found.set(topic, (found.get(topic) ?? 0) + 1);
}

/** The damage of a batch that brings no records; undefined: none. Damage after records shows with the next fetch. */
export function damageIn(batch: Batch): Damage | undefined {
  return batch.messages.length === 0 ? (batch as Batch & { damaged?: Damage }).damaged : undefined;
}

/** Shows what all readers of this process have found. */
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
          for (const { topic } of standing) this.inc({ topic });
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

/** The value of the setting that gives these records up; undefined where it cannot be seen how far they go. */
function givingUp({
  topic,
  partition,
  offset,
  next,
}: Pick<StandingPartition, 'topic' | 'partition' | 'offset' | 'next'>): string | undefined {
  return next === undefined || next <= offset ? undefined : `${topic}/${partition}/${offset}-${next - 1}`;
}

/** The repair, for an operator. */
export function damageRemedy(partition: Pick<StandingPartition, 'topic' | 'partition' | 'offset' | 'next'>): string {
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

/** One finding for each partition that stands still in this process. */
export function damageFindings(about: string): Finding[] {
  return standingPartitions().map((each) =>
    broken(
      `${about}.logs`,
      `partition ${each.partition} of ${each.topic} is not read any further since ` +
        `${each.since.toISOString()}: the records from offset ${each.offset} are damaged on the broker's disk ` +
        `(${each.reason})`,
      damageRemedy(each),
    ),
  );
}
