import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topicName } from '#kafka/topics/topics.js';
import { readTopic } from '#testing/oracle/read-topic.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { CommandLog } from './command-log.js';
import { CORPUS } from './corpus.js';
import type { InputCase } from './input-case.js';
import { CaseSender, type Received } from './send.js';
import { createTokenForge } from './token-forge.js';

const WORKSPACE = 'input';
/** Texts that no answer may show: stacks, SQL, hosts, internal names. */
const LEAKS = /\bat .+\.(js|ts):\d+|node_modules|\/dist\/|ECONN|select .* from |kafka|postgres|x-waymark-internal|ajv|fastify/i;

describe('invalid input', () => {
  let space: TestSpace;
  let stack: RunningStack;
  let sender: CaseSender;
  let pid: number;
  let commands: string;
  let log: CommandLog;
  /** Operations of well-formed cases: those that went to the log, and those whose elements are stored. */
  const published = new Set<string>();
  const stored = new Set<string>();

  beforeAll(async () => {
    space = await createTestSpace('input');
    stack = await startStack(space);
    pid = stack.gateways[0]!.pid;
    commands = topicName(space.prefix, 'object.commands');
    log = new CommandLog(space.kafka, commands);
    await log.connect();
    sender = new CaseSender(stack.url, WORKSPACE, await createTokenForge(space.keys, WORKSPACE));
  });
  afterAll(async () => {
    await sender?.close();
    await log?.close();
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
        const before = await log.records();
        const got = await sender.send(one);
        const shown = `${got.status} ${got.text.slice(0, 500)}`;
        const operationId = one.stores || one.reachesLog ? operationIdOf(got) : undefined;
        if (operationId !== undefined) published.add(operationId);
        if (operationId !== undefined && one.stores) stored.add(operationId);
        expect(one.want, shown).toContain(got.status);
        expectHonest(got);
        if (one.code !== undefined) expect(firstFault(got)?.code, shown).toBe(one.code);
        if (one.pointer !== undefined) expect(firstFault(got)?.pointer, shown).toBe(one.pointer);
        if (one.place !== undefined) expect(placeOf(got), shown).toEqual(one.place);
        expect((await log.records()) > before, `published, answered with ${shown}`).toBe(operationId !== undefined);
      });
    });
  }

  it('publishes and stores only the well-formed cases, not later either', async () => {
    const operationsOn = async (topic: string) =>
      (await readTopic(space.kafka, topic)).map(({ value }) => (JSON.parse(String(value)) as { operationId: string }).operationId);
    expect(new Set(await operationsOn(commands))).toEqual(published);
    const eventsNow = () => operationsOn(topicName(space.prefix, 'object.events'));
    // A call may be answered before its events are published.
    await expect.poll(async () => new Set(await eventsNow())).toEqual(stored);
    const events = await eventsNow();
    expect(new Set(events)).toEqual(stored);
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

interface Fault {
  code?: string;
  pointer?: string;
}

/** The fault of the first element, from a body of results or from the errors of a problem. */
function firstFault(got: Received): Fault | undefined {
  const body = JSON.parse(got.text) as { results?: { error?: Fault }[]; errors?: Fault[] };
  return body.results?.[0]?.error ?? body.errors?.[0];
}

function placeOf(got: Received): unknown[] {
  const { line, column } = JSON.parse(got.text) as { line?: unknown; column?: unknown };
  return [line, column];
}

/** The operation that the answer names, as the log and the events do: without the gateway's proof. */
function operationIdOf(got: Received): string | undefined {
  if (!got.contentType.startsWith('application/json')) return undefined;
  return (JSON.parse(got.text) as { operationId?: string | null }).operationId?.slice(0, 36);
}
