import { Agent, get, type IncomingMessage } from 'node:http';
import type { BenchStack } from '../bench-stack.js';

const RECEIVED_AT = /"receivedAt":"([^"]+)"/g;

/** Many readers of feed streams, each for some objects; they record how old a change is when it arrives. */
export class StreamReaders {
  private readonly agent = new Agent({ maxSockets: Infinity });
  private readonly open: IncomingMessage[] = [];
  /** Milliseconds from the receipt of a change at the gateway until a reader had it. */
  readonly delays: number[] = [];
  /** Answers that were not a stream, and streams that ended. */
  readonly unexpected: string[] = [];

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
    if (answer.statusCode !== 200) this.unexpected.push(`a stream was answered with ${answer.statusCode}`);
    this.open.push(answer);
    answer.on('error', () => undefined).on('end', () => this.unexpected.push('a stream ended'));
    answer.on('data', (piece: Buffer) => this.note(piece.toString('latin1')));
  }

  /** All but the largest events arrive in one piece; a time that is cut in two is not counted. */
  private note(text: string): void {
    const now = Date.now();
    for (const [, receivedAt] of text.matchAll(RECEIVED_AT)) this.delays.push(now - Date.parse(receivedAt!));
  }

  close(): void {
    for (const answer of this.open) answer.removeAllListeners('end').destroy();
    this.agent.destroy();
  }
}
