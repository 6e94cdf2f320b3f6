import { connect } from 'node:net';
import { Pool } from 'undici';
import type { InputCase, TokenForge } from './input-case.js';

export interface Received {
  /** 0: the connection was closed without an answer. */
  status: number;
  contentType: string;
  headers: Record<string, string>;
  text: string;
}

const ANSWER_MS = 15_000;

/** Sends one case to a gateway and reads the first answer. */
export class CaseSender {
  private readonly pool: Pool;
  private readonly origin: URL;

  constructor(
    origin: string,
    private readonly workspace: string,
    private readonly forge: TokenForge,
  ) {
    this.origin = new URL(origin);
    this.pool = new Pool(origin, { connections: 4 });
  }

  async send({ send }: InputCase): Promise<Received> {
    const objects = `/groups/${this.workspace}/externalObjects`;
    if ('raw' in send) {
      const parts = { host: this.origin.host, path: objects, authorization: `Bearer ${this.forge.valid}` };
      return this.exchange(send.raw(parts), send.end === true);
    }
    const authorization =
      send.authorization === null ? undefined : ((await send.authorization?.(this.forge)) ?? `Bearer ${this.forge.valid}`);
    const response = await this.pool.request({
      method: (send.method ?? 'POST') as 'POST',
      path: (send.path ?? objects).replace('{g}', this.workspace),
      headers: { ...(authorization !== undefined && { authorization }), ...send.headers },
      body: send.body,
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
    });
    const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
    return { status: response.statusCode, contentType: headers['content-type'] ?? '', headers, text: await response.body.text() };
  }

  /** Raw bytes, because a client library would tidy them up. */
  private exchange(chunks: (string | Buffer)[], end: boolean): Promise<Received> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(this.origin.port), this.origin.hostname);
      let text = '';
      const timer = setTimeout(
        () => (socket.destroy(), reject(new Error(`no answer in ${ANSWER_MS} ms; so far: ${text.slice(0, 200)}`))),
        ANSWER_MS,
      );
      const done = () => {
        clearTimeout(timer);
        socket.destroy();
        resolve(parseAnswer(text));
      };
      socket.on('connect', () => {
        for (const chunk of chunks) socket.write(chunk);
        if (end) socket.end();
      });
      socket.on('data', (data) => {
        text += data.toString('latin1');
        if (isWhole(text)) done();
      });
      socket.on('error', done);
      socket.on('close', done);
    });
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

function isWhole(text: string): boolean {
  const split = text.indexOf('\r\n\r\n');
  if (split < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, split));
  return length !== null && text.length >= split + 4 + Number(length[1]);
}

function parseAnswer(text: string): Received {
  const split = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = (split < 0 ? text : text.slice(0, split)).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    contentType: headers['content-type'] ?? '',
    headers,
    text: split < 0 ? '' : Buffer.from(text.slice(split + 4), 'latin1').toString(),
  };
}
