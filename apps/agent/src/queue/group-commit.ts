import type { DatabaseSync } from 'node:sqlite';
import { isCorrupt, isPassing } from './sqlite-faults.js';
import type { Tallies } from './tallies.js';

/** Work that only changes the database, so it can run again after its transaction failed. */
type Work<T> = () => T;

interface Job {
  readonly work: Work<unknown>;
  readonly bytes: number;
  readonly done: (result: unknown) => void;
  readonly failed: (error: Error) => void;
}

export interface GroupCommitOptions {
  readonly database: DatabaseSync;
  readonly tallies: Tallies;
  /** Whether this many more bytes fit; called before each handover. It may make room, within a separate transaction that it starts. */
  readonly admits: (bytes: number) => boolean;
  /** The disk accepts no writes (`true`, with the system's error), and accepts them again (`false`). */
  readonly onStuck: (stuck: boolean, error?: Error) => void;
  /** Written data is unreadable: the process should end and restart with the salvaged data. */
  readonly onCorrupt: (error: Error) => void;
}

/** Handovers within this time share a transaction and thus one wait for the disk; it is the maximum delay of each. */
const GATHER_MS = 5;
/** Limit of one transaction, so that it stays short; a single handover may be larger. */
const MAX_BATCH_BYTES = 2 * 1024 * 1024;
/** Delay before a full disk is tried again. */
const AGAIN_MS = 500;

/** Rejects work that is submitted after the end. */
export class QueueClosedError extends Error {
  override readonly name = 'QueueClosedError';

  constructor() {
    super('The queue is closed: the agent ends. What was not acknowledged has to be sent again.');
  }
}

/**
 * All database changes go through here: changes within some milliseconds share one transaction and one wait for the disk (`synchronous =
 * full`). Changes that make room (outcomes of calls) never wait for those that need it (handovers).
 */
export class GroupCommit {
  private readonly urgent: Job[] = [];
  private readonly bulk: Job[] = [];
  private timer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  private lastCommit = -Infinity;
  private stuck = false;
  private closed = false;

  constructor(private readonly options: GroupCommitOptions) {}

  /** Handovers that wait for room or for the disk. */
  get waiting(): number {
    return this.bulk.length;
  }

  /** Resolves when the work is on disk; waits for room. @throws QueueClosedError */
  handOver<T>(bytes: number, work: Work<T>): Promise<T> {
    return this.add(this.bulk, bytes, work);
  }

  /** Resolves when the work is on disk; needs no room. @throws QueueClosedError */
  change<T>(work: Work<T>): Promise<T> {
    return this.add(this.urgent, 0, work);
  }

  /** There may be room again. */
  wake(): void {
    if (!this.closed && this.timer === undefined && this.bulk.length + this.urgent.length > 0) this.schedule(this.stuck ? AGAIN_MS : 0);
  }

  /** Tries once more to write the waiting work, and rejects what fails. */
  close(): void {
    this.clearTimer();
    for (let left = Infinity; this.urgent.length + this.bulk.length < left && !this.stuck;) {
      left = this.urgent.length + this.bulk.length;
      if (left === 0) break;
      this.flush();
    }
    this.clearTimer();
    this.closed = true;
    for (const job of [...this.urgent.splice(0), ...this.bulk.splice(0)]) job.failed(new QueueClosedError());
  }

  private add<T>(jobs: Job[], bytes: number, work: Work<T>): Promise<T> {
    if (this.closed) return Promise.reject(new QueueClosedError());
    return new Promise<T>((done, failed) => {
      jobs.push({ work, bytes, done: done as (result: unknown) => void, failed });
      // Earlier work already waits for the disk or for room.
      if (this.timer === undefined && !this.stuck) this.schedule(this.lastCommit + GATHER_MS - performance.now());
    });
  }

  private schedule(ms: number): void {
    this.timer = ms <= 0 ? setImmediate(() => this.flush()) : setTimeout(() => this.flush(), ms);
  }

  private clearTimer(): void {
    clearTimeout(this.timer as NodeJS.Timeout);
    clearImmediate(this.timer as NodeJS.Immediate);
    this.timer = undefined;
  }

  private flush(): void {
    this.clearTimer();
    try {
      this.batch();
    } catch (error) {
      this.options.onCorrupt(error as Error);
    }
    this.lastCommit = performance.now();
    if (this.closed || this.timer !== undefined) return;
    if (this.stuck) this.schedule(AGAIN_MS);
    else if (this.urgent.length > 0) this.schedule(0);
    // Work that found no room is retried, in case room becomes free elsewhere.
    else if (this.bulk.length > 0) this.schedule(this.blocked ? AGAIN_MS : 0);
  }

  private blocked = false;

  private batch(): void {
    const urgent = this.urgent.splice(0);
    if (urgent.length > 0 && !this.write(urgent, this.urgent)) return;
    const bulk: Job[] = [];
    let bytes = 0;
    this.blocked = false;
    for (let next = this.bulk[0]; next !== undefined && (bytes === 0 || bytes + next.bytes <= MAX_BATCH_BYTES); next = this.bulk[0]) {
      this.blocked = !this.admit(bytes + next.bytes);
      if (this.blocked) break;
      bulk.push(this.bulk.shift()!);
      bytes += next.bytes;
    }
    if (bulk.length > 0) this.write(bulk, this.bulk);
  }

  /** Making room is also a change. */
  private admit(bytes: number): boolean {
    try {
      return this.options.admits(bytes);
    } catch (error) {
      if (!isPassing(error)) throw error;
      this.setStuck(true, error as Error);
      return false;
    }
  }

  /** @returns false if the disk accepted nothing; the jobs are then back in their queue */
  private write(jobs: Job[], from: Job[]): boolean {
    const { tallies } = this.options;
    let results: unknown[];
    try {
      results = this.transaction(() => jobs.map(({ work }) => work()));
    } catch (error) {
      if (isPassing(error)) {
        from.unshift(...jobs);
        this.setStuck(true, error as Error);
        return false;
      }
      if (isCorrupt(error)) {
        for (const job of jobs) job.failed(error as Error);
        throw error;
      }
      // One of the jobs is faulty; the others must not fail because of it.
      if (jobs.length > 1) return this.writeEach(jobs, from);
      jobs[0]!.failed(error as Error);
      return true;
    }
    tallies.committed();
    this.setStuck(false);
    for (const [at, job] of jobs.entries()) job.done(results[at]);
    return true;
  }

  private writeEach(jobs: Job[], from: Job[]): boolean {
    for (const [at, job] of jobs.entries()) {
      if (this.write([job], from)) continue;
      // After the job that is back at the front.
      from.splice(1, 0, ...jobs.slice(at + 1));
      return false;
    }
    return true;
  }

  /** @throws the database's error; nothing has changed then */
  transaction<T>(work: Work<T>): T {
    const { database, tallies } = this.options;
    try {
      database.exec('begin immediate');
      const result = work();
      tallies.write();
      database.exec('commit');
      return result;
    } catch (error) {
      tallies.forget();
      // Some errors have already ended the transaction.
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }

  private setStuck(stuck: boolean, error?: Error): void {
    if (stuck) this.makeRoomInLog();
    if (stuck === this.stuck) return;
    this.stuck = stuck;
    this.options.onStuck(stuck, error);
  }

  /** On a full disk the write-ahead log cannot grow, but its contents may fit into existing pages of the file. */
  private makeRoomInLog(): void {
    try {
      this.options.database.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // There is no room for that either; the next attempt tries again.
    }
  }
}
