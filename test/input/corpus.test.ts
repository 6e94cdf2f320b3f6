import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topicName } from '#kafka/topics.js';
import { createTokenKeys } from '#stack/credentials/token-keys.js';
import { readTopic } from '#testing/oracle/read-topic.js';
import { startStack, type RunningStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { CORPUS } from './corpus.js';
import type { InputCase } from './input-case.js';
import { CaseSender, type Received } from './send.js';
import { createTokenForge } from './token-forge.js';

const WORKSPACE = 'input';
/** What no answer may show: stacks, SQL, hosts, the names of what runs inside. */
const LEAKS = /\bat .+\.(js|ts):\d+|node_modules|\/dist\/|ECONN|select .* from |kafka|postgres|x-waymark-internal|ajv|fastify/i;

describe('bad input', () => {
  let space: TestSpace;
  let stack: RunningStack;
  let sender: CaseSender;
  let pid: number;
  const stored = new Set<string>();

  beforeAll(async () => {
    space = await createTestSpace('input');
    const keys = await createTokenKeys();
    await writeFile(space.installation.tokenKeysFile, JSON.stringify(keys.publicKeys));
    stack = await startStack(space);
    pid = stack.gateways[0]!.pid;
    sender = new CaseSender(stack.url, WORKSPACE, await createTokenForge(keys, WORKSPACE));
  });
  afterAll(async () => {
    await sender?.close();
    await stack?.close();
    await space?.close();
  });

  it('has at least 150 cases, each named once', () => {
    const names = Object.entries(CORPUS).flatMap(([row, cases]) => cases.map(({ name }) => `${row}/${name}`));
    expect(names.length).toBeGreaterThanOrEqual(150);
    expect(new Set(names).size).toBe(names.length);
  });

  for (const [row, cases] of Object.entries(CORPUS)) {
    describe(row, () => {
      it.each(cases.map((one): [string, InputCase] => [one.name, one]))('%s', async (_name, one) => {
        const got = await sender.send(one);
        const operationId = one.stores && (JSON.parse(got.text) as { operationId?: string }).operationId;
        if (operationId) stored.add(operationId.slice(0, 36));
        expect(one.want, `${got.status} ${got.text.slice(0, 500)}`).toContain(got.status);
        expectHonest(got);
        if (one.code !== undefined) expect(firstCode(got), got.text.slice(0, 500)).toBe(one.code);
      });
    });
  }

  it('stores nothing but the well-formed cases', async () => {
    const events = await readTopic(space.kafka, topicName(space.prefix, 'object.events'));
    const strangers = events.map(({ value }) => JSON.parse(String(value)) as { operationId: string; externalId: string }).filter((event) => !stored.has(event.operationId));
    // The one well-formed chunked request of the wire cases is sent raw, without a note of its operation.
    expect(strangers.filter(({ externalId }) => externalId !== 'input-valid')).toEqual([]);
    expect(events.length).toBeGreaterThan(1_000);
  });

  it('leaves the gateway alive, ready and with flat memory', async () => {
    expect(stack.gateways[0]!.pid).toBe(pid);
    expect((await fetch(`${stack.url}/health/ready`)).status).toBe(200);
    const metrics = await (await fetch(`${stack.url}/metrics`)).text();
    const resident = Number(/^process_resident_memory_bytes(?:\{.*\})? (\S+)/m.exec(metrics)?.[1]);
    expect(resident).toBeLessThan(450 * 1024 * 1024);
    expect(stack.gateways[0]!.log()).not.toMatch(/uncaught|unhandled/i);
  });
});

/** Every refusal is a problem with its request id, and none says more than the caller should know. */
function expectHonest(got: Received): void {
  if (got.status < 400 || got.text === '') return;
  expect(got.text).not.toMatch(LEAKS);
  if (!got.contentType.startsWith('application/problem+json')) {
    expect(got.contentType).toMatch(/^application\/json/);
    expect(JSON.parse(got.text)).toHaveProperty('results');
    return;
  }
  const problem = JSON.parse(got.text) as Record<string, unknown>;
  expect(problem['type']).toMatch(/^urn:waymark:problem:/);
  expect(problem['status']).toBe(got.status);
  expect(problem['requestId']).toBeTruthy();
  if (got.status === 401) expect(got.headers['www-authenticate']).toMatch(/^Bearer/);
  if (got.status === 405) expect(got.headers['allow']).toBeTruthy();
}

/** The code of the first element, from a body of results or from the errors of a problem. */
function firstCode(got: Received): string | undefined {
  const body = JSON.parse(got.text) as { results?: { error?: { code?: string } }[]; errors?: { code?: string }[] };
  return body.results?.[0]?.error?.code ?? body.errors?.[0]?.code;
}
