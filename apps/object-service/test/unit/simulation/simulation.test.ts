import { describe, expect, it, vi } from 'vitest';
import { simulate } from './simulation.js';

// The product's sleeps use the simulated clock, which replaces the global one while a seed runs.
vi.mock('node:timers/promises', () => {
  const after = (milliseconds: number, value?: unknown, options?: { signal?: AbortSignal }): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { signal } = options ?? {};
      if (signal?.aborted) return reject(signal.reason as Error);
      const timer = setTimeout(() => resolve(value), milliseconds);
      signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
    });
  return { setTimeout: after, setImmediate: (value?: unknown) => after(0, value) };
});

/** T2 of reliability.md requires 2,000; `npm test` runs fewer. */
const SIMULATIONS = Number(process.env['WAYMARK_SIMULATIONS'] ?? 60);
const FIRST_SEED = Number(process.env['WAYMARK_SEED'] ?? 1);
const SHOWN_FINDINGS = 12;

/** Runs the seeds one after the other. @throws Error at the first that fails, with the command to replay it */
async function simulateAll(first: number, count: number, tally: Map<string, number>): Promise<void> {
  for (let seed = first; seed < first + count; seed++) {
    const { findings, tally: struck } = await simulate(seed);
    for (const [fault, times] of struck) tally.set(fault, (tally.get(fault) ?? 0) + times);
    if (findings.length === 0) continue;
    const lines = findings.slice(0, SHOWN_FINDINGS).map(({ rule, detail }) => ` ${rule}: ${detail}`);
    throw new Error(
      `seed ${seed}, after ${seed - first + 1} runs: ${findings.length} findings\n${lines.join('\n')}\n ` +
        `replay: WAYMARK_SEED=${seed} WAYMARK_SIMULATIONS=1`,
    );
  }
}

describe('units of work in a simulated world', () => {
  it(`lose nothing and do nothing twice in ${SIMULATIONS} runs with faults`, { timeout: 1_800_000 }, async () => {
    const tally = new Map<string, number>();
    await simulateAll(FIRST_SEED, SIMULATIONS, tally);
    // A fault that never occurs proves nothing, but a replay of a few seeds need not have all of them.
    if (SIMULATIONS < 50) return;
    for (const fault of [
      'ack-lost',
      'ack-late',
      'stored-late',
      'refused',
      'stored-in-part',
      'cut-before',
      'cut-after',
      'cut-late',
      'cancelled',
      'slow',
      'stop',
      'crash',
      'leave',
      'rebalance',
      'power',
    ]) {
      expect(tally.get(fault) ?? 0, fault).toBeGreaterThan(SIMULATIONS / 4);
    }
  });
});
