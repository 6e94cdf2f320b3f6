import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { PacketBound } from './packet-bound.js';

/** A connection to a broker that reads only what its bound lets pass. Writes are unchanged; back-pressure works in both directions. */
export class BoundedStream extends Duplex {
  /** @param onUnderWay for bytes that do not end a packet: during a long packet, the broker's answers to pings wait behind it */
  constructor(
    private readonly connection: Socket,
    private readonly bound: PacketBound,
    private readonly onUnderWay: () => void,
  ) {
    super({ allowHalfOpen: false });
    connection.on('data', (bytes: Buffer) => this.forward(bytes));
    connection.once('end', () => this.push(null));
    connection.on('error', (error) => this.destroy(error));
    // Data that arrived before the end is still read.
    connection.once('close', () => void (connection.readableEnded || this.destroy()));
  }

  private forward(bytes: Buffer): void {
    if (this.destroyed) return;
    try {
      const passing = this.bound.take(bytes);
      if (passing.length > 0 && !this.push(passing.length === 1 ? passing[0] : Buffer.concat(passing))) this.connection.pause();
      if (this.bound.underWay) this.onUnderWay();
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  override _read(): void {
    this.connection.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.send(bytes, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  /** Reports no write errors: the connection's own events say why it ended. */
  private send(bytes: Buffer, done: (error?: Error | null) => void): void {
    if (this.connection.destroyed) done();
    else this.connection.write(bytes, () => done());
  }

  override _final(done: () => void): void {
    if (this.connection.destroyed) done();
    else this.connection.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.connection.destroy();
    done(error);
  }
}
