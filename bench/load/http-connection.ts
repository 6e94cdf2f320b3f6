import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** A keep-alive HTTP/1.1 connection with one call at a time; it uses as little CPU as possible, and does only what the benchmark needs. */
export class HttpConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #ended: Error | undefined;
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the gateway closed the connection')));
  }

  static async open(url: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new HttpConnection(socket);
  }

  /** Whether the gateway has closed it, for instance because it was not used for too long. */
  get isEnded(): boolean {
    return this.#ended !== undefined;
  }

  call(request: string): Promise<Answer> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) return this.#fail(new Error(`an answer without Content-Length: ${head.slice(0, 200)}`));
    const end = headEnd + HEAD_END.length + Number(length);
    if (this.#received.length < end) return;
    const body = this.#received.subarray(headEnd + HEAD_END.length, end);
    this.#received = this.#received.subarray(end);
    if (this.#waiting === undefined) return this.#fail(new Error(`an answer without a call: ${head.slice(0, 200)}`));
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    resolve({ status: Number(head.slice(9, 12)), body });
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}
