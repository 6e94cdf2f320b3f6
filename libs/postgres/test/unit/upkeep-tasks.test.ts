import { beforeEach, describe, expect, it } from 'vitest';
import type { Logger } from '#telemetry/logger.js';
import { createMetrics, type Registry } from '#telemetry/metrics.js';
import { UpkeepTasks } from '../../src/upkeep-tasks.js';

const MINUTE = 60_000;
const BEGUN = Date.UTC(2026, 0, 1);

describe('the upkeep tasks of a service', () => {
  let now = BEGUN;
  let warnings: unknown[] = [];
  let registry: Registry;
  let tasks: UpkeepTasks;
  beforeEach(() => {
    now = BEGUN;
    warnings = [];
    registry = createMetrics('test');
    tasks = new UpkeepTasks(registry, { warn: (line: unknown) => warnings.push(line) } as unknown as Logger, () => now);
  });
  const metric = async (name: string, task: string): Promise<number | undefined> =>
    (await registry.getSingleMetric(name)!.get()).values.find(({ labels }) => labels['task'] === task)?.value;
  const failing = (): Promise<never> => Promise.reject(new Error('no disk'));

  it('are overdue three intervals, plus the duration of the last run, after their last success or the start', async () => {
    const task = tasks.add('old-rows', 10 * MINUTE);
    now += 30 * MINUTE;
    expect(tasks.finding('a')).toEqual({ about: 'a.upkeep', state: 'fine', found: '1 tasks, none is overdue', remedy: null });
    now += 1;
    expect(tasks.finding('a')).toMatchObject({ state: 'warning', found: 'overdue: old-rows (30 min without success, due every 10 min)' });
    await task.attempt(() => Promise.resolve(void (now += 5 * MINUTE)));
    now += 35 * MINUTE;
    expect([tasks.finding('a').state, await metric('waymark_upkeep_overdue', 'old-rows')]).toEqual(['fine', 0]);
    now += 1;
    expect([tasks.finding('a').state, await metric('waymark_upkeep_overdue', 'old-rows')]).toEqual(['warning', 1]);
  });

  it('show when each last succeeded, and count failures; a task that could not be done now is neither', async () => {
    const [one, other] = [tasks.add('one', MINUTE), tasks.add('other', MINUTE)];
    now += 20_000;
    expect([
      await one.attempt(failing),
      await one.attempt(() => Promise.resolve(false)),
      await other.attempt(() => Promise.resolve()),
    ]).toEqual([false, false, true]);
    expect([
      await metric('waymark_upkeep_last_success_timestamp_seconds', 'one'),
      await metric('waymark_upkeep_last_success_timestamp_seconds', 'other'),
    ]).toEqual([BEGUN / 1000, BEGUN / 1000 + 20]);
    expect([await metric('waymark_upkeep_failures_total', 'one'), await metric('waymark_upkeep_failures_total', 'other')]).toEqual([1, 0]);
    expect(warnings).toEqual([expect.objectContaining({ task: 'one' })]);
  });

  it('are in hand while another instance does them, and run once at a time', async () => {
    const task = tasks.add('one', 10 * MINUTE);
    now += 60 * MINUTE;
    task.inHand();
    expect([tasks.finding('a').state, await metric('waymark_upkeep_last_success_timestamp_seconds', 'one')]).toEqual([
      'fine',
      BEGUN / 1000,
    ]);
    let finish: () => void = () => undefined;
    const first = task.attempt(() => new Promise<void>((resolve) => (finish = resolve)));
    expect(await task.attempt(failing)).toBe(false);
    now += 31 * MINUTE;
    expect(tasks.finding('a').found).toContain('(91 min without success, due every 10 min, running)');
    finish();
    expect([await first, warnings]).toEqual([true, []]);
  });

  it('fail silently once the process is to stop', async () => {
    const stopping = new AbortController();
    const failure = tasks.add('one', MINUTE).attempt(async () => {
      stopping.abort();
      await failing();
    }, stopping.signal);
    expect([await failure, warnings, await metric('waymark_upkeep_failures_total', 'one')]).toEqual([false, [], 0]);
  });

  it('have names of their own', () => {
    tasks.add('one', MINUTE);
    expect(() => tasks.add('one', MINUTE)).toThrow('The upkeep task one is there already.');
  });
});
