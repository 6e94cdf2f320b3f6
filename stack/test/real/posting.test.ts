import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runDemo } from '#stack/demo/run-demo.js';
import { LiveLine } from '#stack/posting/live-line.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let stack: RunningStack;
let token: string;

beforeAll(async () => {
  space = await createTestSpace('posting');
  stack = await startStack(space);
  token = await space.token({ workspaces: ['demo', 'track'] });
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});

/** Runs the built command like npm. */
async function replay(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = [join(repositoryRoot, 'dist/stack/replay.js'), ...args, '--url', stack.url, '--token', token, '--workspace', 'track'];
  const done = await promisify(execFile)(process.execPath, command).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code: done.code, stdout: done.stdout, stderr: done.stderr };
}

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(`${stack.url}/groups/track/${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

describe('npm run demo', () => {
  it('posts a fleet until it is stopped, and everything is applied', async () => {
    const figures = await runDemo(
      { url: stack.url, token, workspace: 'demo', objects: 20, rate: 200, seed: 7, signal: AbortSignal.timeout(5000) },
      new LiveLine(new PassThrough() as never),
    );
    expect(figures.sent).toBeGreaterThan(200);
    expect(figures).toMatchObject({ rejected: 0, failed: 0 });
    expect(figures.applied + figures.pending).toBe(figures.sent);
  });

  it('ends with the reason when the service refuses', async () => {
    const options = { url: stack.url, token, workspace: 'foreign', objects: 1, rate: 10, seed: 1, signal: AbortSignal.timeout(20_000) };
    await expect(runDemo(options, new LiveLine(new PassThrough() as never))).rejects.toThrow('HTTP 403');
  });
});

describe('npm run replay', () => {
  const ours = fileURLToPath(new URL('../unit/data/track.csv', import.meta.url));
  const columns = [
    '--id',
    'bus',
    '--time',
    'when',
    '--lat',
    'latitude',
    '--lon',
    'longitude',
    '--title',
    'name',
    '--number',
    'speed',
    '--string',
    'driver',
    '--zone',
    'Europe/London',
  ];

  it('posts readable rows, lists the rest by line, and ends with 1', async () => {
    const { code, stdout, stderr } = await replay(ours, ...columns);
    expect(code).toBe(1);
    expect(stdout).toMatch(/sent 3 {2}applied 2 {2}rejected 1 .*unreadable 7/);
    expect(stderr).toContain('line 5: latitude is not a number: "north"');
    // An id with a line feed is readable as CSV; the service refuses it.
    expect(stderr).toMatch(/line 11: rejected: invalid: /);
    const newest = { title: 'Bus "7"', position: { lat: 53.401, lon: -2.989, observedAt: '2026-03-29T01:00:30.000Z' } };
    // The outcome arrives before the projection has applied the change.
    await vi.waitFor(async () => expect(await read('externalObjects/7')).toMatchObject(newest), { timeout: 20_000 });
  });

  it('ends with 2 and a word when it cannot begin', async () => {
    expect(await replay(ours, ...columns, '--number', 'mood')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No column "mood"'),
    });
    expect(await replay(ours, '--id', 'bus')).toMatchObject({ code: 2, stderr: expect.stringContaining('--time') });
    expect(await replay(ours, ...columns, '--zone', 'Mars/Olympus')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No such time zone'),
    });
  });

  const sample = fileURLToPath(new URL('../../../../shared/data/liverpool_bus_route14.csv', import.meta.url));

  it.skipIf(!existsSync(sample))(`replays the sample track whole (skipped: ${sample} is missing)`, async () => {
    const { code, stdout, stderr } = await replay(
      sample,
      '--id',
      'vehicle_id',
      '--time',
      'timestamp',
      '--lat',
      'latitude',
      '--lon',
      'longitude',
      '--number',
      'bearing',
      '--string',
      'direction',
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/sent 1,533 {2}applied 1,533 {2}rejected 0 /);
  });
});
