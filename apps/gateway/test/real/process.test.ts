import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHOSEN_PARAMETERS } from '#problems/route-methods.js';
import { serviceCommand } from '#stack/services/service-command.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { ROUTES } from '../../src/routes/routes.js';

let space: TestSpace;
const started: RunningService[] = [];

beforeAll(async () => {
  space = await createTestSpace('gateway-process');
});
afterAll(async () => {
  await Promise.all(started.map((service) => service.stop()));
  await space?.close();
});

describe('the gateway as a process', () => {
  it('reports all wrong settings at once and ends with 1, without showing a secret', async () => {
    const { code, errors } = await run({ ...space.environment('gateway'), PORT: 'http', LOG_LEVEL: 'loud', INTERNAL_TOKEN: '' });
    expect(code).toBe(1);
    expect(errors).toMatch(/PORT: must be a whole number[^]*LOG_LEVEL: must be one of[^]*INTERNAL_TOKEN: is missing/);
    expect(errors).not.toContain(space.installation.secrets.operationIdSecret);
  });

  it.each([
    ['OBJECT_PARTITIONS', 'object.commands'],
    ['REPLY_PARTITIONS', 'object.outcomes'],
  ])('ends with 1 when %s differs from the topic: nobody would apply what it acknowledges', async (setting, topic) => {
    const gateway = await startService('gateway', space.environment('gateway', { INSTANCE_ID: setting.toLowerCase(), [setting]: '2' }), {
      awaitReady: false,
    });
    started.push(gateway);
    expect(await gateway.exited).toBe(1);
    expect(gateway.log()).toMatch(new RegExp(`Topic [^ ]*${topic} has \\d+ partitions, the settings say 2`));
    expect(gateway.log()).not.toContain('"Ready."');
  });

  it('is found ready on an address that is not 127.0.0.1', async () => {
    const gateway = await startService('gateway', space.environment('gateway', { INSTANCE_ID: 'elsewhere', HOST: '127.0.0.2' }));
    started.push(gateway);
    await gateway.stop();
  });

  it('is ready only with its producer and its replies in place, and ends with 0 on SIGTERM', async () => {
    const gateway = await startService('gateway', space.environment('gateway'));
    started.push(gateway);
    const ready = (await (await fetch(`${gateway.url}/health/ready`)).json()) as { checks: string[] };
    expect(ready.checks).toEqual(expect.arrayContaining(['running', 'directory', 'token-keys']));
    expect(ready.checks.length).toBeGreaterThanOrEqual(4);
    gateway.signal('SIGTERM');
    expect(await gateway.exited).toBe(0);
    expect(gateway.log()).not.toContain(space.installation.secrets.internalToken);
  });

  it('serves exactly the routes of its table', async () => {
    const gateway = await startService('gateway', space.environment('gateway', { INSTANCE_ID: 'routes' }));
    started.push(gateway);
    for (const { path } of ROUTES) {
      const address = addressOf(path);
      const fitting = ROUTES.filter((route) => new RegExp(`^${route.path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`).test(address));
      const shown = fitting.filter((route) => !fitting.some((other) => hides(other.path, route.path)));
      const methods = shown.map(({ method }) => method);
      const wanted = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
      const answer = await fetch(gateway.url + address, { method: 'OPTIONS' });
      expect([path, new Set(answer.headers.get('allow')?.split(', '))]).toEqual([path, wanted]);
    }
    await gateway.stop();
  });

  it('is not ready, but lives and answers, when the broker is not there', async () => {
    const gateway = await startService('gateway', space.environment('gateway', { KAFKA_BROKERS: '127.0.0.1:1' }), { awaitReady: false });
    started.push(gateway);
    await expect
      .poll(
        () =>
          fetch(`${gateway.url}/health/live`).then(
            (answer) => answer.status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200);
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(503);
    gateway.signal('SIGTERM');
    expect(await gateway.exited).toBe(0);
  });
});

/** `areas/import` is not an area, but a field, whose name customers choose, may be called `review`. */
const hides = (exact: string, other: string): boolean => {
  const words = other.split('/');
  return exact.split('/').some((word, at) => !word.startsWith(':') && words[at]!.startsWith(':') && !CHOSEN_PARAMETERS.has(words[at]!));
};

const addressOf = (path: string): string => path.replace(/:[a-zA-Z]+/g, 'x');

function run(environment: Record<string, string>): Promise<{ code: number | null; errors: string }> {
  const command = serviceCommand('gateway', environment, '/dev/null');
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, command.args, { env: command.environment, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    child.on('error', reject).on('close', (code) => resolve({ code, errors }));
  });
}
