import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '#testing/workload/random.js';
import type { Fault } from '../nemesis/fault.js';
import { planRounds } from './plan-rounds.js';
import { verdictText } from './verdict-text.js';
import { World, type WorldOptions } from './world.js';

/** A fault takes 20 s on a quiet machine, mostly pauses; next to another world it took four times as long. */
const FAULT_LIMIT_MS = 240_000;

/**
 * A suite with one world: each fault happens once under load, several at once if they break different parts; then the
 * whole history is judged. `WAYMARK_SEED` replays a run.
 */
export function faultSuite(
  title: string,
  options: Omit<WorldOptions, 'seed'>,
  faults: readonly Fault[],
  more: (world: () => World) => void = () => undefined,
): void {
  const seed = Number(process.env['WAYMARK_SEED'] ?? Math.floor(Math.random() * 1e6));
  describe(`${title} (WAYMARK_SEED=${seed})`, () => {
    let world: World;
    beforeAll(async () => void (world = await World.open({ ...options, seed })), 180_000);
    afterAll(async () => await world?.close(), 90_000);

    const rounds = planRounds(faults, new Random(seed));
    for (const round of rounds) {
      it(round.map(({ name, row }) => `${name} [${row}]`).join(' + '), { timeout: FAULT_LIMIT_MS }, () =>
        world.under(async () => void (await Promise.all(round.map((fault) => world.suffer(fault)))), 700),
      );
    }
    more(() => world);

    it('nothing is lost, nothing is there twice, nothing changed hands', { timeout: FAULT_LIMIT_MS }, async () => {
      const verdict = await world.judge();
      if (verdict.findings.length > 0) expect.fail(verdictText(world, verdict));
      const { derived } = verdict;
      if (derived)
        process.stdout.write(`${title}: ${derived.visits} objects in areas and ${derived.deliveries} changes to webhooks were judged\n`);
      // If no call had got through, the run would prove nothing. The load lasts as long as a round, however many faults the round has.
      if (derived) expect(Math.min(derived.visits, derived.deliveries)).toBeGreaterThan(10);
      expect(verdict.acknowledged, JSON.stringify(verdict.tally)).toBeGreaterThan(rounds.length * 20);
    });
  });
}
