import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeGateway, problem, tokenWithScope } from './fake-gateway.js';
import { runCli } from './run-cli.js';

let folder: string;
let gateway: FakeGateway | undefined;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'areas-'))));
afterEach(() => gateway?.close());
afterAll(() => rm(folder, { recursive: true }));

const YARD = {
  areaId: 'a1',
  name: 'Yard',
  category: 'depot',
  geometry: { type: 'Circle', center: [1, 2], radius: 3 },
  revision: 7,
  updatedAt: '2026-11-21T08:00:00.000Z',
};
const COLLECTION = { type: 'FeatureCollection', features: [] };

async function run(
  answer: ConstructorParameters<typeof FakeGateway>[0],
  commandLine: string[],
  more: { scope?: string; input?: string } = {},
) {
  gateway = new FakeGateway(answer);
  const ran = await runCli(commandLine, {
    environment: { WAYMARK_TOKEN: tokenWithScope(more.scope ?? 'areas:write'), WAYMARK_URL: await gateway.start(), HOME: '/nowhere' },
    input: more.input,
  });
  return { ...ran, calls: gateway.seen.map(({ call }) => call), bodies: gateway.seen.map(({ body }) => body as unknown) };
}

describe('areas', () => {
  it('are listed over all pages, as a table and as raw JSON', async () => {
    const pages = (call: string) => ({
      body: call.includes('after=') ? { areas: [{ ...YARD, areaId: 'a2', name: 'Gate' }], next: null } : { areas: [YARD], next: 'a1' },
    });
    const shown = await run(pages, ['areas', 'list', 'harbour', '--category', 'depot', '--bbox', '1,2,3,4']);
    expect([shown.code, shown.calls]).toEqual([
      0,
      [
        'GET /groups/harbour/areas?category=depot&bbox=1%2C2%2C3%2C4',
        'GET /groups/harbour/areas?category=depot&bbox=1%2C2%2C3%2C4&after=a1',
      ],
    ]);
    expect(shown.out).toMatch(/a1 +Yard +depot +– +Circle +7/);
    expect(shown.out).toMatch(/a2 +Gate/);
    gateway!.close();
    expect(JSON.parse((await run(pages, ['areas', 'list', 'harbour', '--json'])).out)).toEqual([
      YARD,
      { ...YARD, areaId: 'a2', name: 'Gate' },
    ]);
  });

  it('are shown and deleted one by one', async () => {
    const shown = await run(() => ({ body: YARD }), ['areas', 'get', 'harbour', 'a/1', '--json']);
    expect([shown.code, shown.calls, JSON.parse(shown.out)]).toEqual([0, ['GET /groups/harbour/areas/a%2F1'], YARD]);
    gateway!.close();
    expect(await run(() => ({ status: 204 }), ['areas', 'delete', 'harbour', 'a1'])).toMatchObject({
      code: 0,
      out: '',
      err: 'Area a1 is deleted.\n',
      calls: ['DELETE /groups/harbour/areas/a1'],
    });
  });

  it('are created from a file or from stdin', async () => {
    const file = join(folder, 'yard.json');
    await writeFile(file, JSON.stringify({ name: 'Yard' }));
    expect(await run(() => ({ status: 201, body: YARD }), ['areas', 'create', 'harbour', file])).toMatchObject({
      code: 0,
      calls: ['POST /groups/harbour/areas'],
      bodies: [{ name: 'Yard' }],
    });
    gateway!.close();
    const imported = await run(() => ({ status: 201, body: { imported: 1, areas: [YARD] } }), ['areas', 'import', 'harbour', '-'], {
      input: JSON.stringify(COLLECTION),
    });
    expect(imported).toMatchObject({
      code: 0,
      calls: ['POST /groups/harbour/areas/import'],
      bodies: [COLLECTION],
      out: expect.stringMatching(/a1 +Yard +7/) as string,
    });
  });

  it('are created for an operator with a token of this workspace that is revoked afterwards', async () => {
    const { code, calls, bodies } = await run(
      (call) => (call === 'POST /operator/tokens' ? { body: { id: 't1', token: 'short' } } : { status: 201, body: YARD }),
      ['areas', 'create', 'harbour', '-'],
      { scope: 'operator', input: '{}' },
    );
    expect([code, calls]).toEqual([0, ['POST /operator/tokens', 'POST /groups/harbour/areas', 'DELETE /operator/tokens/t1']]);
    expect(bodies[0]).toMatchObject({ workspaces: ['harbour'], scopes: ['areas:write'] });
    expect(gateway!.seen[1]!.authorization).toBe('Bearer short');
  });

  it('that are refused are shown with the ring, 1; a missing file or invalid JSON is wrong usage, 2, before any call', async () => {
    const refused = await run(
      () =>
        problem(422, 'invalid', {
          detail: 'The ring is open.',
          errors: [{ pointer: '/features/1/geometry/coordinates/0', detail: 'The ring is open.' }],
        }),
      ['areas', 'import', 'harbour', '-'],
      { input: '{}' },
    );
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('/features/1/geometry/coordinates/0') as string });
    for (const [file, input, expected] of [
      [join(folder, 'none'), '', 'cannot be read'],
      ['-', '{"a":', 'is not JSON'],
      ['-', `"${'x'.repeat(4 * 1024 * 1024)}"`, '4 MB'],
    ] as const) {
      gateway!.close();
      expect(await run(() => ({}), ['areas', 'import', 'harbour', file], { input })).toMatchObject({
        code: 2,
        calls: [],
        err: expect.stringContaining(expected) as string,
      });
    }
  });
});
