import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';

/** One action of the simulated hub; the log has them in their order. */
export type SentLine =
  /** A position was sent on a socket. */
  | {
      readonly kind: 'sent';
      readonly socket: number;
      readonly number: number;
      readonly thing: string;
      readonly at: number;
      readonly lat?: number;
      readonly lon?: number;
      readonly x?: number;
      readonly y?: number;
    }
  /** A position was not sent to a slow reader: it was replaced by a later one, or dropped. */
  | { readonly kind: 'merged' | 'dropped'; readonly socket: number; readonly thing: string; readonly at: number }
  /** A position while no socket was subscribed. */
  | { readonly kind: 'unheard'; readonly thing: string; readonly at: number }
  | {
      readonly kind: 'fence';
      readonly socket: number;
      readonly thing: string;
      readonly fence: string;
      readonly entry: boolean;
      readonly at: number;
    }
  | { readonly kind: 'opened' | 'closed'; readonly socket: number }
  /** The client's socket has read everything up to this number. Lines sent later and before `closed` may be lost. */
  | { readonly kind: 'read'; readonly socket: number; readonly number: number };

/** Stores what the simulated hub sent, in memory or, for a separate process, as NDJSON in a file. */
export class SentLog {
  readonly lines: SentLine[] = [];
  private readonly file: WriteStream | undefined;

  constructor(path?: string) {
    this.file = path === undefined ? undefined : createWriteStream(path, { flags: 'a' });
  }

  write(line: SentLine): void {
    if (this.file) this.file.write(`${JSON.stringify(line)}\n`);
    else this.lines.push(line);
  }

  async close(): Promise<void> {
    if (this.file === undefined) return;
    this.file.end();
    await once(this.file, 'close');
  }
}
