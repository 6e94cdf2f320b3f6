const MAX_LINE_BYTES = 1024;

/** Splits a stream of bytes into lines. A line longer than any sentence is dropped completely. */
export class LineSplitter {
  private rest = '';
  private dropping = false;

  add(bytes: Buffer): string[] {
    const parts = (this.rest + bytes.toString('latin1')).split(/\r?\n/);
    this.rest = parts.pop() ?? '';
    if (this.dropping && parts.length > 0) {
      parts.shift();
      this.dropping = false;
    }
    if (this.rest.length > MAX_LINE_BYTES) {
      this.rest = '';
      this.dropping = true;
    }
    return this.dropping && parts.length === 0 ? [] : parts.filter((line) => line.length <= MAX_LINE_BYTES);
  }
}
