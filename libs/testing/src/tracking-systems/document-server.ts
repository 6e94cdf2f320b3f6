import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ServerTls, serverTlsOptions } from '../server-tls.js';

/** A server for one document that supports `If-None-Match` and records its requests. */
export class DocumentServer {
  /** Answers for the next requests, one each, instead of the document. */
  readonly next: ((response: ServerResponse) => void)[] = [];
  readonly requests: IncomingMessage['headers'][] = [];
  /** Statuses of the answers, in order. */
  readonly statuses: number[] = [];
  contentType = 'application/json';
  private document: Buffer = Buffer.alloc(0);
  private version = 0;

  private constructor(
    private readonly server: Server,
    private readonly scheme: 'http' | 'https',
  ) {}

  /** @param tls if absent, nothing is encrypted */
  static async start(tls?: ServerTls): Promise<DocumentServer> {
    const answer = (request: IncomingMessage, response: ServerResponse): void => double.answer(request, response);
    const server = tls === undefined ? createServer(answer) : createTlsServer(serverTlsOptions(tls), answer);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const double = new DocumentServer(server, tls === undefined ? 'http' : 'https');
    return double;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}/document`;
  }

  /** Sets the document for later requests. */
  show(document: string | Uint8Array): void {
    this.document = Buffer.from(document);
    this.version++;
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request.headers);
    response.on('finish', () => this.statuses.push(response.statusCode));
    const other = this.next.shift();
    if (other !== undefined) return other(response);
    const etag = `"${this.version}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { etag, 'content-type': this.contentType }).end(this.document);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
