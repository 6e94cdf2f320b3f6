import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type ServerTls, serverTlsOptions } from '#testing/server-tls.js';

export interface PostedCall {
  readonly key: string;
  readonly priority: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly elements: readonly { readonly externalId: string; readonly observedAt: string }[];
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** True: records the call and closes the connection instead of answering. */
  readonly cut?: boolean;
}

/** A server that behaves like the gateway and gives the answers of a test; it remembers keys as the gateway does. */
export class FakeGateway {
  readonly calls: PostedCall[] = [];
  /** Ids of elements that were applied, in order; a repeated key applies nothing. */
  readonly applied: string[] = [];
  answer: (call: PostedCall, times: number) => FakeAnswer | undefined | Promise<FakeAnswer | undefined> = () => undefined;
  /** Answers GET requests. */
  lookUp: (path: string) => FakeAnswer = () => ({ status: 404 });
  private readonly keys = new Map<string, string>();
  private readonly times = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    private readonly scheme: 'http' | 'https',
  ) {}

  /** @param tls without it, the connection is not encrypted */
  static async start(tls?: ServerTls): Promise<FakeGateway> {
    const take = (request: IncomingMessage, response: ServerResponse): void => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void gateway.reply(request.method!, request.url!, request.headers, Buffer.concat(chunks)).then(({ status, headers, body, cut }) => {
          if (cut) return request.socket.destroy();
          response.writeHead(status, { 'content-type': 'application/json', ...headers });
          response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
        });
      });
    };
    const server = tls === undefined ? createServer(take) : createTlsServer(serverTlsOptions(tls), take);
    const gateway = new FakeGateway(server, tls === undefined ? 'http' : 'https');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return gateway;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Keys of the calls, without repetitions. */
  get callKeys(): string[] {
    return [...new Set(this.calls.map(({ key }) => key))];
  }

  apply({ key, elements }: PostedCall): FakeAnswer {
    const ids = elements.map(({ externalId }) => externalId);
    const known = this.keys.get(key);
    if (known !== undefined && known !== ids.join()) return problem(422, 'idempotency-key-reused');
    if (known === undefined) this.applied.push(...ids);
    this.keys.set(key, ids.join());
    return {
      status: 200,
      body: { operationId: key, results: ids.map((externalId, index) => ({ index, externalId, status: 'updated', revision: 1 })) },
    };
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async reply(method: string, url: string, headers: IncomingHttpHeaders, body: Buffer): Promise<FakeAnswer> {
    if (method === 'GET') return this.lookUp(url);
    const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
    let elements: PostedCall['elements'];
    try {
      elements = JSON.parse(text) as PostedCall['elements'];
    } catch {
      return problem(400, 'malformed-json');
    }
    const call = { key: String(headers['idempotency-key']), priority: headers['priority'] as string | undefined, headers, elements };
    const times = (this.times.get(call.key) ?? 0) + 1;
    this.times.set(call.key, times);
    this.calls.push(call);
    return (await this.answer(call, times)) ?? this.apply(call);
  }
}

export function problem(status: number, type: string, members: object = {}, headers: Record<string, string> = {}): FakeAnswer {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { type: `urn:waymark:problem:${type}`, title: type, status, detail: `It is ${type}.`, ...members },
  };
}
