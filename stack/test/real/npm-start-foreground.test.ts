import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstallationUnderTest, SERVERS, START_TIMEOUT_MS } from './installation-under-test.js';

describe('npm start in the foreground', { timeout: START_TIMEOUT_MS }, () => {
  let waymark: InstallationUnderTest;
  beforeAll(async () => {
    waymark = await InstallationUnderTest.create();
  });
  afterAll(() => waymark.destroy(), START_TIMEOUT_MS);

  it('names the holder of a busy port and the setting that moves ours, and leaves nothing', async () => {
    const port = waymark.environment.WAYMARK_PROJECTION_PORT!;
    const holder = createServer().listen(Number(port), '127.0.0.1');
    try {
      const refused = await waymark.run('start');
      expect(refused.exitCode).toBe(1);
      expect(refused.all).toMatch(new RegExp(`Port ${port} is held by process ${process.pid} .*WAYMARK_PROJECTION_PORT=\\d+ npm start`));
      expect(waymark.processes()).toEqual([]);
    } finally {
      holder.close();
    }
  });

  it('ends everything in order on SIGINT', async () => {
    const { client, output, exited } = await waymark.startInForeground();
    client.kill('SIGINT');
    expect(await exited, output()).toBe(0);
    const ends = SERVERS.map((name) => output().indexOf(`✓ ${name.padEnd(20)}stopped`));
    const [database, broker, ...services] = ends as [number, number, ...number[]];
    const gateway = services.pop()!;
    expect(Math.min(...ends), output()).toBeGreaterThan(0);
    expect(gateway).toBeLessThan(Math.min(...services));
    expect(Math.max(...services)).toBeLessThan(Math.min(database, broker));
    expect(waymark.processes()).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('ends its processes in order on %s in the middle of the start', async (signal) => {
    const { client, output, exited } = await waymark.startInForeground({ until: '✓ database' });
    client.kill(signal);
    await exited;
    expect(output()).toContain(`✓ ${'database'.padEnd(20)}stopped`);
    expect(waymark.processes(), output()).toEqual([]);
  });

  it('ends everything when it is killed with -9 itself', async () => {
    const { client } = await waymark.startInForeground();
    client.kill('SIGKILL');
    await expect.poll(() => waymark.processes(), { timeout: 60_000 }).toEqual([]);
  });

  it('ends everything when npm itself is killed with -9', async () => {
    const { client } = await waymark.startInForeground({ command: ['npm', 'start'] });
    client.kill('SIGKILL');
    await expect.poll(() => waymark.processes(), { timeout: 60_000 }).toEqual([]);
  });

  it('ends everything when its supervisor is killed with -9', async () => {
    const { exited } = await waymark.startInForeground();
    process.kill(waymark.supervisorPid(), 'SIGKILL');
    expect(await exited).toBe(1);
    expect(waymark.processes()).toEqual([]);
  });
});
