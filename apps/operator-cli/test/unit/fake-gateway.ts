import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenCall {
  /** Method and path with query. */
  call: string;
  authorization: string | undefined;
  version: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever was sent
  body: any;
}

export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A small HTTP server in place of a gateway: gives the configured answers and records the calls. */
export class FakeGateway {
  readonly seen: SeenCall[] = [];
  private server: Server | undefined;

  constructor(private readonly answer: (call: string, seen: SeenCall) => Reply | Promise<Reply>) {}

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      void this.take(request).then(({ status = 200, body, headers }) => {
        response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json', ...headers });
        response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async take(request: IncomingMessage): Promise<Reply> {
    let text = '';
    for await (const chunk of request) text += (chunk as Buffer).toString();
    const { authorization, 'waymark-version': version } = request.headers;
    const seen = {
      call: `${request.method} ${request.url}`,
      authorization,
      version: version as string | undefined,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    this.seen.push(seen);
    return this.answer(seen.call, seen);
  }

  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

export const problem = (status: number, type: string, more: object = {}): Reply => ({
  status,
  body: { type: `urn:waymark:problem:${type}`, title: `Title of ${type}.`, status, requestId: 'r-1', ...more },
});

/** A token that claims these scopes; it is not verified here. */
export const tokenWithScope = (scope: string): string => `e30.${Buffer.from(JSON.stringify({ scope })).toString('base64url')}.x`;
