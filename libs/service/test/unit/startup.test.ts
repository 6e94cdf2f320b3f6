import { expect, it } from 'vitest';
import { HealthChecks } from '#service/health-checks.js';
import { Startup } from '#service/startup.js';
import type { HealthCheck } from '#telemetry/health.js';

it('runs its steps one after the other, and is ready when the last is done', async () => {
  const startup = new Startup();
  const checks: HealthCheck[] = [];
  const all = new HealthChecks(checks, startup);
  all.add({ name: 'other', check: () => undefined });
  const done: number[] = [];
  startup.add(async () => {
    await Promise.resolve();
    done.push(1);
  });
  startup.add(() => void done.push(2));
  expect(() => checks[0]!.check()).toThrow('the service is starting');
  await startup.run();
  expect(done).toEqual([1, 2]);
  expect(checks.map(({ name }) => name)).toEqual(['running', 'other']);
  expect(checks[0]!.check()).toBeUndefined();
  startup.stop();
  expect(() => checks[0]!.check()).toThrow('the service is stopping');
});

it('begins no step once the service stops, and lets a waiting one return', async () => {
  const startup = new Startup();
  let begun = false;
  startup.add((stopping) => new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve())));
  startup.add(() => void (begun = true));
  const run = startup.run();
  startup.stop();
  await run;
  expect([begun, startup.phase]).toEqual([false, 'stopping']);
});

it('runs the steps that only consumers wait for last', async () => {
  const startup = new Startup();
  const done: string[] = [];
  startup.addBeforeConsumers(() => void done.push('topics'));
  startup.add(() => void done.push('migrations'));
  startup.addBeforeConsumers(() => void done.push('directory'));
  startup.add(() => void done.push('upkeep'));
  await startup.run();
  expect(done).toEqual(['migrations', 'upkeep', 'topics', 'directory']);
});

it('ends with the error of a step', async () => {
  const startup = new Startup();
  startup.add(() => Promise.reject(new Error('the topics are others')));
  await expect(startup.run()).rejects.toThrow('the topics are others');
  expect(startup.phase).toBe('starting');
});
