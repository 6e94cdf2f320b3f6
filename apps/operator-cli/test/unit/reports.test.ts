import { afterEach, expect, it } from 'vitest';
import { FakeGateway, problem, tokenWithScope } from './fake-gateway.js';
import { runCli } from './run-cli.js';

let gateway: FakeGateway | undefined;
afterEach(() => gateway?.close());

const REPORT = {
  report: 'tracking',
  rows: [
    { from: '2026-11-21T00:00:00Z', type: 'crane', updates: 3 },
    { from: '2026-11-21T00:00:00Z', type: 'lift', updates: 1 },
  ],
};
const CSV = "from,type,updates\r\n2026-11-21,'=1+1,3\r\n";

async function run(...commandLine: string[]) {
  gateway = new FakeGateway(() => ({ body: commandLine.includes('--csv') ? CSV : REPORT }));
  return runCli(commandLine, {
    environment: { WAYMARK_TOKEN: tokenWithScope('reports:read'), WAYMARK_URL: await gateway.start(), HOME: '/nowhere' },
  });
}

it('shows a report as a table of all columns of its rows', async () => {
  const { code, out } = await run('report', 'tracking', 'harbour', '--by', 'type');
  expect([code, out.split('\n').map((line) => line.split(/  +/))]).toEqual([
    0,
    expect.arrayContaining([
      ['from', 'type', 'updates'],
      ['2026-11-21T00:00:00Z', 'lift', '1'],
    ]),
  ]);
});

it('prints CSV byte for byte', async () => {
  expect(await run('report', 'tracking', 'harbour', '--csv')).toMatchObject({ code: 0, out: CSV });
});

it('reads for an operator with a temporary token, which may only read reports of that workspace, and is revoked', async () => {
  gateway = new FakeGateway((call) =>
    call.startsWith('POST /operator/tokens')
      ? { status: 201, body: { id: 't-1', token: tokenWithScope('reports:read') } }
      : call.startsWith('DELETE')
        ? { status: 204 }
        : { body: REPORT },
  );
  const { code } = await runCli(['report', 'tracking', 'harbour'], {
    environment: { WAYMARK_TOKEN: tokenWithScope('operator'), WAYMARK_URL: await gateway.start(), HOME: '/nowhere' },
  });
  expect(code).toBe(0);
  const [made, read, revoked] = gateway.seen;
  expect(made).toMatchObject({ call: 'POST /operator/tokens', body: { workspaces: ['harbour'], scopes: ['reports:read'] } });
  expect(read).toMatchObject({ authorization: `Bearer ${tokenWithScope('reports:read')}` });
  expect(revoked!.call).toBe('DELETE /operator/tokens/t-1');
});

it('names the gateway that refused the token', async () => {
  gateway = new FakeGateway(() => problem(401, 'unauthorized', { detail: 'The key (kid) of the token is unknown.' }));
  const url = await gateway.start();
  const { code, err } = await runCli(['report', 'tracking', 'harbour'], {
    environment: { WAYMARK_TOKEN: tokenWithScope('reports:read'), WAYMARK_URL: url, HOME: '/nowhere' },
  });
  expect([code, err]).toEqual([4, expect.stringContaining(`${url}: The key (kid) of the token is unknown. Sign in with: waymark login`)]);
});

it.each([
  [
    [
      'tracking',
      'harbour',
      '--from',
      '2026-11-01',
      '--interval',
      'day',
      '--time-zone',
      'Europe/Berlin',
      '--by',
      'type,category',
      '--field',
      'status',
      '--type',
      'a b',
    ],
    '/tracking?from=2026-11-01&interval=day&timeZone=Europe%2FBerlin&by=type&by=category&type=a+b&field=status',
  ],
  [['access', 'harbour', '--kind', 'scanned', '--external-id', 'crane/1', '--csv'], '/access?kind=scanned&externalId=crane%2F1'],
])('requests what its options specify: %j', async (commandLine, path) => {
  expect((await run('report', ...commandLine)).code).toBe(0);
  expect(gateway!.seen.map(({ call }) => call)).toEqual([`GET /groups/harbour/reports${path}`]);
});
