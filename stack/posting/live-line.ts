/** A line that is rewritten on a terminal; in a file or pipe, a new line every few seconds. */
export class LiveLine {
  readonly #terminal: boolean;
  #shown = 0;
  #lastAt = -Infinity;

  constructor(
    private readonly out: NodeJS.WriteStream = process.stdout,
    private readonly everyMs = 5_000,
  ) {
    this.#terminal = out.isTTY === true;
  }

  show(line: string): void {
    if (this.#terminal) {
      const cut = line.slice(0, Math.max(20, (this.out.columns ?? 80) - 1));
      this.out.write(`\r${cut.padEnd(this.#shown)}`);
      this.#shown = cut.length;
    } else if (performance.now() - this.#lastAt >= this.everyMs) {
      this.out.write(`${line}\n`);
      this.#lastAt = performance.now();
    }
  }

  /** Prints a permanent line above the live one. */
  print(text: string, stream: NodeJS.WriteStream = this.out): void {
    this.#clear();
    stream.write(`${text}\n`);
  }

  /** Prints the last figures permanently. */
  end(line: string): void {
    this.#clear();
    this.out.write(`${line}\n`);
  }

  #clear(): void {
    if (this.#terminal && this.#shown > 0) this.out.write(`\r${' '.repeat(this.#shown)}\r`);
    this.#shown = 0;
  }
}
