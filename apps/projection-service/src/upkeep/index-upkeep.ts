import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import { asOneInstance } from '#postgres/one-instance.js';
import type { UpkeepTask, UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { fillMissedAges } from '../objects/ages/missed-ages.js';
import { ensureLikenessIndex } from '../search/index/likeness-index.js';
import { findMissedTexts, takeUpTexts } from '../search/index/object-texts.js';
import type { CommitSignal } from '../storage/commits/commit-signal.js';
import type { WorkspaceTurns } from '../storage/workspace-turns.js';
import { sumUpCells } from '../tiles/counts/cell-counts.js';
import { recountCells } from '../tiles/counts/cell-recount.js';

/** How long queued changes wait for the next round. */
const ROUND_MS = 300;
/** Rounds without a commit query nothing for this long, in case a notification is missing. */
const QUIET_MS = 3_000;
/** Time until an instance without the lock tries again. */
const TURN_MS = 3_000;
/** Time until the second recount, or after a failed one. By then, a rolling update has ended all old instances, which queue no changes. */
const RECOUNT_SOON_MS = 10 * 60_000;
const RECOUNT_MS = 24 * 60 * 60_000;
/** Number of deleted rows that triggers a vacuum: they slow down reads of the queues, and autovacuum runs only once a minute. */
const VACUUM_AFTER = 20_000;

const INDEX_AGAIN_MS = 60_000;

/** One query is all that a round takes while nothing changes. */
const QUEUED = `
  select exists (select from cell_change) or exists (select from cell_category_change) or exists (select from search_due) as queued`;

export interface IndexUpkeepOptions {
  /** Needs at least three connections: one holds the lock, the others do the work. */
  pool: Pool;
  /** Commits of all instances. */
  commits: Pick<CommitSignal, 'notified'>;
  logger: Logger;
  registry: Registry;
  tasks: UpkeepTasks;
}

/** Maintains the object counts by cell and the search words, outside the units of work, on one instance at a time. */
export class IndexUpkeep {
  private readonly stopping = new AbortController();
  private readonly taken: Counter<'what'>;
  private running: Promise<void> | undefined;
  private indexing: Promise<void> | undefined;
  private readonly taking: UpkeepTask;
  private readonly recounting: UpkeepTask;
  private sinceVacuum = 0;
  private takenUpAt = 0;
  /** Commits before the last query that found nothing. */
  private quietSince = -1;
  private readonly turns: WorkspaceTurns = new Map();

  constructor(private readonly options: IndexUpkeepOptions) {
    this.taken = new Counter({
      name: 'waymark_projection_indexed_total',
      help: 'Changes recorded by units and then processed: object counts by cell, objects whose search words changed.',
      labelNames: ['what'],
      registers: [options.registry],
    });
    this.taking = options.tasks.add('noted-changes', ROUND_MS);
    this.recounting = options.tasks.add('recount', RECOUNT_MS);
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.running, this.indexing]);
  }

  private async run(): Promise<void> {
    const { pool, logger } = this.options;
    while (!this.stopping.signal.aborted) {
      const mine = await asOneInstance(pool, 'waymark.index-upkeep', async () => {
        await this.work();
        return true;
      }).catch((error: unknown) => {
        if (!this.stopping.signal.aborted)
          logger.warn(
            { err: error },
            'The instance that maintains counts by cell and search words could not be determined; the service tries again in seconds.',
          );
        return true;
      });
      if (!mine) for (const task of [this.taking, this.recounting]) task.inHand();
      await this.pause(TURN_MS);
    }
  }

  private async makeIndex(): Promise<void> {
    const { pool, logger } = this.options;
    while (!this.stopping.signal.aborted) {
      try {
        return void (await ensureLikenessIndex(pool, logger, 'concurrently', this.stopping.signal));
      } catch (error) {
        if (!this.stopping.signal.aborted)
          logger.warn({ err: error }, 'The index of similar words could not be created; the service tries again in a minute.');
      }
      await this.pause(INDEX_AGAIN_MS);
    }
  }

  /** Runs as long as this instance holds the lock. */
  private async work(): Promise<void> {
    // In parallel to the rest, since it takes minutes with many words.
    this.indexing ??= this.makeIndex().finally(() => (this.indexing = undefined));
    const { signal } = this.stopping;
    const recount = (): Promise<boolean> => this.recounting.attempt(() => this.recount(), signal);
    await recount();
    let recountAt = performance.now() + RECOUNT_SOON_MS;
    while (!signal.aborted) {
      // A failed recount is repeated sooner, and delays nothing else.
      if (performance.now() >= recountAt) recountAt = performance.now() + ((await recount()) ? RECOUNT_MS : RECOUNT_SOON_MS);
      const begun = performance.now();
      let more = false;
      const taken = await this.taking.attempt(async () => void (more = await this.takeUp()), signal);
      // The connection failed, so the lock may be lost as well.
      if (!taken) return;
      // Under load this work takes half of the time, and leaves the other half to units and readers.
      await this.pause(more ? performance.now() - begun : ROUND_MS);
    }
  }

  private async recount(): Promise<void> {
    const { pool, logger } = this.options;
    const between = (): Promise<void> => this.keepUp();
    const cells = await recountCells(pool, between);
    const texts = await findMissedTexts(pool, between);
    const ages = await fillMissedAges(pool, between);
    if (cells + texts + ages > 0)
      logger.info(
        { cells, objects: texts, ages },
        'Objects missing in the counts by cell, the search or the order by age are being added.',
      );
  }

  /** Processes the queues while all objects are examined, which takes long with many objects. */
  private async keepUp(): Promise<void> {
    this.stopping.signal.throwIfAborted();
    if (performance.now() - this.takenUpAt > ROUND_MS) await this.takeUp();
  }

  /** Processes a batch of each queue, if anything is queued. @returns whether more is waiting */
  private async takeUp(): Promise<boolean> {
    const { pool, commits } = this.options;
    const { notified } = commits;
    if (notified === this.quietSince && performance.now() - this.takenUpAt < QUIET_MS) return false;
    const { rows } = await pool.query<{ queued: boolean }>({ name: 'queued', text: QUEUED });
    const { queued } = rows[0]!;
    const more = queued && (await this.takeBatches());
    this.takenUpAt = performance.now();
    this.quietSince = queued ? -1 : notified;
    return more;
  }

  private async takeBatches(): Promise<boolean> {
    const { pool } = this.options;
    const cells = await sumUpCells(pool, this.turns);
    const texts = await takeUpTexts(pool, this.turns);
    this.taken.inc({ what: 'cell-changes' }, cells.taken);
    this.taken.inc({ what: 'objects' }, texts.taken);
    this.sinceVacuum += cells.taken + texts.taken;
    if (this.sinceVacuum >= VACUUM_AFTER) {
      this.sinceVacuum = 0;
      await pool.query('vacuum cell_change');
      await pool.query('vacuum cell_category_change');
      await pool.query('vacuum search_due');
    }
    return cells.more || texts.more;
  }

  private async pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
