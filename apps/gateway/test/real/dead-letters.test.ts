import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessLine, AccessRecord } from '#contracts/access-log.js';
import { DeadLetterWriter } from '#kafka/dead-letters/dead-letter.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let gateway: RunningService;
let producer: CoalescingProducer;
let operator: string;

beforeAll(async () => {
  space = await createTestSpace('letters-api', { workspaces: ['mine'] });
  producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger: space.logger });
  await producer.connect();
  gateway = await startService('gateway', space.environment('gateway'));
  operator = await space.token({ workspaces: [], scopes: ['operator'] });
  // The metadata of a new topic have a leader before that broker knows that it is the leader.
  await vi.waitFor(async () => expect((await call('GET', '')).status).toBe(200), { timeout: 10_000, interval: 200 });
});
afterAll(async () => {
  await gateway?.stop();
  await producer?.close();
  await space?.close();
});

interface Letter {
  letter: string;
  reason: string;
  source: object;
  size: number;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
async function call(method: string, path: string, token = operator): Promise<{ status: number; body: any; requestId: string }> {
  const answer = await fetch(`${gateway.url}/operator/dead-letters${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), requestId: answer.headers.get('x-request-id')! };
}

const letters = async (query = ''): Promise<Letter[]> => ((await call('GET', query)).body as { letters: Letter[] }).letters;
const names = async (query = ''): Promise<string[]> => (await letters(query)).map(({ letter }) => letter);

function poison(topic: 'object.commands' | 'object.events', offset: number, value: Buffer): ConsumedRecord {
  return {
    topic: space.prefix + topic,
    partition: 1,
    offset,
    timestamp: 0,
    key: Buffer.from('crane'),
    value,
    headers: { trace: Buffer.from('abc') },
  };
}

async function commandsIn(partition: number): Promise<string[]> {
  const values: string[] = [];
  await readPartition({
    kafka: space.kafka,
    topic: `${space.prefix}object.commands`,
    partition,
    logger: space.logger,
    onRecord: ({ value }) => void values.push(String(value)),
  });
  return values;
}

async function audited(requestId: string): Promise<AccessLine[]> {
  const found: AccessLine[] = [];
  for (let partition = 0; partition < space.partitions; partition++) {
    await readPartition({
      kafka: space.kafka,
      topic: `${space.prefix}access.events`,
      partition,
      logger: space.logger,
      onRecord: ({ value }) => void found.push(...(JSON.parse(String(value)) as AccessRecord).lines),
    });
  }
  return found.filter((line) => line.requestId === requestId);
}

const ajv = new Ajv({ strict: false, validateFormats: false });
const keeps = (contract: string, body: unknown): void => {
  const isValid = ajv.compile(
    JSON.parse(readFileSync(new URL(`../../contract/published/${contract}.json`, import.meta.url), 'utf8')) as object,
  );
  expect([contract, isValid(body), isValid.errors]).toEqual([contract, true, null]);
};

describe('dead letters over the interface', () => {
  let commands: string[];

  beforeEach(async () => {
    for (const name of await names()) expect((await call('DELETE', `/${name}`)).status).toBe(204);
    const writer = new DeadLetterWriter(producer);
    for (const at of [4, 7, 9]) await writer.write(poison('object.commands', at, Buffer.from(`letter of ${at}`)), `not JSON at ${at}`);
    await writer.write(poison('object.events', 2, Buffer.from([0xff, 0x00])), 'not UTF-8');
    commands = await names('?source=commands');
  });

  it('are listed in pages, without their content', async () => {
    const all = await call('GET', '');
    keeps('listDeadLetters.200', all.body);
    expect((all.body as { letters: Letter[] }).letters.map(({ reason, size }) => [reason, size])).toEqual([
      ['not JSON at 4', 11],
      ['not JSON at 7', 11],
      ['not JSON at 9', 11],
      ['not UTF-8', 2],
    ]);
    expect((await letters())[0]).toMatchObject({
      letter: expect.stringMatching(/^commands:\d+$/) as string,
      key: 'crane',
      source: { topic: `${space.prefix}object.commands`, partition: 1, offset: 4 },
    });
    expect(JSON.stringify(all.body)).not.toContain('letter of');
    const first = (await call('GET', '?limit=2')).body as { letters: Letter[]; next: string };
    const second = (await call('GET', `?limit=2&after=${first.next}`)).body as { letters: Letter[]; next: string | null };
    expect([...first.letters, ...second.letters].map(({ letter }) => letter)).toEqual(await names());
    expect([first.next, second.next]).toEqual([commands[1], null]);
    expect((await letters('?source=events')).map(({ reason }) => reason)).toEqual(['not UTF-8']);
  });

  it('are shown with their content, as text or base64', async () => {
    const text = await call('GET', `/${commands[0]}`);
    keeps('readDeadLetter.200', text.body);
    expect(text.body).toMatchObject({
      value: { encoding: 'utf8', data: 'letter of 4' },
      headers: { trace: { encoding: 'utf8', data: 'abc' } },
    });
    const bytes = await call('GET', `/${(await names('?source=events'))[0]}`);
    expect((bytes.body as { value: object }).value).toEqual({ encoding: 'base64', data: '/wA=' });
  });

  it('are replayed to their source, once, with a line of the audit before the answer', async () => {
    const before = await commandsIn(1);
    const replayed = await call('POST', `/${commands[1]}/replay`);
    expect(replayed.status).toBe(204);
    const [line] = await audited(replayed.requestId);
    expect(line).toMatchObject({
      operation: 'replayDeadLetter',
      status: 102,
      target: commands[1],
      address: '127.0.0.1',
      subject: expect.any(String) as string,
    });
    expect(await commandsIn(1)).toEqual([...before, 'letter of 7']);
    expect((await call('POST', `/${commands[1]}/replay`)).status).toBe(404);
    expect(await names('?source=commands')).toEqual([commands[0], commands[2]]);
    await expect.poll(async () => (await audited(replayed.requestId)).map(({ status }) => status)).toEqual([102, 204]);
  });

  it('are dropped, with a line of the audit; a missing one has none', async () => {
    const before = await commandsIn(1);
    const dropped = await call('DELETE', `/${commands[0]}`);
    expect([dropped.status, (await audited(dropped.requestId))[0]]).toMatchObject([
      204,
      { operation: 'dropDeadLetter', status: 102, target: commands[0] },
    ]);
    expect([await names('?source=commands'), await commandsIn(1)]).toEqual([commands.slice(1), before]);
    const absent = await call('DELETE', `/${commands[0]}`);
    expect([absent.status, (await audited(absent.requestId)).filter(({ status }) => status === 102)]).toEqual([404, []]);
  });

  it('are replayed for a whole source, or up to a given one', async () => {
    const before = await commandsIn(1);
    const some = await call('POST', `/replay?source=commands&upTo=${commands[1]}`);
    keeps('replayDeadLetters.200', some.body);
    expect(some.body).toEqual({ source: 'commands', replayed: 2, left: 0 });
    expect((await audited(some.requestId))[0]).toMatchObject({ status: 102, target: `${commands[0]}, ${commands[1]}` });
    expect((await call('POST', '/replay?source=commands')).body).toEqual({ source: 'commands', replayed: 1, left: 0 });
    expect(await commandsIn(1)).toEqual([...before, 'letter of 4', 'letter of 7', 'letter of 9']);
    expect((await names()).every((name) => name.startsWith('events:'))).toBe(true);
  });

  it('are no business of anyone but an operator', async () => {
    const member = await space.token({ workspaces: ['mine'] });
    for (const [method, path] of [
      ['GET', ''],
      ['GET', `/${commands[0]}`],
      ['POST', `/${commands[0]}/replay`],
      ['DELETE', `/${commands[0]}`],
      ['POST', '/replay?source=commands'],
    ] as const) {
      expect((await call(method, path, member)).status).toBe(403);
    }
    expect(await names('?source=commands')).toEqual(commands);
  });
});

it.each([
  ['GET', '?source=nowhere', 400],
  ['GET', '?source=commands&source=events', 400],
  ['GET', '?limit=0', 400],
  ['GET', '?limit=201', 400],
  ['GET', '?limit=1e1', 400],
  ['GET', '?after=12', 400],
  ['GET', '?color=red', 400],
  ['GET', '/commands:999999', 404],
  ['GET', '/commands:-1', 404],
  ['GET', '/%00', 404],
  ['POST', '/state:1/replay', 404],
  ['POST', '/replay', 400],
  ['POST', '/replay?source=commands&upTo=events:1', 400],
  ['DELETE', `/commands:${'9'.repeat(40)}`, 404],
])('%s %s is refused: %i', async (method, path, status) => {
  const answer = await call(method, path);
  expect([answer.status, (answer.body as { detail: string }).detail.length > 10]).toEqual([status, true]);
  expect(JSON.stringify(answer.body)).not.toMatch(/kafka|\.ts:/i);
});
