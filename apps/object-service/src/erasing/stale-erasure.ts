import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { asOneInstance } from '#postgres/one-instance.js';
import type { UpkeepTask, UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import { erasureCommands } from './erasure-commands.js';
import { type StaleRule, staleRules } from './stale-rules.js';
import { staleAfter, type StalePage, undecided } from './stale-sql.js';

export interface StaleErasureOptions {
  copy: DirectoryCopy;
  /** Needs at least two connections: one holds the lock, the other does the work. */
  pool: Pool;
  producer: Pick<CoalescingProducer, 'send'>;
  topicPrefix: string;
  partitions: number;
  /** Limits the additional load on the units of work. */
  objectsPerSecond: number;
  tasks: UpkeepTasks;
  logger: Logger;
  /** Interval between two rounds. */
  everyMs: number;
}

const PAGE_ROWS = 5000;
const BATCH_OBJECTS = 500;
const FIRST_LOOK_MS = 1000;
const POLL_MS = 50;
const TIMEOUT_MS = 10_000;

/**
 * Erases objects that have had no changes for the time that their workspace has configured. The commands contain the revision that was
 * read, so an object that reports at the same moment stays. One instance at a time walks the whole table by its key, and only if some
 * workspace has such a rule.
 */
export class StaleErasure {
  private readonly stopping = new AbortController();
  private readonly task: UpkeepTask;
  private running: Promise<void> | undefined;

  constructor(private readonly options: StaleErasureOptions) {
    this.task = options.tasks.add('stale-objects', options.everyMs);
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { copy, everyMs } = this.options;
    const { signal } = this.stopping;
    for (let pause = FIRST_LOOK_MS; !signal.aborted; pause = copy.complete ? everyMs : FIRST_LOOK_MS) {
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      // Only with a complete copy: a record that has not been read yet may be a hold.
      await this.task.attempt(async () => copy.complete && (await this.look()), signal);
    }
  }

  /** @returns whether the whole table was examined */
  private async look(): Promise<boolean> {
    const { copy, pool, logger } = this.options;
    if (staleRules(copy, Date.now()).length === 0) return true;
    const erased = await asOneInstance(pool, 'waymark.stale-erasure', () => this.walk());
    if (erased === undefined) this.task.inHand();
    else if (erased > 0) logger.info({ erased }, 'Inactive objects were erased according to the retention of their workspaces.');
    return erased !== undefined;
  }

  /** Applies the present rules to each page, so that a removed rule has no further effect. @returns number of requested erasures */
  private async walk(): Promise<number> {
    let requested = 0;
    for (let after: string | undefined = ''; after !== undefined;) {
      const rules: readonly StaleRule[] = staleRules(this.options.copy, Date.now());
      if (rules.length === 0) break;
      const page: StalePage = await staleAfter(this.options.pool, rules, after, PAGE_ROWS);
      for (let i = 0; i < page.stale.length; i += BATCH_OBJECTS) await this.erase(page.stale.slice(i, i + BATCH_OBJECTS));
      requested += page.stale.length;
      after = page.last;
      this.task.inHand();
      this.stopping.signal.throwIfAborted();
    }
    return requested;
  }

  /**
   * Publishes a batch and waits until it is decided. The wait is limited, since an erasure that a new hold refuses leaves its object
   * unchanged.
   */
  private async erase(objects: StalePage['stale']): Promise<void> {
    const { producer, pool, objectsPerSecond } = this.options;
    const { signal } = this.stopping;
    const since = performance.now();
    await producer.send(erasureCommands(objects, 'retention', this.options));
    while (performance.now() - since < TIMEOUT_MS && (await undecided(pool, objects)) > 0) await sleep(POLL_MS, undefined, { signal });
    const pace = (objects.length / objectsPerSecond) * 1000 - (performance.now() - since);
    if (pace > 0) await sleep(pace, undefined, { signal });
  }
}
