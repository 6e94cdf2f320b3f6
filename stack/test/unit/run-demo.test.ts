import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { MIX } from '#demo-fleet/kinds.js';
import { runDemo } from '#stack/demo/run-demo.js';
import type { Figures } from '#stack/posting/figures.js';
import { LiveLine } from '#stack/posting/live-line.js';
import type { UpdateElement } from '#stack/posting/update-client.js';

interface Call {
  at: number;
  key?: string;
  elements: UpdateElement[];
}

const OBJECTS = MIX.length;
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Runs the demo until `enough` calls have arrived. The gateway has the objects in `known`, and refuses a history's second batch once. */
async function demoAgainst(
  known: Set<string>,
  enough: (calls: readonly Call[]) => boolean,
): Promise<{ calls: Call[]; figures: Figures; startedAt: number }> {
  const calls: Call[] = [];
  const ending = new AbortController();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const elements = JSON.parse(Buffer.concat(chunks).toString()) as UpdateElement[];
        const key = request.headers['idempotency-key'] as string | undefined;
        calls.push({ at: Date.now(), key, elements });
        if (enough(calls)) ending.abort();
        if (key?.endsWith('-1') && calls.filter((call) => call.key === key).length === 1)
          return void response.writeHead(429, { 'retry-after': '1' }).end('{}');
        const results = elements.map(({ externalId }, index) => ({ index, status: known.has(externalId) ? 'updated' : 'created' }));
        for (const { externalId } of elements) known.add(externalId);
        response.end(JSON.stringify({ results }));
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const startedAt = Date.now();
  const figures = await runDemo(
    { url, token: 't', workspace: 'w', objects: OBJECTS, rate: 20, seed: 1, signal: ending.signal },
    new LiveLine(new PassThrough() as never),
  );
  return { calls, figures, startedAt };
}

const ids = (calls: readonly Call[]): Set<string> => new Set(calls.flatMap(({ elements }) => elements.map(({ externalId }) => externalId)));

describe('npm run demo', () => {
  it('reports all objects at once, then their week in order, and a refused batch of it again', async () => {
    const { calls, figures, startedAt } = await demoAgainst(new Set(), (all) => all.filter(({ key }) => key !== undefined).length === 5);
    expect(calls[0]!.at - startedAt).toBeLessThan(2000);
    expect(ids(calls.slice(0, 1)).size).toBe(OBJECTS);
    const past = calls.filter(({ key }) => key !== undefined);
    expect(past.map(({ key }) => key!.slice(-2))).toEqual(['-0', '-1', '-1', '-2', '-3']);
    expect(past[2]!.at - past[1]!.at).toBeGreaterThanOrEqual(990);
    expect(past[2]!.elements).toEqual(past[1]!.elements);
    expect([...ids(past)].every((id) => ids(calls.slice(0, 1)).has(id))).toBe(true);
    const times = past.toSpliced(1, 1).flatMap(({ elements }) => elements.map(({ observedAt }) => Date.parse(observedAt!)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(startedAt);
    expect(figures).toMatchObject({ rejected: 0, failed: 0 });
  });

  it('makes no second past for objects that are not new', async () => {
    const known = new Set(Array.from({ length: OBJECTS }, (_unused, index) => `demo-${index + 1}`));
    const { calls } = await demoAgainst(known, (all) => all.length === 5);
    expect(calls.filter(({ key }) => key !== undefined)).toEqual([]);
  });
});
