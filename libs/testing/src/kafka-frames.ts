const LENGTH_BYTES = 4;

/** Returns where the first message of `bytes` ends, or undefined while that is unknown; `cut` is the number of earlier messages. */
export type MessageEnd = (bytes: Buffer, cut: number) => number | undefined;

const frameEnd: MessageEnd = (bytes) => (bytes.length < LENGTH_BYTES ? undefined : LENGTH_BYTES + bytes.readInt32BE(0));

/** Splits a connection's bytes into frames, independent of packets; by default Kafka's (`int32 length`, then as many bytes). */
export class FrameCutter {
  private rest: Buffer = Buffer.alloc(0);
  private cut = 0;

  constructor(private readonly endOf: MessageEnd = frameEnd) {}

  /** The frames that are now complete, each including its length. */
  push(chunk: Buffer): Buffer[] {
    let bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const frames: Buffer[] = [];
    for (;;) {
      const end = this.endOf(bytes, this.cut);
      if (end === undefined || bytes.length < end) break;
      frames.push(bytes.subarray(0, end));
      bytes = bytes.subarray(end);
      this.cut++;
    }
    this.rest = bytes;
    return frames;
  }
}

/** `int16 apiKey, int16 version, int32 correlationId` of a request frame. */
export function requestHead(frame: Buffer): { apiKey: number; correlationId: number } {
  return { apiKey: frame.readInt16BE(4), correlationId: frame.readInt32BE(8) };
}

export function responseCorrelation(frame: Buffer): number {
  return frame.readInt32BE(4);
}

/** Whether a frame of any version contains this topic's name. The length before the name excludes longer names. */
export function namesTopic(frame: Buffer, topic: string): boolean {
  const name = Buffer.from(topic);
  const length = Buffer.alloc(2);
  length.writeInt16BE(name.length);
  return frame.includes(Buffer.concat([length, name]));
}

/**
 * Brokers send their own addresses in Metadata and FindCoordinator answers. This replaces the port by that of the proxy, so that clients
 * stay behind the proxy. The host, and with it all lengths, stay the same, so the version of the frame does not matter.
 */
export function replaceAddress(frame: Buffer, host: string, port: number, byPort: number): Buffer {
  const wanted = Buffer.concat([Buffer.from(host), int32(port)]);
  const replacement = Buffer.concat([Buffer.from(host), int32(byPort)]);
  const copy = Buffer.from(frame);
  for (let at = copy.indexOf(wanted); at >= 0; at = copy.indexOf(wanted, at + wanted.length)) replacement.copy(copy, at);
  return copy;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
