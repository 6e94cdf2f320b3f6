import type { Pool } from 'pg';
import { partitionOf } from '#kafka/records/partition.js';
import { pause } from '#lifecycle/abortable-pause.js';
import type { Logger } from '#telemetry/logger.js';
import { CONSUMER } from '../storage/consumer.js';
import type { StatePublisher } from './state-publisher.js';

export interface AllStatesOptions {
  pool: Pool;
  states: Pick<StatePublisher, 'changedUnheld' | 'flush'>;
  /** Number of partitions of the object topics. */
  partitions: number;
  /** Partitions that other processes own by now. */
  givenAway: () => Promise<ReadonlySet<number>>;
  logger: Logger;
}

const OBJECTS_AT_ONCE = 2000;
const RETRY_MS = 1000;

/**
 * Publishes the states of all objects of a partition again after a broker was restored or replaced, since any of them may be missing
 * on `object.state`. It runs in the background, step by step. The pending partitions are stored, so that their next owner continues.
 */
export class AllStates {
  private work = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private owned: readonly number[] = [];

  constructor(private readonly options: AllStatesOptions) {}

  /** Call it when partitions are assigned. */
  take(partitions: readonly number[]): void {
    this.owned = partitions;
    this.begin();
  }

  /** Requests that all states of a partition are published again. */
  async due(partition: number): Promise<void> {
    await this.options.pool.query('update partition_offset set all_states_due = true where consumer = $1 and partition = $2', [
      CONSUMER,
      partition,
    ]);
    this.begin();
  }

  async stop(): Promise<void> {
    this.work.abort();
    await this.running;
  }

  private begin(): void {
    this.work.abort();
    const work = (this.work = new AbortController());
    this.running = this.running.then(async () => {
      while (!work.signal.aborted) {
        try {
          return await this.publish(work.signal);
        } catch (error) {
          this.options.logger.warn(
            { error: String(error) },
            'the states of all objects have not all been published again; the service tries again',
          );
          await pause(RETRY_MS, work.signal);
        }
      }
    });
  }

  private async publish(signal: AbortSignal): Promise<void> {
    const { pool, givenAway, logger } = this.options;
    const { rows } = await pool.query<{ partition: number }>(
      'select partition from partition_offset where consumer = $1 and partition = any($2::int[]) and all_states_due',
      [CONSUMER, [...this.owned]],
    );
    const due = new Set(rows.map(({ partition }) => partition));
    if (due.size === 0) return;
    const objects = await this.publishObjects(due, signal);
    if (signal.aborted) return;
    const others = await givenAway();
    const done = [...due].filter((partition) => !others.has(partition));
    await pool.query('update partition_offset set all_states_due = false where consumer = $1 and partition = any($2::int[])', [
      CONSUMER,
      done,
    ]);
    logger.info({ partitions: done, objects }, 'the states of all objects of these partitions were published again');
  }

  private async publishObjects(due: ReadonlySet<number>, signal: AbortSignal): Promise<number> {
    const { pool, states, partitions } = this.options;
    let objects = 0;
    for (let after = ''; !signal.aborted;) {
      const { rows } = await pool.query<{ external_id: string }>({
        name: 'ids-of-objects',
        text: 'select external_id from object where external_id > $1 order by external_id limit $2',
        values: [after, OBJECTS_AT_ONCE],
      });
      for (const { external_id: id } of rows) {
        const partition = partitionOf(id, partitions);
        if (!due.has(partition)) continue;
        states.changedUnheld(partition, id);
        objects++;
      }
      // Wait for the broker before reading more.
      await this.flush(signal);
      if (rows.length < OBJECTS_AT_ONCE) break;
      after = rows.at(-1)!.external_id;
    }
    // The last pass may have started before the last objects were added.
    await this.flush(signal);
    return objects;
  }

  private async flush(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await this.options.states.flush())) await pause(RETRY_MS, signal);
  }
}
