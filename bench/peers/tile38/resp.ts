/** A value of the Redis protocol (RESP 2). An error is an `Error` within the reply. */
export type Reply = string | number | null | Error | readonly Reply[];

const CR = 13;

/** A command of ASCII parts. */
export function encodeCommand(parts: readonly string[]): string {
  return `*${parts.length}\r\n${parts.map((part) => `$${part.length}\r\n${part}\r\n`).join('')}`;
}

/** Splits the bytes of a connection into replies. */
export class RespReader {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  /** Adds received bytes. @returns the replies that are complete now */
  push(chunk: Buffer): Reply[] {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const replies: Reply[] = [];
    let end = 0;
    this.#at = 0;
    for (let reply = this.#next(); reply !== undefined; reply = this.#next()) {
      replies.push(reply);
      end = this.#at;
    }
    this.#bytes = this.#bytes.subarray(end);
    return replies;
  }

  /** The reply at the present place, and moves behind it; undefined if it is incomplete. */
  #next(): Reply | undefined {
    const lineEnd = this.#bytes.indexOf(CR, this.#at);
    if (lineEnd < 0 || lineEnd + 1 >= this.#bytes.length) return undefined;
    const kind = String.fromCharCode(this.#bytes[this.#at]!);
    const line = this.#bytes.toString('latin1', this.#at + 1, lineEnd);
    this.#at = lineEnd + 2;
    if (kind === '+') return line;
    if (kind === '-') return new Error(line);
    if (kind === ':') return Number(line);
    if (kind === '$') return this.#bulk(Number(line));
    if (kind === '*') return this.#list(Number(line));
    throw new Error(`"${kind}${line}" is not a reply of the Redis protocol.`);
  }

  #bulk(length: number): Reply | undefined {
    if (length < 0) return null;
    const start = this.#at;
    if (start + length + 2 > this.#bytes.length) return undefined;
    this.#at = start + length + 2;
    return this.#bytes.toString('utf8', start, start + length);
  }

  #list(length: number): Reply | undefined {
    if (length < 0) return null;
    const items: Reply[] = [];
    while (items.length < length) {
      const item = this.#next();
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }
}
