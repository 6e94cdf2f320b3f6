import { DirectoryFollower, type DirectoryFollowerOptions } from './directory-follower.js';

const FIRST_AGAIN_MS = 1000;
const LAST_AGAIN_MS = 60_000;

/**
 * Keeps a copy for a process that can work without it: a failed reader is restarted after a second, later after up to a minute, and does
 * not stop the process.
 */
export class RetryingFollower {
  private follower: DirectoryFollower | undefined;
  private again: NodeJS.Timeout | undefined;
  private closed = false;
  private againMs = FIRST_AGAIN_MS;

  constructor(private readonly options: Omit<DirectoryFollowerOptions, 'onFatal'>) {}

  start(): void {
    if (this.closed) return;
    let ended = false;
    const follower = new DirectoryFollower({
      ...this.options,
      onFatal: (error) => {
        if (ended) return;
        ended = true;
        const { againMs } = this;
        this.againMs = Math.min(2 * againMs, LAST_AGAIN_MS);
        this.options.logger.warn({ err: error, againInMs: againMs }, 'The directory cannot be followed at the moment.');
        void follower.close();
        this.again = setTimeout(() => this.start(), againMs).unref();
      },
    });
    this.follower = follower;
    follower.start();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.again);
    await this.follower?.close();
  }
}
