/** Most bytes of waiting lines before writers have to wait. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/** Passes lines of several writers to one reader, with limited memory. */
export class LineQueue {
  private lines: Buffer[] = [];
  private bytes = 0;
  private wakeReader: (() => void) | undefined;
  private waitingWriters: (() => void)[] = [];
  private isClosed = false;

  /** Adds a line, after waiting for room. Lines after the end of the reader are dropped. */
  async put(line: Buffer): Promise<void> {
    if (this.isClosed) return;
    this.lines.push(line);
    this.bytes += line.length;
    this.wakeReader?.();
    while (this.bytes > MAX_WAITING_BYTES && !this.isClosed) await new Promise<void>((resolve) => this.waitingWriters.push(resolve));
  }

  /** Reads lines until `written` settles and all are read. @throws the rejection of `written` */
  async *drain(written: Promise<void>): AsyncGenerator<Buffer> {
    let over = false;
    const end = () => {
      over = true;
      this.wakeReader?.();
    };
    written.then(end, end);
    try {
      for (;;) {
        const taken = this.lines;
        this.empty();
        if (taken.length > 0) yield Buffer.concat(taken);
        else if (over) return await written;
        else await new Promise<void>((resolve) => (this.wakeReader = resolve));
      }
    } finally {
      this.isClosed = true;
      this.empty();
    }
  }

  private empty(): void {
    this.lines = [];
    this.bytes = 0;
    for (const wake of this.waitingWriters.splice(0)) wake();
  }
}
