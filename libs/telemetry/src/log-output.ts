import { write, writeSync } from 'node:fs';

/** Most bytes that wait to be written, and so the most that one turn of the event loop can log. */
const WAITING_BYTES = 1024 * 1024;
const RETRY_MS = 250;
/** For a pipe with a slow reader, which usually has room again within milliseconds. */
const BUSY_RETRY_MS = 10;
/** For the last lines of a process: half a second in total. */
const MAX_BUSY_WAITS = 50;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));
/** Errors after which nobody can read this output any more. */
const GONE = new Set(['EPIPE', 'EBADF', 'ECONNRESET', 'ENOTCONN']);

interface LogOutputOptions {
  waitingBytes?: number;
  /** Makes the line that reports lost lines. */
  report?: (lost: number) => string;
}

/**
 * Writes the lines of a log to a file descriptor. Lines that cannot be written yet wait; if too many wait, new ones are dropped and
 * counted, and one line reports their number once there is room. Errors of the output never reach the process: pino's own destination emits
 * them as an event that ends the process, and its `flushSync` waits for ever while a disk is full.
 */
export class LogOutput {
  private waiting: string[] = [];
  private waitingBytes = 0;
  /** The part of the output that the system has not accepted yet; starts in the middle of a line if a part was written. */
  private rest: Buffer | undefined;
  private writing = false;
  private retry: NodeJS.Timeout | undefined;
  private gone = false;
  private unreported = 0;
  private lost = 0;
  private readonly limit: number;

  constructor(
    private readonly fd: number,
    private readonly options: LogOutputOptions = {},
  ) {
    this.limit = options.waitingBytes ?? WAITING_BYTES;
  }

  /** Number of dropped lines since the process started. */
  get droppedLines(): number {
    return this.lost;
  }

  write(line: string): void {
    if (this.gone || this.waitingBytes + line.length > this.limit) return this.drop(1);
    this.keep(line);
    if (!this.retry) this.next();
  }

  /** Writes the waiting lines synchronously as far as there is room. Called before the process exits, and by pino for fatal errors. */
  flushSync(): void {
    if (this.gone) return;
    // The system finishes writing bytes that it already has, even while the process exits.
    let piece = Buffer.concat([this.writing ? Buffer.alloc(0) : (this.rest ?? Buffer.alloc(0)), this.takeWaiting()]);
    if (!this.writing) this.rest = undefined;
    for (let waits = 0; piece.length > 0;) {
      try {
        piece = piece.subarray(writeSync(this.fd, piece));
      } catch (error) {
        const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        if (isBusy && waits++ < MAX_BUSY_WAITS) {
          Atomics.wait(PAUSE, 0, 0, BUSY_RETRY_MS);
          continue;
        }
        if (this.writing) this.keep(piece.toString());
        else this.rest = piece;
        return;
      }
    }
  }

  private next(): void {
    if (this.writing || this.gone) return;
    if (this.rest === undefined && this.waiting.length === 0) return;
    const piece = (this.rest ??= this.takeWaiting());
    this.writing = true;
    write(this.fd, piece, 0, piece.length, null, (error, bytes) => {
      this.writing = false;
      if (error) return this.failed(error);
      this.written(piece, bytes);
      this.reportLost();
      this.next();
    });
  }

  private written(piece: Buffer, bytes: number): void {
    this.rest = bytes < piece.length ? piece.subarray(bytes) : undefined;
  }

  private failed(error: NodeJS.ErrnoException): void {
    if (GONE.has(error.code ?? '')) {
      this.gone = true;
      this.drop(this.waiting.length);
      this.waiting = [];
      this.rest = undefined;
      return;
    }
    this.retry = setTimeout(
      () => {
        this.retry = undefined;
        this.next();
      },
      error.code === 'EAGAIN' ? BUSY_RETRY_MS : RETRY_MS,
    );
    // A log that cannot be written must not keep the process alive.
    this.retry.unref();
  }

  /** Called once all waiting lines are written, so that the report is at the place of the lost lines. */
  private reportLost(): void {
    if (this.unreported === 0 || this.rest !== undefined || this.waiting.length > 0 || !this.options.report) return;
    this.keep(this.options.report(this.unreported));
    this.unreported = 0;
  }

  private keep(line: string): void {
    this.waiting.push(line);
    this.waitingBytes += line.length;
  }

  private takeWaiting(): Buffer {
    const piece = Buffer.from(this.waiting.join(''));
    this.waiting = [];
    this.waitingBytes = 0;
    return piece;
  }

  private drop(lines: number): void {
    this.lost += lines;
    this.unreported += lines;
  }
}

let ofProcess: LogOutput | undefined;

/**
 * Standard output as the log of this process; all loggers share it.
 * @param report creates the line that reports lost lines
 */
export function standardOutput(report: (lost: number) => string): LogOutput {
  if (ofProcess) return ofProcess;
  const output = new LogOutput(1, { report });
  // Other output, such as a library's warnings, must not end the process either.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('exit', () => output.flushSync());
  return (ofProcess = output);
}

/** Number of dropped lines in the log of this process since it started. */
export function droppedLogLines(): number {
  return ofProcess?.droppedLines ?? 0;
}
