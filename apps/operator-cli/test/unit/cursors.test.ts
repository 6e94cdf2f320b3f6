import { afterEach, describe, expect, it } from 'vitest';
import { FakeGateway, tokenWithScope } from './fake-gateway.js';
import { runCli } from './run-cli.js';

let gateway: FakeGateway | undefined;
afterEach(() => gateway?.close());

async function run(commandLine: string) {
  gateway = new FakeGateway(() => ({ status: 204 }));
  const url = await gateway.start();
  const ran = await runCli(commandLine.split(' '), {
    environment: { WAYMARK_TOKEN: tokenWithScope('operator'), WAYMARK_URL: url, HOME: '/nowhere' },
  });
  return { ...ran, calls: gateway.seen.map(({ call }) => call) };
}

describe('waymark cursors expire', () => {
  it('expires all cursors', async () => {
    const { code, err, calls } = await run('cursors expire --yes');
    expect([code, calls]).toEqual([0, ['DELETE /operator/cursors']]);
    expect(err).toBe('All cursors expire within two seconds; their readers read all objects again.\n');
  });

  it('does nothing without a confirmation', async () => {
    const { code, err, calls } = await run('cursors expire');
    expect([code, calls]).toEqual([2, []]);
    expect(err).toContain('add --yes');
  });
});
