import { connect, type Socket } from 'node:net';
import { type Reply, RespReader } from './resp.js';

/** A connection on the loopback with one pipeline of commands at a time. */
export class RespConnection {
  readonly #reader = new RespReader();
  #ended: Error | undefined;
  #replies: Reply[] = [];
  #waiting: { count: number; resolve: (replies: Reply[]) => void; reject: (error: Error) => void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static async open(port: number): Promise<RespConnection> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RespConnection(socket);
  }

  /** Sends encoded commands in ASCII. @returns their replies, errors included */
  send(commands: string, count: number): Promise<Reply[]> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting = { count, resolve, reject };
      this.socket.write(commands, 'latin1');
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#replies.push(...this.#reader.push(chunk));
    if (!this.#waiting || this.#replies.length < this.#waiting.count) return;
    const { resolve } = this.#waiting;
    const replies = this.#replies;
    this.#replies = [];
    this.#waiting = undefined;
    resolve(replies);
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}
