import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A message that was answered with 2xx. */
export interface Received {
  id: string;
  type: string;
  /** Milliseconds of performance.now(). */
  at: number;
  data: { changes?: { externalId: string; revision: number }[]; reason?: string; cursor?: string };
}

/** `late`: accepts the message, but answers only after 600 ms. */
export type Behaviour = (call: number, response: ServerResponse) => 'take' | 'late' | 'answered' | 'hang';

const LATE_MS = 600;

/** A receiver on this machine. Each path is a separate endpoint with its own secrets, behaviour, and list of accepted messages. */
export class WebhookReceiver {
  readonly taken = new Map<string, Received[]>();
  readonly calls = new Map<string, number>();
  /** Messages with a wrong signature. */
  readonly forged: string[] = [];
  private readonly secrets = new Map<string, string[]>();
  private readonly behaviours = new Map<string, Behaviour>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer((request, response) => void receiver.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new WebhookReceiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return receiver;
  }

  /** Sets the behaviour of a path; by default it accepts everything. */
  behave(path: string, behaviour: Behaviour): void {
    this.behaviours.set(path, behaviour);
  }

  /** Sets the secrets of a path; messages must be signed with each of them. */
  knows(path: string, ...secrets: string[]): void {
    this.secrets.set(path, secrets);
  }

  of(path: string): Received[] {
    return this.taken.get(path) ?? [];
  }

  /** The changes that arrived on a path, in order, as `externalId@revision`; a message that arrived twice counts once. */
  changesOf(path: string): string[] {
    const messages = new Map(this.of(path).map((message) => [message.id, message]));
    return [...messages.values()].flatMap(({ data }) => data.changes ?? []).map(({ externalId, revision }) => `${externalId}@${revision}`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const call = (this.calls.get(path) ?? 0) + 1;
    this.calls.set(path, call);
    const what = this.behaviours.get(path)?.(call, response) ?? 'take';
    if (what === 'answered' || what === 'hang') return;
    try {
      for (const secret of this.secrets.get(path) ?? []) new Webhook(secret).verify(body, request.headers as Record<string, string>);
    } catch {
      this.forged.push(path);
    }
    const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>;
    this.taken.set(path, [...this.of(path), { id: request.headers['webhook-id'] as string, type, at: performance.now(), data }]);
    setTimeout(() => response.writeHead(204).end(), what === 'late' ? LATE_MS : 0);
  }
}
