import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Bounds } from '#kafka/topics/partition-bounds.js';
import { CONSUMER } from '../storage/consumer.js';

export interface AppliedCommandsOptions {
  pool: Pool;
  /** Present end of the log of each partition of `object.commands`. */
  ends: () => Promise<ReadonlyMap<number, Pick<Bounds, 'high'>>>;
}

/** Longest time until a command is on the log: longer than a gateway tries to send, plus the error of its clock. */
const ON_ITS_WAY_MS = 5 * 60_000;
const SETTLE_POLL_MS = 50;
/** How long the ends of the log are reused. */
const LOOK_EVERY_MS = 10_000;

interface Look {
  /** By Date.now(). */
  at: number;
  ends: ReadonlyMap<number, Pick<Bounds, 'high'>>;
}

/** Decides whether commands without an outcome can still get one. */
export class AppliedCommands {
  private look: Look | undefined;

  constructor(private readonly options: AppliedCommandsOptions) {}

  /**
   * Whether every command that was sent to these partitions until `time` is either applied or missing on the log. Reads the ends of the
   * log, and returns true once everything before these is applied; under load, that is only the case at a later call.
   * @param time milliseconds since the epoch, by a gateway's clock
   * @param partitions all if absent
   */
  async isPast(time: number, partitions?: readonly number[]): Promise<boolean> {
    const now = Date.now();
    if (now - time < ON_ITS_WAY_MS) return false;
    if (this.look !== undefined && this.look.at - time >= ON_ITS_WAY_MS && (await this.isApplied(this.look, partitions))) return true;
    if (this.look !== undefined && now - this.look.at < LOOK_EVERY_MS) return false;
    this.look = { at: now, ends: await this.options.ends() };
    return this.isApplied(this.look, partitions);
  }

  /** Resolves with true once everything that is on the log now is applied, or with false after `timeoutMs`. */
  async settle(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    const look = { at: Date.now(), ends: await this.options.ends() };
    while (!(await this.isApplied(look))) {
      if (performance.now() >= deadline) return false;
      await sleep(SETTLE_POLL_MS);
    }
    return true;
  }

  private async isApplied({ ends }: Look, partitions: readonly number[] = [...ends.keys()]): Promise<boolean> {
    const { rows } = await this.options.pool.query<{ partition: number; log_offset: number }>(
      'select partition, next_offset - log_shift as log_offset from partition_offset where consumer = $1 and partition = any($2::int[])',
      [CONSUMER, [...partitions]],
    );
    const applied = new Map(rows.map(({ partition, log_offset }) => [partition, log_offset]));
    return partitions.every((partition) => (applied.get(partition) ?? 0) >= (ends.get(partition)?.high ?? 0));
  }
}
