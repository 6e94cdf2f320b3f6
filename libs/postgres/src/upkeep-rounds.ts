import type { Pool } from 'pg';
import { asOneInstance } from './one-instance.js';

export interface UpkeepRoundsOptions {
  /** Of at least two connections: one holds the turn, the other does the work. */
  pool: Pool;
  /** Names the turn, of which one instance has one at a time. */
  turn: string;
  everyMs: number;
  work: (stopping: AbortSignal) => Promise<void>;
  /** The next round comes nevertheless. Not told of what a stop has cut short. */
  onError: (error: unknown) => void;
}

/** Work that is to be done now and then, by one instance at a time: at the start, after a while, and when something was heard. */
export class UpkeepRounds {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private heardMore = false;

  constructor(private readonly options: UpkeepRoundsOptions) {}

  start(): void {
    this.timer = setInterval(() => this.begin(), this.options.everyMs);
    this.begin();
  }

  /** Something is to be done: a round now, and one more when one is under way. */
  wake(): void {
    this.heardMore = true;
    this.begin();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.running;
  }

  private begin(): void {
    if (this.stopping.signal.aborted || this.running) return;
    this.heardMore = false;
    this.running = this.round().finally(() => {
      this.running = undefined;
      if (this.heardMore) this.begin();
    });
  }

  private async round(): Promise<void> {
    const { pool, turn, work, onError } = this.options;
    try {
      await asOneInstance(pool, turn, () => work(this.stopping.signal));
    } catch (error) {
      if (!this.stopping.signal.aborted) onError(error);
    }
  }
}
