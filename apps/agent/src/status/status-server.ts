import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { Registry } from '#telemetry/metrics.js';
import { statusPage } from './status-page.js';
import type { StatusReport } from './status-report.js';
import { STATUS_STYLE } from './status-style.js';

export interface StatusSources {
  report(): StatusReport;
  /** Why the agent is not ready to forward; empty: it is ready. */
  notReady(): readonly string[];
  readonly registry: Registry;
}

const REQUEST_MS = 10_000;
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the status page (`/`, `/status` as JSON), `/health/live`, `/health/ready` and `/metrics`; ignores request bodies. */
export class StatusServer {
  private constructor(
    private readonly server: Server,
    /** Its own address. */
    readonly url: string,
  ) {}

  /** @throws Error that names the unavailable address */
  static async listen({ host, port }: { readonly host: string; readonly port: number }, sources: StatusSources): Promise<StatusServer> {
    const local = isLoopback(host);
    const server = createServer(
      { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, maxHeaderSize: 8 * 1024 },
      (request, response) => {
        void answer(request, response, sources, local).catch(() => response.destroy());
      },
    );
    server.maxConnections = 64;
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new Error(`The status page cannot listen at ${host}:${port} (${error.code}): set status.port or status.host.`, { cause: error }),
        ),
      );
      server.listen(port, host, resolve);
    });
    const { port: taken } = server.address() as AddressInfo;
    return new StatusServer(server, `http://${host.includes(':') ? `[${host}]` : host}:${taken}`);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, sources: StatusSources, local: boolean): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-security-policy', POLICY);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(response.setHeader('allow', 'GET, HEAD'), 405, 'text/plain', 'Only GET is answered here.\n');
  // A page on another site could point its own name at this machine's address and read the data (DNS rebinding).
  if (local && !isLoopback(hostOf(request.headers.host ?? '')))
    return send(response, 403, 'text/plain', 'This page is for this machine alone: open it as http://localhost, or set status.host.\n');
  const [path, query] = (request.url ?? '/').split('?');
  switch (path) {
    case '/':
      return send(response, 200, 'text/html', statusPage(sources.report(), query === 'still'));
    case '/status':
      return send(response, 200, 'application/json', `${JSON.stringify(sources.report(), undefined, 2)}\n`);
    case '/status.css':
      return send(response, 200, 'text/css', STATUS_STYLE);
    case '/health/live':
      return send(response, 200, 'application/json', '{"status":"live"}\n');
    case '/health/ready': {
      const reasons = sources.notReady();
      return send(
        response,
        reasons.length === 0 ? 200 : 503,
        'application/json',
        `${JSON.stringify(reasons.length === 0 ? { status: 'ready' } : { status: 'not-ready', reasons })}\n`,
      );
    }
    case '/metrics':
      return send(response, 200, 'text/plain; version=0.0.4', await sources.registry.metrics());
    default:
      return send(response, 404, 'text/plain', 'There is /, /status, /health/live, /health/ready and /metrics.\n');
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(body) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

const hostOf = (header: string): string => header.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
