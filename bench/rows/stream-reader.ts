import { Agent, get, type IncomingMessage } from 'node:http';
import type { BenchStack } from '../bench-stack.js';

const RECEIVED_AT = /"receivedAt":"([^"]+)"/g;

/** Many readers of the feed as streams, each of some objects; they note how old a change is when it comes. */
export class StreamReaders {
  private readonly agent = new Agent({ maxSockets: Infinity });
  private readonly open: IncomingMessage[] = [];
  /** Milliseconds from receipt at the gateway until a reader had the change. */
  readonly delays: number[] = [];
  /** Answers other than a stream, and streams that ended. */
  readonly surprises: string[] = [];

  constructor(private readonly stack: BenchStack) {}

  async start(externalIds: readonly string[]): Promise<void> {
    const { url, workspace, token } = this.stack;
    const query = new URLSearchParams([['cursor', 'latest'], ...externalIds.map((id): [string, string] => ['id', id])]);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(
        `${url}/groups/${workspace}/changes?${query.toString()}`,
        { agent: this.agent, headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } },
        resolve,
      ).on('error', reject);
    });
    if (answer.statusCode !== 200) this.surprises.push(`a stream was answered with ${answer.statusCode}`);
    this.open.push(answer);
    answer.on('error', () => undefined).on('end', () => this.surprises.push('a stream ended'));
    answer.on('data', (piece: Buffer) => this.note(piece.toString('latin1')));
  }

  /** An event comes in one piece but for the largest; a time that is cut in two is not counted. */
  private note(text: string): void {
    const now = Date.now();
    for (const [, receivedAt] of text.matchAll(RECEIVED_AT)) this.delays.push(now - Date.parse(receivedAt!));
  }

  close(): void {
    for (const answer of this.open) answer.removeAllListeners('end').destroy();
    this.agent.destroy();
  }
}
