import { type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  json: any;
}

export interface Call {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
  body?: unknown;
}

export type WriteClient = (call?: Call) => Promise<Answer>;

/** Calls the update operation of a workspace by default; a body other than bytes or text is sent as JSON. */
export function writeClient(url: string, token: string, workspace: string): WriteClient {
  return ({ method = 'POST', path = '', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const sent = request(
        `${url}/groups/${workspace}${path || '/externalObjects'}`,
        {
          method,
          agent: false,
          headers: {
            authorization: `Bearer ${token}`,
            ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
          answer.on('end', () => {
            sent.destroy();
            const text = Buffer.concat(chunks).toString();
            resolve({ status: answer.statusCode!, headers: answer.headers, json: text === '' ? undefined : JSON.parse(text) });
          });
        },
      );
      sent.on('error', reject).end(bytes as string | Buffer | undefined);
    });
}

export function at(externalId: string, more: object = {}): object {
  return { externalId, locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } }, ...more };
}
