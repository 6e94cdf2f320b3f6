import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GatewayClocks } from '../../src/limits/quotas/gateway-clocks.js';

let registry: Registry;
let clocks: GatewayClocks;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  registry = new Registry();
  clocks = new GatewayClocks(registry);
});
afterEach(() => void vi.useRealTimers());

const shown = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await registry.getSingleMetric('waymark_gateway_clock_skew_seconds')!.get()).values.map(({ labels, value }) => [
      String(labels['gateway']),
      value,
    ]),
  );
/** A report that took `underwayMs` to arrive, from a gateway whose clock is ahead by `aheadMs`; milliseconds. */
const report = (name: string, aheadMs: number, underwayMs = 0): number | undefined => clocks.note(name, Date.now() - underwayMs + aheadMs);

it('does not take a delayed report for a slow clock', async () => {
  report('a', 0, 3_000);
  report('a', 0);
  report('a', 0, 5_000);
  report('b', -2_000, 10);
  expect(await shown()).toEqual({ a: 0, b: -2.01 });
});

it('shows a clock that is set forward at once, and one that is set back within a minute', async () => {
  report('a', 0);
  report('a', 3_600_000);
  expect(await shown()).toEqual({ a: 3600 });
  for (let second = 0; second < 61; second += 1) {
    vi.advanceTimersByTime(1000);
    report('a', 0);
  }
  expect(await shown()).toEqual({ a: 0 });
});

it('forgets gateways that send no reports any more', async () => {
  report('a', 5_000);
  vi.advanceTimersByTime(61_000);
  expect(await shown()).toEqual({});
});

it('watches a thousand at most', async () => {
  for (let n = 0; n < 1001; n += 1) report(`gateway-${n}`, 0);
  expect(Object.keys(await shown())).toHaveLength(1000);
  expect(report('one more', 0)).toBeUndefined();
  vi.advanceTimersByTime(61_000);
  expect(report('one more', 0)).toBe(0);
});
