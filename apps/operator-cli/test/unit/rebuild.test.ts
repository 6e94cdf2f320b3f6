import { afterEach, describe, expect, it } from 'vitest';
import { FakeGateway, type Reply, tokenWithScope } from './fake-gateway.js';
import { runCli } from './run-cli.js';

let gateway: FakeGateway | undefined;
afterEach(() => gateway?.close());

const AT = '/operator/rebuild';
const running = { id: 'r1', check: true, startedAt: 'then', endedAt: null, status: 'running', differences: null, says: '7 events behind' };
const same = { ...running, status: 'same', differences: 0, endedAt: 'now', says: 'Comparing row by row …' };

/** Runs against a gateway whose newest rebuild has these states, one per look; an older rebuild precedes it. */
async function run(commandLine: string, looks: object[]) {
  const left = [...looks];
  gateway = new FakeGateway((call): Reply =>
    call.startsWith('POST')
      ? { status: 202, body: running }
      : { body: { rebuilds: [left.length > 1 ? left.shift() : left[0], { ...same, id: 'r0' }] } },
  );
  const url = await gateway.start();
  const ran = await runCli(commandLine.split(' '), {
    environment: { WAYMARK_TOKEN: tokenWithScope('operator'), WAYMARK_URL: url, HOME: '/nowhere' },
  });
  return { ...ran, calls: gateway.seen.map(({ call }) => call) };
}

describe('waymark rebuild', () => {
  it('starts one, prints its messages, and waits for its end', async () => {
    const ran = await run('rebuild --check', [running, same]);
    expect([ran.code, ran.calls]).toEqual([0, [`POST ${AT}?check=true`, `GET ${AT}`, `GET ${AT}`]]);
    expect(ran.err).toBe('7 events behind\nComparing row by row …\nRow by row, both are the same.\n');
  });

  it.each([
    [{ ...same, status: 'differs', differences: 3 }, 5, '3 rows differ'],
    [{ ...same, check: false, status: 'differs', differences: 3 }, 0, '3 rows differed'],
    [
      {
        ...same,
        check: false,
        status: 'refused',
        differences: 3,
        found: [{ table: 'history', what: 'only in the former', rows: 3, examples: ['truck-1@3', 'truck-1@4'] }],
      },
      5,
      'history: 3 rows only in the former, such as truck-1@3, truck-1@4\n',
    ],
    [{ ...same, check: false, status: 'refused', differences: 3 }, 5, 'waymark rebuild --accept-differences'],
    [
      { ...same, check: false, status: 'undone', differences: null, says: 'The former projection is back.' },
      0,
      'The former projection is back.',
    ],
    [{ ...same, status: 'failed', differences: null, says: 'The broker is away.' }, 1, 'The rebuild failed: The broker is away.'],
    [{ ...same, status: 'interrupted', differences: null }, 1, 'was interrupted'],
  ])('ends with its result: %o', async (end, code, words) => {
    expect(await run('rebuild', [end])).toMatchObject({ code, err: expect.stringContaining(words) as string });
  });

  it.each([
    ['--accept-differences', 'acceptDifferences'],
    ['--undo', 'undo'],
  ])('%s requests it', async (flag, name) => {
    expect(await run(`rebuild ${flag} --no-wait`, [])).toMatchObject({ code: 0, calls: [`POST ${AT}?${name}=true`] });
    await gateway?.close();
    expect(await run(`rebuild ${flag} --check`, [])).toMatchObject({ code: 2, calls: [] });
  });

  it('--no-wait only starts, --list shows the last ones, --json prints the raw answer', async () => {
    expect(await run('rebuild --no-wait --json', [])).toMatchObject({
      code: 0,
      calls: [`POST ${AT}`],
      out: expect.stringContaining('"r1"') as string,
    });
    const { out, calls } = await run('rebuild --list', [running]);
    expect(calls).toEqual([`GET ${AT}`]);
    expect(out).toMatch(/^then +– +running \(check\) +– +7 events behind$/m);
    expect(JSON.parse((await run('rebuild --json', [same])).out)).toEqual(same);
  });
});
