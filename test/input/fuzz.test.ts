import fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const RUNS = Number(process.env['WAYMARK_FUZZ_RUNS'] ?? 400);
const SEED = Number(process.env['WAYMARK_SEED'] ?? 20_261_121);

/** Elements that are nearly right, so that every rule is met from both sides. */
const nearly = fc.record(
  {
    externalId: fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)),
    locationUpdate: fc.oneof(
      fc.record({
        newPosition: fc.record(
          {
            lat: fc.oneof(fc.double(), fc.integer({ min: -95, max: 95 }), fc.string()),
            lon: fc.oneof(fc.double(), fc.integer({ min: -190, max: 190 })),
            alt: fc.integer(),
          },
          { requiredKeys: ['lat', 'lon'] },
        ),
      }),
      fc.jsonValue(),
    ),
    fieldValues: fc.oneof(
      fc.array(fc.record({ type: fc.constantFrom('String', 'Number', 'Category', 'toString'), field: fc.string(), value: fc.jsonValue() })),
      fc.jsonValue(),
    ),
    initialExternalObject: fc.jsonValue(),
    observedAt: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.string(),
    ),
  },
  { requiredKeys: ['externalId'] },
);

describe('fuzz', () => {
  let space: TestSpace;
  let stack: RunningStack;
  let pool: Pool;
  let token: string;

  beforeAll(async () => {
    space = await createTestSpace('fuzz');
    stack = await startStack(space);
    pool = new Pool(stack.url, { connections: 4 });
    token = await space.token({ workspaces: ['fuzz'] });
  });
  afterAll(async () => {
    await pool?.destroy();
    await stack?.close();
    await space?.close();
  });

  const send = async (method: string, path: string, body?: string | Buffer, type = 'application/json') => {
    const response = await pool.request({
      method: method as 'POST',
      path,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) },
      body,
    });
    return { status: response.statusCode, text: await response.body.text() };
  };

  it('answers every array of elements with results, never with a 5xx', { timeout: 90_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(nearly, fc.jsonValue()), { maxLength: 6 }), async (elements) => {
        const { status, text } = await send('POST', '/groups/fuzz/externalObjects', JSON.stringify(elements));
        expect([200, 207, 403, 422], text).toContain(status);
        if (elements.length === 0) return;
        const { results } = JSON.parse(text) as { results?: { index: number; status: string }[] };
        expect(results?.map(({ index }) => index)).toEqual(elements.map((_, index) => index));
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('answers every body of bytes with a 4xx', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
          fc.json().filter((text) => !text.startsWith('[')),
        ),
        async (body) => {
          const { status } = await send('POST', '/groups/fuzz/externalObjects', body);
          expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('answers every path and query without a 5xx', { timeout: 60_000 }, async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }).map(encodeSafely),
      fc.constantFrom('groups', 'fuzz', 'externalObjects', 'changes', 'history', '..', '%2e%2e', '%00', '%'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'PATCH', 'DELETE'),
        fc.array(piece, { maxLength: 5 }),
        fc.array(fc.tuple(fc.constantFrom('cursor', 'limit', 'mode', 'bbox', 'wait', 'type'), piece)),
        async (method, pieces, query) => {
          const search = query.map(([name, value]) => `${name}=${name === 'wait' ? '0' : value}`).join('&');
          const { status, text } = await send(method, `/groups/fuzz/${pieces.join('/')}${search && `?${search}`}`);
          expect(status, text).toBeLessThan(500);
        },
      ),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('leaves the service alive and its log without a crash', async () => {
    expect((await fetch(`${stack.url}/health/ready`)).status).toBe(200);
    for (const service of [...stack.gateways, ...stack.objectServices, ...stack.projections])
      expect(service.log(), service.service).not.toMatch(/uncaught|unhandled/i);
  });
});

function encodeSafely(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}
