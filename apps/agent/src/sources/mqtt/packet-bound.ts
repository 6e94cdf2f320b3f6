import { randomBytes } from 'node:crypto';

/** The packet type in the upper half of the first byte; flags of a PUBLISH in the lower (MQTT 3.1.1, sections 2.2.1 and 3.3.1). */
const PUBLISH = 3;
const QOS_BITS = 0b0110;
const MORE_BIT = 0x80;
const MAX_HEADER_BYTES = 5;
const MARK_BYTES = 16;

/** A packet other than a message is larger than any broker has reason to send. */
export class PacketTooLargeError extends Error {
  override readonly name = 'PacketTooLargeError';
  /** MQTT.js does not report errors without a code. */
  readonly code = 'ERR_PACKET_TOO_LARGE';
}

/**
 * Follows the packets that a broker sends (MQTT 3.1.1, section 2.2; the same in 5) and holds back those that are too large. MQTT.js buffers
 * whole packets, up to 256 MB, and only MQTT 5 lets a client announce a limit. Packets within the limit pass unchanged. Of a larger
 * message, flags, topic and packet id pass, so that it can be acknowledged and does not come again forever; after its end its payload is
 * replaced by a few bytes that `sizeOf` recognises.
 */
export class PacketBound {
  /** Unknown to publishers. */
  private readonly mark = randomBytes(MARK_BYTES);
  /** First byte and length of a packet, as far as received. */
  private header: number[] = [];
  /** Remaining bytes of the packet. */
  private left = 0;
  /** Topic and packet id of a message that is too large, as far as received; undefined for packets that pass. */
  private beginning: Buffer | undefined;
  /** Replaces the skipped message after its end. */
  private replacement: Buffer | undefined;

  /**
   * @param maxBytes of a packet after its header: at least 128 KiB, so that it covers any topic
   * @param version of MQTT: in 5 a message has properties, which are left out with its payload
   */
  constructor(
    private readonly maxBytes: number,
    private readonly version: '3.1.1' | '5',
  ) {}

  /** Whether a packet has started and not ended. */
  get underWay(): boolean {
    return this.left > 0 || this.header.length > 0;
  }

  /** The bytes to read instead of these. @throws PacketTooLargeError */
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
        // Not earlier, so that an incomplete message is never acknowledged.
        if (this.left === 0 && this.replacement !== undefined) {
          passing.push(this.replacement);
          this.replacement = undefined;
        }
      }
    }
    return passing;
  }

  /** Original size of a replaced payload; undefined for an unchanged one. */
  sizeOf(payload: Buffer): number | undefined {
    return payload.length > MARK_BYTES && payload.subarray(0, MARK_BYTES).equals(this.mark)
      ? Number(payload.subarray(MARK_BYTES))
      : undefined;
  }

  private readHeader(bytes: Buffer, from: number, passing: Buffer[]): number {
    for (let at = from; at < bytes.length; at++) {
      this.header.push(bytes[at]!);
      const isLast = this.header.length > 1 && (bytes[at]! & MORE_BIT) === 0;
      if (!isLast && this.header.length < MAX_HEADER_BYTES) continue;
      // A length of more than four bytes is invalid; the packet parser reports it.
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
    // Twice, because the first two bytes contain the length of the topic.
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

/** Length of a message before its properties and payload. */
function bytesWanted(beginning: Buffer, flags: number): number {
  return beginning.length < 2 ? 2 : 2 + beginning.readUInt16BE(0) + ((flags & QOS_BITS) === 0 ? 0 : 2);
}

function lengthOf(header: readonly number[]): number {
  return header.slice(1).reduce((sum, byte, index) => sum + (byte & ~MORE_BIT) * 128 ** index, 0);
}

function lengthBytes(length: number): number[] {
  return length < 128 ? [length] : [(length % 128) | MORE_BIT, ...lengthBytes(Math.floor(length / 128))];
}
