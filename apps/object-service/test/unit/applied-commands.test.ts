import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppliedCommands } from '../../src/look-ups/applied-commands.js';

const MINUTE = 60_000;

describe('commands without an outcome', () => {
  let applied: [number, number];
  let ends: [number, number];
  let looks: number;
  let commands: AppliedCommands;
  const made = Date.parse('2026-11-25T12:00:00Z');

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: made });
    [applied, ends, looks] = [[5, 5], [5, 5], 0];
    const query = async (_text: string, [, partitions]: [string, number[]]) => ({
      rows: partitions.map((partition) => ({ partition, log_offset: applied[partition] })),
    });
    commands = new AppliedCommands({
      pool: { query } as unknown as Pool,
      ends: async () => {
        looks++;
        return new Map(ends.map((high, partition) => [partition, { high }]));
      },
    });
  });
  afterEach(() => void vi.useRealTimers());

  it('may still arrive for five minutes, without a look at the log', async () => {
    vi.setSystemTime(made + 5 * MINUTE - 1);
    expect([await commands.isPast(made), looks]).toEqual([false, 0]);
    vi.setSystemTime(made + 5 * MINUTE);
    expect(await commands.isPast(made)).toBe(true);
  });

  it('may still arrive while a command from before that moment is not applied', async () => {
    vi.setSystemTime(made + 6 * MINUTE);
    ends = [5, 9];
    expect([await commands.isPast(made), await commands.isPast(made, [0])]).toEqual([false, true]);
    // More commands have arrived since; the earlier ones are applied.
    [applied, ends] = [
      [5, 9],
      [5, 12],
    ];
    expect([await commands.isPast(made), looks]).toEqual([true, 1]);
  });

  it('is decided by a later look at the log, at most one every ten seconds', async () => {
    vi.setSystemTime(made + 6 * MINUTE);
    ends = [9, 9];
    expect(await commands.isPast(made)).toBe(false);
    [applied, ends] = [
      [8, 9],
      [9, 9],
    ];
    for (let n = 0; n < 5; n++) expect(await commands.isPast(made)).toBe(false);
    expect(looks).toBe(1);
    // That look is too old for a later one.
    applied = [9, 9];
    vi.setSystemTime(made + 9 * MINUTE);
    expect(await commands.isPast(made + 3 * MINUTE)).toBe(true);
    expect(looks).toBe(2);
  });
});
