import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeGateway, problem, tokenWithScope } from './fake-gateway.js';
import { type Ran, runCli } from './run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'waymark-history-'));
const file = join(folder, 'history.csv');
afterEach(() => rmSync(file, { force: true }));

async function run(
  line: string[],
  scope = 'objects:read',
  answer: ConstructorParameters<typeof FakeGateway>[0] = () => ({ body: 'id\r\na\r\n' }),
): Promise<Ran & { calls: string[] }> {
  const gateway = new FakeGateway(answer);
  try {
    const url = await gateway.start();
    const ran = await runCli([...line, '--url', url], { environment: { HOME: folder, WAYMARK_TOKEN: tokenWithScope(scope) } });
    return { ...ran, calls: gateway.seen.map(({ call }) => call) };
  } finally {
    gateway.close();
  }
}

describe('waymark history export', () => {
  it('requests what its options specify, and prints the answer', async () => {
    const { code, out, calls } = await run([
      'history',
      'export',
      'demo',
      '--object',
      'a/b',
      '--from',
      '2026-11-21T08:00:00+01:00',
      '--format',
      'geojson',
      '--lines',
      '--simplify',
      '20',
    ]);
    expect([code, out]).toEqual([0, 'id\r\na\r\n']);
    expect(calls).toEqual([
      'GET /groups/demo/externalObjects/a%2Fb/history?format=geojson&from=2026-11-21T07%3A00%3A00.000Z&geometry=lines&simplify=20',
    ]);
    expect((await run(['history', 'export', 'demo', '--near', '53,10', '--radius', '200', '--type', 'crane,truck'])).calls).toEqual([
      'GET /groups/demo/history?format=csv&near=53%2C10&type=crane&type=truck&radius=200',
    ]);
  });

  it('reads for an operator with a token that is revoked afterwards', async () => {
    const { code, calls } = await run(['history', 'export', 'demo', '--out', file], 'operator', (call) =>
      call.startsWith('POST')
        ? { status: 201, body: { id: 't1', token: tokenWithScope('objects:read') } }
        : call.startsWith('DELETE')
          ? { status: 204 }
          : { body: 'x' },
    );
    expect([code, calls]).toEqual([0, ['POST /operator/tokens', 'GET /groups/demo/history?format=csv', 'DELETE /operator/tokens/t1']]);
    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  it('shows the refusal of the service', async () => {
    expect(
      await run(['history', 'export', 'demo', '--area', 'x'], 'objects:read', () =>
        problem(400, 'invalid-parameter', { detail: 'area: There is no such area.' }),
      ),
    ).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There is no such area') as string });
  });

  it('leaves no file, and reports it, when the answer is cut', async () => {
    const cut: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('id\r\na');
      setTimeout(() => response.destroy(), 50);
    };
    const server = createServer(cut).listen(0, '127.0.0.1');
    const url = await new Promise<string>((resolve) =>
      server.once('listening', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    );
    const ran = await runCli(['history', 'export', 'demo', '--out', file, '--url', url], {
      environment: { HOME: folder, WAYMARK_TOKEN: tokenWithScope('objects:read') },
    });
    server.close();
    expect(ran).toMatchObject({ code: 5, err: expect.stringContaining('answer was interrupted') as string });
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  });
});
