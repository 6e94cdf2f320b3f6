import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Paths: `/fast…` answers at once, `/slow` later, `/dead` never. */
const SLOW_MS = 2000;

/** Receives the messages of webhooks on this machine, and counts those on fast paths. */
export class WebhookReceiver {
  deliveries = 0;
  /** Milliseconds from the receipt of a change at the gateway until its message arrived here. */
  readonly delays: number[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer((request, response) => void receiver.answer(request, response).catch(() => response.destroy()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new WebhookReceiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return receiver;
  }

  forget(): void {
    this.deliveries = 0;
    this.delays.length = 0;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/dead') return;
    if (request.url === '/slow') return void setTimeout(() => response.writeHead(204).end(), SLOW_MS);
    const now = Date.now();
    response.writeHead(204).end();
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { changes?: { receivedAt: string }[] } };
    this.deliveries++;
    for (const { receivedAt } of data.changes ?? []) this.delays.push(now - Date.parse(receivedAt));
  }
}
