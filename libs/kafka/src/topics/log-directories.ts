import { connect } from 'node:net';

/** A folder with a broker's logs, and the size of its disk in bytes. */
export interface LogDirectory {
  totalBytes: number;
  usableBytes: number;
}

const ANSWER_TIMEOUT_MS = 1500;
/** Small, since a broker has few folders and no topics are requested. */
const MAX_ANSWER_BYTES = 64 * 1024;
const CORRELATION_ID = 1;

/** DescribeLogDirs (35) v4, which returns the sizes of disks (KIP-827), without a client id and for no topic. */
const REQUEST = framed(Buffer.from([0, 35, 0, 4, 0, 0, 0, CORRELATION_ID, 0xff, 0xff, 0, 1, 0]));

/**
 * The disks of a broker, for which kafkajs has no call.
 * @throws Error if the broker does not answer in 1.5 s, does not support the request, or has lost a folder
 */
export function logDirectories(host: string, port: number): Promise<LogDirectory[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let received = Buffer.alloc(0);
    // A limit for the whole answer, so that single bytes now and then cannot prolong it.
    const timer = setTimeout(() => settle(() => reject(new Error('The broker does not answer.'))), ANSWER_TIMEOUT_MS);
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      socket.destroy();
      done();
    };
    socket.once('connect', () => socket.write(REQUEST));
    socket.once('error', (error) => settle(() => reject(error)));
    socket.once('close', () => settle(() => reject(new Error('The broker closed the connection.'))));
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const length = received.length < 4 ? 0 : received.readInt32BE(0);
      if (length < 0 || length > MAX_ANSWER_BYTES) return settle(() => reject(new Error('The broker answers with something else.')));
      if (received.length < 4 || received.length < 4 + length) return;
      settle(() => {
        try {
          resolve(readAnswer(received.subarray(4, 4 + length)));
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  });
}

/** @param answer without its length @throws Error for an error code, RangeError for an incomplete answer */
export function readAnswer(answer: Buffer): LogDirectory[] {
  const reader = new Reader(answer);
  if (reader.int32() !== CORRELATION_ID) throw new Error('The broker answers something else.');
  reader.tags();
  reader.skip(4);
  fail(reader.int16());
  return reader.array(() => {
    fail(reader.int16());
    reader.skip(reader.varint() - 1);
    reader.array(() => {
      throw new Error('The broker answered with topics, which were not asked for.');
    });
    const directory = { totalBytes: reader.int64(), usableBytes: reader.int64() };
    reader.tags();
    return directory;
  });
}

function fail(code: number): void {
  if (code !== 0) throw new Error(`The broker answers with the error ${code}.`);
}

function framed(request: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(request.length);
  return Buffer.concat([length, request]);
}

/** Reads the types of Kafka's protocol that are needed here (KIP-482). */
class Reader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  skip(count: number): void {
    this.at += count;
  }

  int16(): number {
    return this.bytes.readInt16BE((this.at += 2) - 2);
  }

  int32(): number {
    return this.bytes.readInt32BE((this.at += 4) - 4);
  }

  int64(): number {
    return Number(this.bytes.readBigInt64BE((this.at += 8) - 8));
  }

  varint(): number {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.bytes.readUInt8(this.at++);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  tags(): void {
    for (let count = this.varint(); count > 0; count--) {
      this.varint();
      this.skip(this.varint());
    }
  }

  array<T>(read: () => T): T[] {
    const length = this.varint() - 1;
    return Array.from({ length: Math.max(0, length) }, read);
  }
}
