import { BackupError } from './backup-error.js';

/** A named part of a backup. */
export interface BackupEntry {
  name: string;
  data: AsyncIterable<Buffer>;
}

/** A frame consists of its kind, the length of its payload (four bytes), and the payload. */
const FRAME_HEAD = 5;
const BEGIN = 1;
const DATA = 2;
const END = 3;
const END_OF_BACKUP = 4;
const MAX_FRAME_BYTES = 1024 * 1024;

function frame(kind: number, payload: Buffer): Buffer[] {
  const head = Buffer.alloc(FRAME_HEAD);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(payload.length, 1);
  return [head, payload];
}

const nothing = Buffer.alloc(0);

/** Serialises entries as a stream that needs no sizes in advance. */
export async function* framed(entries: AsyncIterable<BackupEntry>): AsyncGenerator<Buffer> {
  for await (const { name, data } of entries) {
    yield* frame(BEGIN, Buffer.from(name));
    for await (const piece of data) {
      for (let at = 0; at < piece.length; at += MAX_FRAME_BYTES) yield* frame(DATA, piece.subarray(at, at + MAX_FRAME_BYTES));
    }
    yield* frame(END, nothing);
  }
  yield* frame(END_OF_BACKUP, nothing);
}

/** Returns exactly the requested number of bytes, without copying if they are contiguous. */
class ByteSource {
  private rest: Buffer = nothing;
  private readonly pieces: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.pieces = source[Symbol.asyncIterator]();
  }

  /** The next bytes; undefined if the stream ends before. */
  async take(bytes: number): Promise<Buffer | undefined> {
    while (this.rest.length < bytes) {
      const { done, value } = await this.pieces.next();
      if (done) return undefined;
      this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value]);
    }
    const taken = this.rest.subarray(0, bytes);
    this.rest = this.rest.subarray(bytes);
    return taken;
  }

  async isAtEnd(): Promise<boolean> {
    while (this.rest.length === 0) {
      const { done, value } = await this.pieces.next();
      if (done) return true;
      this.rest = value;
    }
    return false;
  }
}

/**
 * Reads the entries of a stream from `framed`. The unread rest of an entry is skipped when the next one is requested. Only the end of the
 * iteration proves that the stream is complete.
 * @throws BackupError if the stream is invalid or incomplete
 */
export async function* unframed(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<BackupEntry> {
  const bytes = new ByteSource(source);
  const next = async (): Promise<{ kind: number; payload: Buffer }> => {
    const head = await bytes.take(FRAME_HEAD);
    const length = head?.readUInt32BE(1) ?? 0;
    if (length > MAX_FRAME_BYTES)
      throw new BackupError(`${name} is not understood: a part is ${length} bytes long. It may be of a newer version of Waymark.`);
    const payload = await bytes.take(length);
    if (head === undefined || payload === undefined)
      throw new BackupError(`${name} ends in the middle. It was not written to its end: use another backup.`);
    return { kind: head.readUInt8(0), payload };
  };
  for (;;) {
    const { kind, payload } = await next();
    if (kind === END_OF_BACKUP) break;
    if (kind !== BEGIN)
      throw new BackupError(`${name} is not understood: a part begins with ${kind}. It may be of a newer version of Waymark.`);
    let open = true;
    const data = (async function* () {
      while (open) {
        const piece = await next();
        if (piece.kind === DATA) yield piece.payload;
        else open = false;
      }
    })();
    yield { name: payload.toString(), data };
    for (;;) if ((await data.next()).done) break;
    // A caller that leaves the loop over the data early ends that generator, so the rest is skipped here.
    while (open) open = (await next()).kind === DATA;
  }
  if (!(await bytes.isAtEnd())) throw new BackupError(`${name} goes on behind its end. Use another backup.`);
}
