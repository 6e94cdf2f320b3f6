/** Lines that wait to be written before writers must wait. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/** Lines of several writers for one reader, bounded on both sides. */
export class LineQueue {
  private lines: Buffer[] = [];
  private bytes = 0;
  private wakeReader: (() => void) | undefined;
  private waitingWriters: (() => void)[] = [];
  private isClosed = false;

  /** Waits while too much is waiting. Lines after the end of the reader are dropped. */
  async put(line: Buffer): Promise<void> {
    if (this.isClosed) return;
    this.lines.push(line);
    this.bytes += line.length;
    this.wakeReader?.();
    while (this.bytes > MAX_WAITING_BYTES && !this.isClosed) await new Promise<void>((resolve) => this.waitingWriters.push(resolve));
  }

  /** Until `written` settles and all was read. @throws what `written` is rejected with */
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
