import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFree } from '#stack/processes/free-port.js';
import { InstallationUnderTest, SERVERS, START_TIMEOUT_MS } from './installation-under-test.js';

/** 20 to 30 s on an idle machine; here, other test files use the same cores. The broker's jars already exist. */
const FIRST_READY_MS = 150_000;
/** With the existing cluster, topics and tables. */
const NEXT_READY_MS = 75_000;
/** A killed broker reads its logs first, and other test files use the same disk. */
const BACK_MS = 120_000;

/** The line of the welcome text with this beginning. */
const lineOf = (output: string, start: string) => output.split('\n').find((line) => line.startsWith(start))!;
/** The output of a pasted line, after the line that exports the token. */
const pasted = async (welcome: string, line: string) =>
  JSON.parse((await execa('sh', ['-c', `${lineOf(welcome, 'export TOKEN=')}\n${line}`])).stdout) as Record<string, unknown>;

describe('npm start -- --detach', { timeout: START_TIMEOUT_MS }, () => {
  let waymark: InstallationUnderTest;
  let welcome: string;
  let readyAfterMs: number;

  beforeAll(async () => {
    waymark = await InstallationUnderTest.create();
    const started = await waymark.run('start', '--detach');
    readyAfterMs = started.durationMs;
    welcome = started.all;
    expect(started.exitCode, welcome).toBe(0);
  }, START_TIMEOUT_MS);
  afterAll(() => waymark.destroy(), START_TIMEOUT_MS);

  it('is ready in time, with nothing there before', () => {
    expect(readyAfterMs, welcome).toBeLessThan(FIRST_READY_MS);
  });

  it('shows each step with its seconds, the address and a token', () => {
    for (const server of SERVERS) expect(welcome).toMatch(new RegExp(`✓ ${server} +ready \\([\\d.]+ s\\)`));
    expect(welcome).toContain(`http://localhost:${waymark.environment.WAYMARK_PORT}`);
    expect(lineOf(welcome, 'export TOKEN=')).toMatch(/^export TOKEN='[\w-]+\.[\w-]+\.[\w-]+'$/);
    expect(welcome.match(/eyJ[\w-]+\./g)).toHaveLength(2); // header and payload of one token
  });

  it('asks the database for no connection before it takes any', () => {
    expect(waymark.log('database')).not.toContain('the database system is starting up');
  });

  it('prints a line that posts an object when pasted, and one that finds it in the feed', async () => {
    const posts = welcome.split('\n').filter((line) => line.startsWith('curl'));
    expect(await pasted(welcome, posts[0]!)).toMatchObject({ results: [{ externalId: 'forklift-7', status: 'created', revision: 1 }] });
    expect(await pasted(welcome, posts[1]!)).toMatchObject({ changes: [{ externalId: 'forklift-7', revision: 1 }] });
  });

  it('prints the operator and a one-time password, and a line that logs in when pasted; no log has the password', async () => {
    const password = /One-time password, shown only this time: (\S+)/.exec(welcome)?.[1];
    expect(password).toBeDefined();
    expect(welcome).toContain('operator@localhost');
    const line = welcome
      .split('\n')
      .filter((each) => each.startsWith('curl'))
      .at(-1)!;
    expect(await pasted(welcome, line)).toMatchObject({
      mustChangePassword: true,
      person: { email: 'operator@localhost', operator: true },
    });
    for (const name of ['supervisor', 'directory-service', 'gateway']) expect(waymark.log(name)).not.toContain(password);
    const again = await waymark.run('first-operator');
    expect([again.exitCode, again.all]).toEqual([1, expect.stringContaining('An operator already exists') as string]);
    expect((await waymark.run('password-link', 'OPERATOR@localhost')).all).toMatch(/\n[\w-]{43}$/);
    expect((await waymark.run('password-link', 'operator@localhost')).all).toMatch(/\/app\/#invite=[\w-]{43}&for=operator@localhost\n/);
    expect((await waymark.run('password-link', 'nobody@localhost')).exitCode).toBe(1);
  });

  it('mints a token that opens a workspace that was not there before', async () => {
    const { stdout, exitCode } = await waymark.run('token', '--workspace', 'harbour', '--name', 'The Harbour', '--expires', '1h');
    expect(exitCode).toBe(0);
    const url = `http://127.0.0.1:${waymark.environment.WAYMARK_PORT}/groups/harbour/externalObjects`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${stdout.trim()}` } });
    expect([answer.status, await answer.json()]).toMatchObject([200, { objects: [] }]);
  });

  it('shows what runs, since when, and the lag of each consumer', async () => {
    const { all, exitCode } = await waymark.run('status');
    expect(exitCode, all).toBe(0);
    for (const service of ['object-service', 'projection-service', 'gateway']) {
      expect(all).toMatch(new RegExp(`${service} +${waymark.record(service).pid} +ready +\\d{4}-\\d\\d-\\d\\d .* 0 +\\d+ MiB`));
    }
    expect(all).toMatch(/object-service +object.commands +\d+ records/);
    expect(all).toMatch(/projection-service +object.events +\d+ records/);
    expect(all).toMatch(/gateway +object.outcomes +\d+ records/);
  });

  it('refuses a second one and says where the first one is', async () => {
    const { all, exitCode } = await waymark.run('start');
    expect(exitCode).toBe(1);
    expect(all).toContain(`Waymark runs already at http://localhost:${waymark.environment.WAYMARK_PORT}`);
    expect((await waymark.run('start', '--detach')).exitCode).toBe(0);
  });

  it.each([[['database']], [['broker']], [['directory-service', 'object-service', 'projection-service', 'gateway']]])(
    'starts what was killed with -9 again: %j',
    async (names) => {
      const before = new Map(names.map((name) => [name, waymark.record(name)]));
      for (const { pid } of before.values()) process.kill(pid, 'SIGKILL');
      for (const name of names) {
        await expect.poll(() => waymark.record(name).restarts, { timeout: BACK_MS }).toBeGreaterThan(before.get(name)!.restarts);
        // A service may die again while its servers are down; then another process of it becomes ready.
        const isBack = (): boolean => waymark.log('supervisor').includes(`${name} is back (process ${waymark.record(name).pid}`);
        await expect.poll(isBack, { timeout: BACK_MS }).toBe(true);
        expect(waymark.log('supervisor')).toContain(`${name} died (killed by SIGKILL)`);
      }
      // Under the same name, a new process takes over the partitions of its killed predecessor at once.
      expect(new Set(waymark.log('object-service').match(/"instance":"[^"]*"/g)).size).toBe(1);
      const post = lineOf(welcome, 'curl').replace('forklift-7', `after-${names[0]!}`);
      await expect
        .poll(() => pasted(welcome, post).catch((error: Error) => error.message), { timeout: 60_000, interval: 500 })
        .toMatchObject({ results: [{ externalId: `after-${names[0]!}` }] });
    },
  );

  it('stops everything in order and leaves no process and no port behind; a later start is ready in time and finds the data', async () => {
    const stopped = await waymark.run('stop');
    expect(stopped.exitCode, stopped.all).toBe(0);
    expect(waymark.processes()).toEqual([]);
    for (const [name, value] of Object.entries(waymark.environment)) {
      if (name.endsWith('PORT')) expect(await isFree(Number(value)), name).toBe(true);
    }
    expect((await waymark.run('status')).exitCode).toBe(1);
    expect((await waymark.run('stop')).all).toContain('not running');

    const again = await waymark.run('start', '--detach');
    expect(again.exitCode, again.all).toBe(0);
    expect(again.durationMs, again.all).toBeLessThan(NEXT_READY_MS);
    expect(again.all).not.toContain('One-time password');
    const url = `http://127.0.0.1:${waymark.environment.WAYMARK_PORT}/groups/demo/externalObjects/forklift-7`;
    // A token of the first start is still valid, since keys are kept.
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${lineOf(welcome, 'export TOKEN=').slice("export TOKEN='".length, -1)}` },
    });
    expect(answer.status).toBe(200);
  });

  it('cleans up after a supervisor that was killed with -9', async () => {
    const left = SERVERS.map((name) => waymark.record(name).pid);
    process.kill(waymark.supervisorPid(), 'SIGKILL');
    await expect.poll(async () => (await waymark.run('status')).all, { timeout: 60_000 }).toContain('The supervisor was killed');

    const again = await waymark.run('start', '--detach');
    expect(again.exitCode, again.all).toBe(0);
    expect(again.all).toContain('ending what an earlier run left behind');
    expect(waymark.processes().filter(({ pid }) => left.includes(pid))).toEqual([]);
  });

  it('stops processes left by a killed supervisor, too', async () => {
    process.kill(waymark.supervisorPid(), 'SIGKILL');
    const stopped = await waymark.run('stop');
    expect(stopped.all).toContain('Ended what was left behind');
    expect(waymark.processes()).toEqual([]);
  });

  it('empties everything by reset, after a yes', async () => {
    const refused = await waymark.run('reset');
    expect(refused.exitCode).toBe(1);
    expect(refused.all).toContain('npm run reset -- --yes');
    expect((await waymark.run('reset', '--yes')).exitCode).toBe(0);
    expect((await waymark.run('reset', '--yes')).all).toContain('Nothing to remove');
  });
});
