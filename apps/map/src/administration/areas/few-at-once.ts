/** A queue that runs only a few calls at once, in the order of the requests. */
export class FewAtOnce {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly most: number) {}

  /** Makes the call when it is its turn. @throws what the call throws; the reason of the signal when it is aborted before its turn */
  async run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      signal?.throwIfAborted();
      return await call();
    } finally {
      const next = this.waiting.shift();
      // The next one takes this one's place.
      if (next === undefined) this.running--;
      else next();
    }
  }
}

/** The reads of each row of the areas page: browsers have six connections to a server, and the rest of the page needs some too. */
export const areaReads = new FewAtOnce(4);
