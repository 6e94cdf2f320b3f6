import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Finding } from '#contracts/directory/diagnosis.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let directory: RunningService;
let gateway: RunningService;
let operator: string;

beforeAll(async () => {
  space = await createTestSpace('operator-cli', { directory: 'real' });
  directory = await startService('directory-service', space.environment('directory-service'));
  gateway = await startService('gateway', space.environment('gateway'));
  const made = await fetch(`${directory.url}/operator/tokens`, {
    method: 'POST',
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'test', workspaces: [], scopes: ['operator'] }),
  });
  operator = ((await made.json()) as { token: string }).token;
});
afterAll(async () => {
  await gateway?.stop();
  await directory?.stop();
  await space?.close();
});

interface Ran {
  code: number | undefined;
  out: string;
  err: string;
}

/** The command as a separate process, started like npx does. */
async function waymark(commandLine: readonly string[], token: string | undefined = operator): Promise<Ran> {
  const environment = { PATH: process.env.PATH, HOME: space.folder, WAYMARK_URL: gateway.url, WAYMARK_TOKEN: token };
  const { exitCode, stdout, stderr } = await execa(process.execPath, [join(repositoryRoot, 'stack/waymark.mjs'), ...commandLine], {
    env: environment,
    extendEnv: false,
    reject: false,
  });
  return { code: exitCode, out: stdout, err: stderr };
}

async function json<T>(commandLine: readonly string[]): Promise<T> {
  const { code, out, err } = await waymark([...commandLine, '--json']);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as T;
}

const requestAs = (path: string, token: string) => fetch(gateway.url + path, { headers: { authorization: `Bearer ${token}` } });

describe('waymark, against a real gateway and directory', () => {
  it('takes a workspace through its life, and the audit contains every step', async () => {
    const harbour = ['harbour'];
    expect(await json(['workspace', 'create', ...harbour, '--name', 'The harbour', '--plan', 'free'])).toMatchObject({
      id: 'harbour',
      name: 'The harbour',
      status: 'active',
      plan: 'free',
    });
    expect(await waymark(['workspace', 'create', ...harbour])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('ids are never reused') as string,
    });
    expect(await waymark(['workspace', 'create', 'not alphanumeric'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/id must be alphanumeric .*\n {2}at \/id\n/) as string,
    });
    expect(await json(['workspace', 'rename', 'harbour', 'Port'])).toMatchObject({ name: 'Port', formerNames: ['The harbour'] });
    expect(await json(['workspace', 'plan', 'harbour', 'unlimited'])).toMatchObject({ plan: 'unlimited' });
    for (const [command, status] of [
      ['suspend', 'suspended'],
      ['resume', 'active'],
      ['delete', 'deleting'],
      ['restore', 'active'],
    ])
      expect(await json(['workspace', command!, 'harbour'])).toMatchObject({ status });
    expect((await waymark(['workspace', 'list'])).out).toMatch(/^id +name .*\nharbour +Port +active +unlimited/);
    const audit = await json<{ action: string; subject: string }[]>(['audit', '--workspace', 'harbour']);
    expect(
      audit
        .map(({ action }) => action)
        .reverse()
        .slice(0, 3),
    ).toEqual(['workspace.create', 'workspace.update', 'workspace.update']);
    expect(audit.every(({ subject }) => subject.startsWith('token:'))).toBe(true);
  });

  it('creates a token that works, lists it without its secret, and revokes it', async () => {
    await json(['workspace', 'create', 'yard']);
    const { code, out } = await waymark([
      'token',
      'create',
      '--workspace',
      'yard',
      '--name',
      'crane',
      '--scope',
      'tokens:admin',
      '--expires',
      '1h',
    ]);
    expect([code, (await requestAs('/groups/yard/tokens', out)).status]).toEqual([0, 200]);
    const [listed] = await json<{ id: string; name: string }[]>(['token', 'list', '--workspace', 'yard']);
    expect([listed!.name, JSON.stringify(listed).includes(out)]).toEqual(['crane', false]);
    // As the workspace's admin, through the routes of the workspace.
    expect((await waymark(['token', 'list', '--workspace', 'yard'], out)).out).toContain('crane');
    expect(await waymark(['workspace', 'list'], out)).toMatchObject({
      code: 1,
      err: expect.stringContaining('lacks the scope operator') as string,
    });
    expect((await waymark(['token', 'revoke', listed!.id])).code).toBe(0);
    await vi.waitFor(async () => expect((await requestAs('/groups/yard/tokens', out)).status).toBe(401), { timeout: 2000, interval: 50 });
    expect(await waymark(['token', 'list', '--workspace', 'yard'], out)).toMatchObject({
      code: 4,
      err: expect.stringContaining('Sign in with: waymark login') as string,
    });
  });

  it('creates a token for automation for an operator, but not for a workspace admin or a machine', async () => {
    await json(['workspace', 'create', 'quay']);
    const admin = (await waymark(['token', 'create', '--workspace', 'quay', '--name', 'admin', '--scope', 'tokens:admin'])).out;
    const wants = ['token', 'create', '--name', 'more', '--scope', 'operator'];
    expect(await waymark([...wants, '--workspace', 'quay'], admin)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('at /scopes/0') as string,
    });
    expect(await waymark(wants)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('A machine token cannot make a token with the scope operator') as string,
    });
  });

  it('changes a plan in part, and deletes it', async () => {
    expect(await json(['plan', 'set', 'small', '--calls-per-month', '100', '--webhooks', '0'])).toMatchObject({
      name: 'small',
      limits: { callsPerMonth: 100, webhooks: 0, callsPerSecond: null },
    });
    expect(await json(['plan', 'set', 'small', '--calls-per-month', 'none', '--calls-per-second', '5'])).toMatchObject({
      limits: { callsPerMonth: null, webhooks: 0, callsPerSecond: 5 },
    });
    expect((await waymark(['plan', 'remove', 'small'])).code).toBe(0);
    expect((await waymark(['plan', 'list'])).out).not.toContain('small');
  });

  it('rotates the keys', async () => {
    const { kid } = await json<{ kid: string }>(['key', 'rotate']);
    expect((await json<{ kid: string; state: string }[]>(['key', 'list'])).find((key) => key.kid === kid)).toMatchObject({ state: 'next' });
    expect((await waymark(['key', 'withdraw', kid])).code).toBe(0);
  });

  it('exports a whole workspace for an operator, and leaves no token behind', async () => {
    const projection = await startService('projection-service', space.environment('projection-service'));
    await json(['workspace', 'create', 'basin']);
    const { code, out, err } = await waymark(['workspace', 'export', 'basin']);
    await projection.stop();
    const lines = out.split('\n').map((line) => JSON.parse(line) as { kind: string; left?: object });
    expect([code, err, lines.map(({ kind }) => kind), lines.at(-1)!.left]).toEqual([0, '', ['workspace', 'end'], {}]);
    expect(
      (await json<{ name: string; scopes: string[]; revokedAt: string | null }[]>(['token', 'list', '--workspace', 'basin'])).map(
        ({ scopes, revokedAt }) => [scopes, revokedAt !== null],
      ),
    ).toEqual([[['objects:read'], true]]);
    expect((await json<{ action: string }[]>(['audit'])).slice(0, 2).map(({ action }) => action)).toEqual(['token.revoke', 'token.create']);
  });

  it('exports what another token may read, and lists what it may not', async () => {
    await json(['workspace', 'create', 'dock']);
    const admin = (await waymark(['token', 'create', '--workspace', 'dock', '--name', 'admin', '--scope', 'tokens:admin'])).out;
    const { code, out, err } = await waymark(['workspace', 'export', 'dock'], admin);
    const lines = out.split('\n').map((line) => JSON.parse(line) as { kind: string; left?: object });
    expect([code, lines[0]!.kind]).toEqual([5, 'token']);
    expect(lines.at(-1)).toMatchObject({ kind: 'end', left: { object: 'The token lacks the scope objects:read.' } });
    expect(err).toContain('Omitted from the export');
  });

  it('prints the interface that the token may call', async () => {
    const { paths } = await json<{ paths: object }>(['openapi']);
    expect(Object.keys(paths)).toContain('/operator/diagnosis');
    expect(Object.keys(paths)).not.toContain('/groups/{groupID}/changes');
  });

  it('shows lag and dead letters through the interface', async () => {
    expect((await json<{ consumer: string }[]>(['lag'])).map(({ consumer }) => consumer)).toEqual([
      'object-service',
      'projection-service',
      'report-service',
      'report-service-access',
      'report-service-areas',
      'area-service',
      'gateway',
    ]);
    expect(await json(['dead-letters', 'list'])).toEqual([]);
    expect(await waymark(['dead-letters', 'drop', 'commands:7'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('This dead letter does not exist') as string,
    });
    expect(await waymark(['dead-letters', 'show', '12'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('write commands:OFFSET or events:OFFSET') as string,
    });
  });

  it('shows the dead letters directly from the broker', async () => {
    expect(await json(['dlq', 'list', '--brokers', space.brokers.join(','), '--prefix', space.prefix])).toEqual({
      commands: [],
      events: [],
    });
  });

  it('is the bin of the package, as npx starts it', async () => {
    const { stdout } = await execa('npx', ['waymark', '--version'], { cwd: repositoryRoot });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('doctor shows what runs, what does not, and what to do', async () => {
    const findings = await doctor();
    const state = (about: string): string | undefined => findings.find((finding) => finding.about === about)?.state;
    expect(
      ['object-service.ready', 'projection-service.ready', 'webhook-service.ready', 'report-service.ready', 'area-service.ready'].map(
        state,
      ),
    ).toEqual(['broken', 'broken', 'broken', 'broken', 'broken']);
    expect(
      [
        'cli.gateway',
        'directory-service.ready',
        'directory-service.clock',
        'directory.migrations',
        'directory.database',
        'directory.keys',
        'directory.publishing',
        'directory.moves',
        'directory.secrets',
        'gateway.version',
        'gateway.tokens',
        'gateway.directory-copy',
        'broker.topics',
      ]
        .map((about) => [about, state(about)])
        .filter(([, is]) => is !== 'fine'),
    ).toEqual([]);
    expect(findings.filter((finding) => finding.state !== 'fine' && finding.remedy === null)).toEqual([]);
    const { code, out, err } = await waymark(['doctor']);
    expect([code, err]).toEqual([
      5,
      'Broken: object-service.ready, projection-service.ready, webhook-service.ready, report-service.ready, area-service.ready.',
    ]);
    expect(out).toMatch(/✗ +object-service.ready +does not answer +Start it/);
  });

  it('doctor and a change report that the directory is unavailable', async () => {
    await directory.stop();
    const findings = await doctor();
    expect(findings.filter(({ state }) => state === 'broken').map(({ about }) => about)).toEqual(
      expect.arrayContaining(['directory-service.ready', 'directory.diagnosis']),
    );
    expect(await waymark(['workspace', 'create', 'late'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('The directory cannot be reached') as string,
    });
    await directory.restart();
  });
});

async function doctor(): Promise<Finding[]> {
  return JSON.parse((await waymark(['doctor', '--json'])).out) as Finding[];
}
