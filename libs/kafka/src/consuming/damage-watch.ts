import type { Logger } from 'pino';
import type { Consumer } from '#kafka-client';
import { pause } from '#lifecycle/abortable-pause.js';
import {
  countDamage,
  type Damage,
  damageRemedy,
  GIVE_UP_VARIABLE,
  type GivenUpRecords,
  resumePartition,
  standStill,
  type StoppedPartition,
} from '../records/damaged-batches.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import type { Intake, PartitionIntake } from './partition-intake.js';

export interface DamageWatchOptions {
  consumer: Pick<Consumer, 'pause' | 'resume'>;
  topic: string;
  logger: Logger;
  givenUp?: readonly GivenUpRecords[];
  /** Whether damaged records of this topic are skipped instead of stopping the partition. */
  passesOver?: boolean;
  /** Metrics for records that are given up. */
  metrics?: Pick<ConsumerMetrics, 'breaks' | 'missing'>;
  /** Milliseconds before each of the first attempts; the last value applies to all further ones. */
  tries?: readonly number[];
  laterMs?: number;
}

/** A broken connection or a new leader may be the cause; then the next attempt succeeds. */
const TRIES = [200, 400, 800, 1600];
const LATER_MS = 10_000;

interface Met {
  offset: number;
  tries: number;
  /** Set while reading of the partition is stopped. */
  stopped?: StoppedPartition;
}

/**
 * Handles damaged records: fetches them again a few times, then stops at this partition, logs that once, and checks every ten seconds
 * whether they are readable again. All other partitions are read meanwhile. Damaged records are never passed on.
 */
export class DamageWatch {
  private readonly met = new Map<number, Met>();
  /** Offset of the last logged damage, by partition. */
  private readonly logged = new Map<number, number>();

  constructor(private readonly options: DamageWatchOptions) {}

  /**
   * Pauses the partition until the next attempt.
   * @param intake knows the wanted offset of the partition
   * @param signal of the present assignment
   * @returns how to continue if the operator has given up the damaged records; otherwise undefined
   */
  meet(partition: number, damage: Damage, intake: Pick<PartitionIntake, 'wanted' | 'passOver'>, signal: AbortSignal): Intake | undefined {
    const wanted = intake.wanted(partition);
    const goesOnAt = wanted === undefined ? undefined : this.wait(partition, wanted, damage, signal);
    if (goesOnAt === undefined) return undefined;
    const passed = intake.passOver(partition, goesOnAt);
    if (!('batch' in passed)) return passed;
    this.options.metrics?.breaks.inc({ topic: this.options.topic, kind: 'damaged' });
    this.options.metrics?.missing.inc({ topic: this.options.topic }, passed.missing);
    return { ...passed, missing: 0 };
  }

  /** @returns the offset in the log at which to continue; undefined if the partition is paused */
  private wait(partition: number, offset: number, damage: Damage, signal: AbortSignal): number | undefined {
    const { consumer, topic, tries = TRIES, laterMs = LATER_MS } = this.options;
    const met = this.metAt(partition, offset);
    const wait = tries[met.tries++];
    if (wait === undefined) {
      const goesOnAt = this.given(partition, offset, damage);
      this.log(partition, offset, damage, goesOnAt);
      if (goesOnAt !== undefined) {
        this.read(partition);
        return goesOnAt;
      }
      if (!met.stopped) standStill((met.stopped = { topic, partition, offset, since: new Date(), ...damage }));
    }
    this.whileRunning(() => consumer.pause([{ topic, partitions: [partition] }]));
    void pause(wait ?? laterMs, signal).then(() => {
      if (!signal.aborted) this.whileRunning(() => consumer.resume([{ topic, partitions: [partition] }]));
    });
    return undefined;
  }

  /** Call it when records of the partition were read. */
  read(partition: number): void {
    const met = this.met.get(partition);
    if (!met) return;
    this.met.delete(partition);
    if (!met.stopped) return;
    resumePartition(met.stopped);
    this.options.logger.info(
      { topic: this.options.topic, partition, offset: met.offset },
      'damaged records are behind: this partition is read again',
    );
  }

  /** Call it when partitions are assigned again, or reading ends. */
  forget(): void {
    for (const { stopped } of this.met.values()) if (stopped) resumePartition(stopped);
    this.met.clear();
  }

  private metAt(partition: number, offset: number): Met {
    let met = this.met.get(partition);
    if (met?.offset !== offset) {
      this.read(partition);
      this.met.set(partition, (met = { offset, tries: 0 }));
    }
    return met;
  }

  /** Where to continue if the records are given up; undefined if they are not, or their end is unknown. */
  private given(partition: number, offset: number, { next }: Damage): number | undefined {
    const { topic, givenUp = [], passesOver } = this.options;
    const range = givenUp.find((each) => each.topic === topic && each.partition === partition && each.from <= offset && offset <= each.to);
    if (range) return range.to + 1;
    return passesOver && next !== undefined && next > offset ? next : undefined;
  }

  private log(partition: number, offset: number, damage: Damage, goesOnAt: number | undefined): void {
    if (this.logged.get(partition) === offset) return;
    this.logged.set(partition, offset);
    const { topic, logger } = this.options;
    countDamage(topic);
    const where = { topic, partition, offset, reason: damage.reason };
    if (goesOnAt === undefined) {
      const todo = damageRemedy({ topic, partition, offset, ...damage });
      logger.error(
        where,
        `records are damaged on the broker's disk: nothing of them is used, and this partition stands still; all others go on. ${todo}`,
      );
    } else
      logger.error(
        { ...where, goesOnAt, lost: goesOnAt - offset },
        `damaged records are passed over${this.options.passesOver ? ': nobody waits for them any more' : `, as ${GIVE_UP_VARIABLE} says`}`,
      );
  }

  /** Ignores errors of a consumer that has stopped or crashed; the next assignment sets everything again. */
  private whileRunning(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.options.logger.debug({ error: String(error) }, 'the consumer is not running');
    }
  }
}
