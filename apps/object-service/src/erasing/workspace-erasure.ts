import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { topicName } from '#kafka/topics/topics.js';
import { asOneInstance } from '#postgres/one-instance.js';
import type { UpkeepTask, UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import { erasureCommands } from './erasure-commands.js';
import type { ErasureRecord } from './erasure-record.js';
import { finish, ownedAfter, type OwnedId, processedOffsets, unerased, unfinished } from './erasure-sql.js';

export interface WorkspaceErasureOptions {
  copy: DirectoryCopy;
  /** Needs at least two connections: one holds the lock, the other does the work. */
  pool: Pool;
  kafka: KafkaConnection;
  producer: Pick<CoalescingProducer, 'send'>;
  topicPrefix: string;
  partitions: number;
  /** Limits the additional load on the units of work. */
  objectsPerSecond: number;
  tasks: UpkeepTasks;
  record: Pick<ErasureRecord, 'noteWorkspaces'>;
  logger: Logger;
  /**
   * A workspace is done when nothing is found this long after this process learned of its deletion, in milliseconds. Default 60,000: a
   * gateway that learned of it later may have accepted a last call.
   */
  settleMs?: number;
}

const PAGE_ROWS = 5000;
const BATCH_OBJECTS = 500;
const ROUND_MS = 60_000;
/** Time until the next attempt after a failed round; doubles with each further failure, up to a whole round. */
const FIRST_RETRY_MS = 1000;
/** Interval while another instance does the work, and so the time until it is taken over if that instance dies. */
const OTHERS_TURN_MS = 5000;
/** Interval while legal holds keep objects; long, since each round reads the whole table. */
const HELD_ROUND_MS = 600_000;
const SETTLE_MS = 60_000;
const POLL_MS = 50;
const TIMEOUT_MS = 60_000;
/** After this time, remaining objects are requested again: a unit that does not know the legal holds yet refuses erasures. */
const ASK_AGAIN_MS = 5000;

/**
 * Erases the objects of workspaces that the directory has deleted, by commands on the log, so that each object keeps a single writer
 * and a single order of changes. One instance at a time walks the whole table; after a crash the walk starts again and skips objects
 * that are already erased. Objects under a legal hold stay, and their workspace is not done. While the directory is down, the work
 * continues with the known deletions.
 */
export class WorkspaceErasure {
  private readonly stopping = new AbortController();
  private readonly task: UpkeepTask;
  private readonly notifiedAt = new Map<string, number>();
  /** Workspaces that are known to be erased, and not checked again. */
  private readonly done = new Set<string>();
  private wake: (() => void) | undefined;
  private hasNews = false;
  private running: Promise<void> | undefined;
  private left = 0;

  constructor(private readonly options: WorkspaceErasureOptions) {
    this.task = options.tasks.add('deleted-workspaces', HELD_ROUND_MS);
  }

  /** Number of deleted workspaces that are not known to be erased. */
  get pending(): number {
    return this.left;
  }

  start(): void {
    this.options.copy.onWorkspaceDeleted(() => {
      this.hasNews = true;
      this.wake?.();
    });
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake?.();
    await this.running;
  }

  private async run(): Promise<void> {
    for (let retryIn = FIRST_RETRY_MS; !this.stopping.signal.aborted;) {
      this.hasNews = false;
      let nextIn = retryIn;
      const done = await this.task.attempt(async () => void (nextIn = await this.round()), this.stopping.signal);
      retryIn = done ? FIRST_RETRY_MS : Math.min(2 * retryIn, ROUND_MS);
      await this.untilWoken(nextIn);
    }
  }

  private async untilWoken(waitMs: number): Promise<void> {
    if (this.stopping.signal.aborted || this.hasNews) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, waitMs);
    });
    this.wake = undefined;
    clearTimeout(timer);
  }

  /** @returns milliseconds until the next round */
  private async round(): Promise<number> {
    const { copy, pool } = this.options;
    const pending = [...copy.deletedWorkspaces.keys()].filter((id) => !this.done.has(id));
    const waiting = await unfinished(pool, pending);
    for (const id of pending) if (!waiting.includes(id)) this.done.add(id);
    this.left = waiting.length;
    if (waiting.length === 0) return ROUND_MS;
    const now = performance.now();
    for (const id of waiting) if (!this.notifiedAt.has(id)) this.notifiedAt.set(id, now);
    return (await asOneInstance(pool, 'waymark.erasure', () => this.erase(waiting))) ?? OTHERS_TURN_MS;
  }

  private async erase(workspaces: readonly string[]): Promise<number> {
    const { settleMs = SETTLE_MS, pool, record, logger } = this.options;
    const begun = performance.now();
    record.noteWorkspaces(workspaces);
    await this.logIsProcessed();
    const { erased, held } = await this.walk(workspaces);
    if (erased > 0) logger.info({ workspaces: workspaces.length, erased }, 'Objects of deleted workspaces were erased.');
    if (held.size > 0)
      logger.info({ workspaces: [...held] }, 'Objects of deleted workspaces are under a legal hold; they are erased once it is released.');
    const settled = workspaces.filter((id) => begun - this.notifiedAt.get(id)! >= settleMs);
    if (erased > 0) return 0;
    const empty = settled.filter((id) => !held.has(id));
    if (empty.length > 0) {
      await finish(pool, empty);
      for (const id of empty) this.done.add(id);
      this.left -= empty.length;
      logger.info({ workspaces: empty }, 'All data of deleted workspaces was removed.');
    }
    if (settled.length < workspaces.length) return settleMs;
    return held.size > 0 ? HELD_ROUND_MS : ROUND_MS;
  }

  /** Waits until earlier commands are applied, since they may create objects that the walk would miss. */
  private async logIsProcessed(): Promise<void> {
    const { kafka, topicPrefix, pool } = this.options;
    const admin = kafka.admin();
    await admin.connect();
    let ends: { partition: number; high: string; low: string }[];
    try {
      ends = await admin.fetchTopicOffsets(topicName(topicPrefix, 'object.commands'));
    } finally {
      await admin.disconnect();
    }
    await this.until('the commands before them are processed', async () => {
      const offsets = await processedOffsets(pool);
      return ends.every(({ partition, high, low }) => high === low || (offsets.get(partition) ?? 0) >= Number(high));
    });
  }

  /** @returns number of erased objects, and the workspaces with objects under a legal hold */
  private async walk(workspaces: readonly string[]): Promise<{ erased: number; held: Set<string> }> {
    let erased = 0;
    const held = new Set<string>();
    for (let after: string | undefined = ''; after !== undefined;) {
      const page = await ownedAfter(this.options.pool, workspaces, after, PAGE_ROWS);
      const { free: objects, held: kept } = await unerased(this.options.pool, page.owned);
      for (const { workspace } of kept) held.add(workspace);
      for (let i = 0; i < objects.length; i += BATCH_OBJECTS) await this.eraseBatch(objects.slice(i, i + BATCH_OBJECTS));
      erased += objects.length;
      after = page.last;
      this.task.inHand();
      this.stopping.signal.throwIfAborted();
    }
    return { erased, held };
  }

  /** Publishes a batch and waits until it is applied, so that at most one batch delays the fleet's commands. */
  private async eraseBatch(objects: readonly OwnedId[]): Promise<void> {
    const { producer, pool, objectsPerSecond } = this.options;
    const since = performance.now();
    let left = objects;
    let askAgainAt = 0;
    await this.until('they are applied', async () => {
      left = (await unerased(pool, left)).free;
      if (left.length === 0) return true;
      if (performance.now() < askAgainAt) return false;
      await producer.send(erasureCommands(left, 'workspace-erasure', this.options));
      askAgainAt = performance.now() + ASK_AGAIN_MS;
      return false;
    });
    const pace = (objects.length / objectsPerSecond) * 1000 - (performance.now() - since);
    if (pace > 0) await sleep(pace, undefined, { signal: this.stopping.signal });
  }

  private async until(what: string, fulfilled: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + TIMEOUT_MS;
    while (!(await fulfilled())) {
      if (performance.now() > deadline) throw new Error(`Waited ${TIMEOUT_MS / 1000} s without success until ${what}.`);
      await sleep(POLL_MS, undefined, { signal: this.stopping.signal });
    }
  }
}
