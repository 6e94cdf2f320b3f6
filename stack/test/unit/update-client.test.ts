import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { Figures } from '#stack/posting/figures.js';
import { LiveLine } from '#stack/posting/live-line.js';
import { RefusedError, UnavailableError, UpdateClient, type UpdateElement } from '#stack/posting/update-client.js';
import { runReplay } from '#stack/replay/run-replay.js';

type Call = { key: string | undefined; elements: UpdateElement[] };
let server: Server | undefined;

/** A server that answers as configured; the last answer stays. */
async function door(
  ...answers: ((response: ServerResponse, elements: UpdateElement[]) => void)[]
): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const elements = JSON.parse(Buffer.concat(chunks).toString()) as UpdateElement[];
        calls.push({ key: request.headers['idempotency-key'] as string | undefined, elements });
        answers[Math.min(calls.length, answers.length) - 1]!(response, elements);
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(JSON.stringify(body));
const applied = (response: ServerResponse, elements: UpdateElement[]) =>
  json(200, {
    operationId: 'x',
    results: elements.map((element, index) => ({ index, externalId: element.externalId, status: 'updated', revision: 2 })),
  })(response);
const element = { externalId: 'a', locationUpdate: { newPosition: { lat: 1, lon: 2 } } };

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
});

describe('a posting tool', () => {
  async function post(url: string) {
    const figures = new Figures();
    const client = new UpdateClient({ url, token: 't', workspace: 'w' }, figures);
    try {
      return { results: await client.post([element, element]), figures };
    } finally {
      await client.close();
    }
  }

  it('counts applied, rejected and pending elements', async () => {
    const rejected = { index: 1, status: 'rejected', error: { code: 'invalid', detail: 'no' } };
    const { url } = await door(json(207, { results: [{ index: 0, status: 'created' }, rejected] }), json(202, { operationId: 'x' }));
    expect((await post(url)).figures).toMatchObject({ sent: 2, applied: 1, rejected: 1, pending: 0 });
    expect((await post(url)).figures).toMatchObject({ sent: 2, applied: 0, rejected: 0, pending: 2 });
  });

  it('distinguishes a call that will never work from one to try again', async () => {
    const { url } = await door(
      json(401, { title: 'Unauthorized', detail: 'the token has expired' }),
      json(503, { title: 'Busy' }, { 'retry-after': '3' }),
    );
    await expect(post(url)).rejects.toThrow(new RefusedError('HTTP 401: Unauthorized: the token has expired'));
    await expect(post(url)).rejects.toMatchObject({ name: 'UnavailableError', retryAfterMs: 3000 });
    await expect(post('http://127.0.0.1:1')).rejects.toThrow(UnavailableError);
  });
});

describe('a replay', () => {
  async function replay(url: string, rows: string[], speed = Infinity) {
    const folder = await mkdtemp(join(tmpdir(), 'waymark-replay-'));
    const file = join(folder, 'rows.csv');
    await writeFile(file, `id,t,lat,lon\n${rows.join('\n')}\n`);
    const columns = { id: 'id', time: 't', lat: 'lat', lon: 'lon', number: [], string: [], zone: 'UTC' };
    try {
      return await runReplay(
        { url, token: 't', workspace: 'w', file, columns, speed, signal: new AbortController().signal },
        new LiveLine(new PassThrough() as never),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it('tries a failed call again under the same key, in order', async () => {
    const { url, calls } = await door((response) => void response.destroy(), json(503, {}, { 'retry-after': '0.01' }), applied);
    const { figures } = await replay(url, ['a,2026-01-01T00:00:00Z,1,2', 'a,2026-01-01T00:00:01Z,1,3']);
    expect(figures).toMatchObject({ sent: 2, applied: 2 });
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    expect(calls[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(calls[2]!.elements.map(({ observedAt }) => observedAt)).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z']);
  });

  it('keeps the distances in time, divided by the speed', async () => {
    const { url, calls } = await door(applied);
    const startedAt = performance.now();
    await replay(url, ['a,2026-01-01T00:00:00Z,1,2', 'a,2026-01-01T00:00:30Z,1,3'], 100);
    expect(performance.now() - startedAt).toBeGreaterThan(290);
    expect(calls).toHaveLength(2);
  });

  it('ends when the service refuses', async () => {
    const { url } = await door(json(403, { title: 'Forbidden' }));
    await expect(replay(url, ['a,2026-01-01T00:00:00Z,1,2'])).rejects.toThrow('HTTP 403: Forbidden');
  });
});
