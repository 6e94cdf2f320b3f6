import type { Pool } from 'pg';
import { asOneInstance } from './one-instance.js';
import type { UpkeepTask } from './upkeep-tasks.js';

/** One task of a round. */
export interface UpkeepStep {
  task: UpkeepTask;
  /** @returns the same as the work of `UpkeepTask.attempt` */
  work: (stopping: AbortSignal) => Promise<boolean | void>;
}

export interface UpkeepRoundsOptions {
  /** Needs at least two connections: one holds the lock, the other does the work. */
  pool: Pool;
  /** Name of the lock that lets one instance work at a time. */
  turn: string;
  everyMs: number;
  /** The steps of a round, in order; a failing one does not stop the others. */
  steps: readonly UpkeepStep[];
}

/** Periodic work by one instance at a time: at the start, at intervals, and after `wake`. */
export class UpkeepRounds {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private runAgain = false;

  constructor(private readonly options: UpkeepRoundsOptions) {}

  start(): void {
    this.timer = setInterval(() => this.begin(), this.options.everyMs);
    this.begin();
  }

  /** Starts a round now, or another one after the current one. */
  wake(): void {
    this.runAgain = true;
    this.begin();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.running;
  }

  private begin(): void {
    if (this.stopping.signal.aborted || this.running) return;
    this.runAgain = false;
    this.running = this.round().finally(() => {
      this.running = undefined;
      if (this.runAgain) this.begin();
    });
  }

  private async round(): Promise<void> {
    const { pool, turn, steps } = this.options;
    const { signal } = this.stopping;
    const mine = asOneInstance(pool, turn, async () => {
      for (const { task, work } of steps) await task.attempt(() => work(signal), signal);
      return true;
    });
    // Without a database, every task fails and logs its failure.
    await mine.then(
      (done) => done || steps.forEach(({ task }) => task.inHand()),
      (error: unknown) => Promise.all(steps.map(({ task }) => task.attempt(() => Promise.reject(error as Error), signal))),
    );
  }
}
