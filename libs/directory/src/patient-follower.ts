import { DirectoryFollower, type DirectoryFollowerOptions } from './directory-follower.js';

const AGAIN_MS = 60_000;

/** Keeps a copy for a process that does its work without one: a reader that ended is begun anew a minute later, and ends nothing else. */
export class PatientFollower {
  private follower: DirectoryFollower | undefined;
  private again: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly options: Omit<DirectoryFollowerOptions, 'onFatal'>) {}

  start(): void {
    if (this.closed) return;
    let ended = false;
    const follower = new DirectoryFollower({
      ...this.options,
      onFatal: (error) => {
        if (ended) return;
        ended = true;
        this.options.logger.warn({ err: error, againInMs: AGAIN_MS }, 'The directory is not followed for now.');
        void follower.close();
        this.again = setTimeout(() => this.start(), AGAIN_MS).unref();
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
