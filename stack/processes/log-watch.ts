import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** Most bytes of one look; the rest is read by the next one. */
const LOOK_BYTES = 1024 * 1024;
const LONGEST_LINE = 8192;

/** Looks for lines in what a server writes to its log file from now on. */
export class LogWatch {
  private position: number;
  /** The beginning of a line whose end was not written at the last look. */
  private begun = '';

  constructor(
    private readonly file: string,
    private readonly line: RegExp,
  ) {
    this.position = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Whether such a line was written since the last look. A file that cannot be read now is read at the next look. */
  look(): boolean {
    const fresh = this.read();
    const lines = (this.begun + fresh).split('\n');
    this.begun = lines.pop()!.slice(-LONGEST_LINE);
    return lines.some((each) => this.line.test(each));
  }

  private read(): string {
    let handle: number | undefined;
    try {
      handle = openSync(this.file, 'r');
      const { size } = fstatSync(handle);
      if (size < this.position) {
        this.position = 0;
        this.begun = '';
      }
      const buffer = Buffer.alloc(Math.min(size - this.position, LOOK_BYTES));
      const bytes = readSync(handle, buffer, 0, buffer.length, this.position);
      this.position += bytes;
      return buffer.toString('latin1', 0, bytes);
    } catch {
      return '';
    } finally {
      if (handle !== undefined) closeSync(handle);
    }
  }
}
