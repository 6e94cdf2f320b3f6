import { afterEach, describe, expect, it } from 'vitest';
import { FakeGateway, problem, type Reply, tokenWithScope } from './fake-gateway.js';
import { runCli } from './run-cli.js';

let gateway: FakeGateway | undefined;
afterEach(() => gateway?.close());

/** Runs a command against a gateway with these answers. */
async function run(commandLine: string, answer: (call: string) => Reply) {
  gateway = new FakeGateway(answer);
  const url = await gateway.start();
  const ran = await runCli(commandLine.split(' '), {
    environment: { WAYMARK_TOKEN: tokenWithScope('operator'), WAYMARK_URL: url, HOME: '/nowhere' },
  });
  return { ...ran, calls: gateway.seen.map(({ call }) => call) };
}

const AT = '/operator/dead-letters';
const letter = (name: string) => ({
  letter: name,
  reason: 'evil\u001b[2J reason',
  time: 'then',
  source: { topic: 'object.commands', partition: 1, offset: 4 },
  key: null,
  size: 8,
});
const opened = {
  ...letter('commands:1'),
  headers: { trace: { encoding: 'utf8', data: 'abc' } },
  value: { encoding: 'base64', data: '/wA=' },
};

describe('waymark dead-letters', () => {
  it('list goes through all pages', async () => {
    const { out, calls, code } = await run('dead-letters list --source commands', (call) => ({
      body: call.includes('after=')
        ? { letters: [letter('commands:2')], next: null }
        : { letters: [letter('commands:1')], next: 'commands:1' },
    }));
    expect([code, calls]).toEqual([0, [`GET ${AT}?source=commands&limit=200`, `GET ${AT}?source=commands&limit=200&after=commands%3A1`]]);
    expect(out).toMatch(
      /^letter +time +from +key +bytes +reason\ncommands:1 +then +object.commands\[1\]@4 +– +8 +evil�\[2J reason\ncommands:2 /,
    );
  });

  it('show prints the letters in full, or as raw JSON', async () => {
    const { out, calls } = await run('dead-letters show commands:1', () => ({ body: opened }));
    expect(calls).toEqual([`GET ${AT}/commands%3A1`]);
    expect(out).toMatch(/^header trace +abc$/m);
    expect(out).toMatch(/^value +base64 \/wA=$/m);
    expect(JSON.parse((await run('dead-letters show commands:1 --json', () => ({ body: opened }))).out)).toEqual([opened]);
  });

  it.each([
    ['replay', (name: string) => `POST ${AT}/${name}/replay`, 'replayed'],
    ['drop', (name: string) => `DELETE ${AT}/${name}`, 'dropped'],
  ])('%s processes letter by letter, and stops at the first that is refused', async (command, call, done) => {
    const ran = await run(`dead-letters ${command} commands:1 commands:2 commands:3`, (requested) =>
      requested.includes('A2') ? problem(404, 'not-found', { detail: 'No such dead letter waits.' }) : { status: 204 },
    );
    expect([ran.code, ran.calls]).toEqual([1, [call('commands%3A1'), call('commands%3A2')]]);
    expect(ran.err).toMatch(new RegExp(`^commands:1 is ${done}\\.\\nNo such dead letter waits`));
  });

  it('replay of a source takes the letters that wait now, call by call, and none that arrive meanwhile', async () => {
    let left = 3;
    const { code, calls, err } = await run('dead-letters replay --source events', (call) =>
      call.startsWith('GET')
        ? { body: { letters: [letter('events:1'), letter('events:9')], next: null } }
        : { body: { source: 'events', replayed: 2, left: --left } },
    );
    const post = `POST ${AT}/replay?source=events&upTo=events%3A9`;
    expect([code, calls, err]).toEqual([
      0,
      [`GET ${AT}?source=events&limit=200`, post, post, post],
      '6 letters of events were replayed.\n',
    ]);
    const nothing = await run('dead-letters replay --source events --json', () => ({ body: { letters: [], next: null } }));
    expect([nothing.calls.length, JSON.parse(nothing.out)]).toEqual([1, { source: 'events', replayed: 0, left: 0 }]);
  });

  it('replay gives up when it makes no progress: 1', async () => {
    const { code, calls } = await run('dead-letters replay --source events', (call) =>
      call.startsWith('GET')
        ? { body: { letters: [letter('events:1')], next: null } }
        : { body: { source: 'events', replayed: 0, left: 1 } },
    );
    expect([code, calls.length]).toEqual([1, 2]);
  });

  it.each([
    'dead-letters replay',
    'dead-letters replay --source commands commands:1',
    'dead-letters drop',
    'dead-letters show',
    'dead-letters show ..',
  ])('%s is wrong usage: 2', async (line) => {
    const { code, calls } = await run(line, () => ({}));
    expect([code, calls]).toEqual([2, []]);
  });
});

describe('waymark lag', () => {
  it('is a line for each consumer, with its lagging partitions', async () => {
    const consumers = [
      {
        consumer: 'object-service',
        topic: 'object.commands',
        records: 5,
        partitions: [
          { partition: 0, lag: 0 },
          { partition: 3, lag: 5 },
        ],
      },
      { consumer: 'gateway', topic: 'object.outcomes', records: null, partitions: null },
    ];
    const { code, out, calls } = await run('lag', () => ({ body: { consumers } }));
    expect([code, calls]).toEqual([0, ['GET /operator/lag']]);
    expect(
      out
        .split('\n')
        .map((line) => line.trimEnd().split(/ {2,}/))
        .slice(1, 3),
    ).toEqual([
      ['object-service', 'object.commands', '5 records', '3: 5'],
      ['gateway', 'object.outcomes', 'unknown'],
    ]);
    expect(JSON.parse((await run('lag --json', () => ({ body: { consumers } }))).out)).toEqual(consumers);
  });
});

it('completion knows the words', async () => {
  const { out } = await runCli(['completion', 'bash']);
  expect(out).toContain('waymark dead-letters replay');
});
