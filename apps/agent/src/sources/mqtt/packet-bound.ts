import { randomBytes } from 'node:crypto';

/** Kind of a packet in the upper half of its first byte; bits of a PUBLISH in the lower (MQTT 3.1.1, sections 2.2.1 and 3.3.1). */
const PUBLISH = 3;
const QOS_BITS = 0b0110;
const MORE_BIT = 0x80;
const MOST_HEADER_BYTES = 5;
const MARK_BYTES = 16;

/** Something other than a message is larger than any broker has reason to send. */
export class PacketTooLargeError extends Error {
  override readonly name = 'PacketTooLargeError';
  /** Errors without one are not told by MQTT.js. */
  readonly code = 'ERR_PACKET_TOO_LARGE';
}

/**
 * Follows the packets that a broker sends (MQTT 3.1.1, section 2.2; the same in 5) and holds back what is too large to
 * be read, since MQTT.js gathers a packet whole,
 * up to 256 MB, and only 5 lets a client say how much it takes. Packets within the bound pass as they are. Of a larger
 * message flags, topic and packet id pass, so that it can be
 * acknowledged and does not come again for ever; its payload is replaced by a few bytes that `sizeOf` knows, when all of it has come.
 */
export class PacketBound {
  /** Nobody who publishes knows it. */
  private readonly mark = randomBytes(MARK_BYTES);
  /** First byte and length of a packet, as far as they came. */
  private header: number[] = [];
  /** Bytes of the packet that are still to come. */
  private left = 0;
  /** Topic and packet id of a message that is too large, as far as they came; undefined for what passes. */
  private beginning: Buffer | undefined;
  /** What is read in place of the message that is passed over, when it is at its end. */
  private replacement: Buffer | undefined;

  /**
   * @param maxBytes of a packet behind its header: at least 128 KiB, so that any topic is within it @param version of
   * MQTT: in 5 a message has properties, which are left out with its payload
   */
  constructor(
    private readonly maxBytes: number,
    private readonly version: '3.1.1' | '5',
  ) {}

  /** Whether a packet has begun and is not at its end. */
  get underWay(): boolean {
    return this.left > 0 || this.header.length > 0;
  }

  /** What is to be read in place of these bytes. @throws PacketTooLargeError */
  take(bytes: Buffer): Buffer[] {
    const passing: Buffer[] = [];
    for (let at = 0; at < bytes.length;) {
      if (this.left === 0) at = this.readHeader(bytes, at, passing);
      else if (this.beginning !== undefined) at = this.readBeginning(this.beginning, bytes, at);
      else {
        const end = Math.min(bytes.length, at + this.left);
        if (this.replacement === undefined) passing.push(bytes.subarray(at, end));
        this.left -= end - at;
        at = end;
        // No sooner: what is not there yet is not acknowledged.
        if (this.left === 0 && this.replacement !== undefined) {
          passing.push(this.replacement);
          this.replacement = undefined;
        }
      }
    }
    return passing;
  }

  /** How many bytes the payload had that this one stands for; undefined for one that is as it was sent. */
  sizeOf(payload: Buffer): number | undefined {
    return payload.length > MARK_BYTES && payload.subarray(0, MARK_BYTES).equals(this.mark)
      ? Number(payload.subarray(MARK_BYTES))
      : undefined;
  }

  private readHeader(bytes: Buffer, from: number, passing: Buffer[]): number {
    for (let at = from; at < bytes.length; at++) {
      this.header.push(bytes[at]!);
      const isLast = this.header.length > 1 && (bytes[at]! & MORE_BIT) === 0;
      if (!isLast && this.header.length < MOST_HEADER_BYTES) continue;
      // A length of more than four bytes is none: whoever parses the packets says so.
      this.left = isLast ? lengthOf(this.header) : Infinity;
      this.begin(passing);
      return at + 1;
    }
    return bytes.length;
  }

  private begin(passing: Buffer[]): void {
    const kind = this.header[0]! >> 4;
    const isTooLarge = this.left !== Infinity && this.left > this.maxBytes;
    if (isTooLarge && kind !== PUBLISH)
      throw new PacketTooLargeError(
        `The broker sent a packet of the kind ${kind} with ${this.left} bytes, which is no message. Is it a broker of MQTT?`,
      );
    if (isTooLarge) {
      this.beginning = Buffer.alloc(0);
      return;
    }
    passing.push(Buffer.from(this.header));
    this.header = [];
  }

  private readBeginning(before: Buffer, bytes: Buffer, from: number): number {
    const flags = this.header[0]!;
    let beginning = before;
    // Twice: the first two bytes say how long the topic is.
    let at = from;
    for (
      let wanted = bytesWanted(beginning, flags);
      at < bytes.length && beginning.length < wanted;
      wanted = bytesWanted(beginning, flags)
    ) {
      const end = Math.min(bytes.length, at + wanted - beginning.length);
      beginning = Buffer.concat([beginning, bytes.subarray(at, end)]);
      this.left -= end - at;
      at = end;
    }
    this.beginning = beginning;
    if (beginning.length < bytesWanted(beginning, flags)) return at;
    const rest = Buffer.concat([beginning, ...(this.version === '5' ? [Buffer.of(0)] : []), this.mark, Buffer.from(String(this.left))]);
    this.replacement = Buffer.from([flags, ...lengthBytes(rest.length), ...rest]);
    this.header = [];
    this.beginning = undefined;
    return at;
  }
}

/** Of a message before its properties and payload. */
function bytesWanted(beginning: Buffer, flags: number): number {
  return beginning.length < 2 ? 2 : 2 + beginning.readUInt16BE(0) + ((flags & QOS_BITS) === 0 ? 0 : 2);
}

function lengthOf(header: readonly number[]): number {
  return header.slice(1).reduce((sum, byte, index) => sum + (byte & ~MORE_BIT) * 128 ** index, 0);
}

function lengthBytes(length: number): number[] {
  return length < 128 ? [length] : [(length % 128) | MORE_BIT, ...lengthBytes(Math.floor(length / 128))];
}
