import { afterEach, expect, it } from 'vitest';
import { FakeGateway, tokenSaying } from './fake-gateway.js';
import { runCli } from './run-cli.js';

let gateway: FakeGateway | undefined;
afterEach(() => gateway?.close());

const REPORT = { report: 'tracking', rows: [{ from: '2026-11-21T00:00:00Z', type: 'crane', updates: 3 }, { from: '2026-11-21T00:00:00Z', type: 'lift', updates: 1 }] };
const CSV = "from,type,updates\r\n2026-11-21,'=1+1,3\r\n";

async function run(...commandLine: string[]) {
  gateway = new FakeGateway(() => ({ body: commandLine.includes('--csv') ? CSV : REPORT }));
  return runCli(commandLine, { environment: { WAYMARK_TOKEN: tokenSaying('reports:read'), WAYMARK_URL: await gateway.start(), HOME: '/nowhere' } });
}

it('shows a report as a table of all that its rows have', async () => {
  const { code, out } = await run('report', 'tracking', 'harbour', '--by', 'type');
  expect([code, out.split('\n').map((line) => line.split(/  +/))]).toEqual([0, expect.arrayContaining([['from', 'type', 'updates'], ['2026-11-21T00:00:00Z', 'lift', '1']])]);
});

it('hands CSV on byte for byte', async () => {
  expect(await run('report', 'tracking', 'harbour', '--csv')).toMatchObject({ code: 0, out: CSV });
});
