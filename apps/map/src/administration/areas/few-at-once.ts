/** A queue that runs only a few calls at once, in order. */
export class FewAtOnce {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly max: number) {}

  /** Runs the call when it is its turn. @throws the error of the call, or the reason of the signal if it is aborted before that */
  async run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.running >= this.max) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      signal?.throwIfAborted();
      return await call();
    } finally {
      const next = this.waiting.shift();
      // The next call takes over this place.
      if (next === undefined) this.running--;
      else next();
    }
  }
}

/** The reads of the rows on the areas page. Few, because browsers have six connections to a server and the rest of the page needs some. */
export const areaReads = new FewAtOnce(4);
