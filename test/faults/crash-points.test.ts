import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '#testing/workload/random.js';
import { COPIES, crashRound, planRounds } from './crash-points/rounds.js';
import { TappedWays } from './crash-points/tapped-ways.js';
import { verdictText } from './world/verdict-text.js';
import { World } from './world/world.js';

/** Number of kills at each point; `WAYMARK_CRASH_KILLS=5` for the long version. */
const kills = Number(process.env['WAYMARK_CRASH_KILLS'] ?? 1);
const seed = Number(process.env['WAYMARK_SEED'] ?? Math.floor(Math.random() * 1e6));
/** These clients together send about 200 elements per second while nothing fails. */
const CLIENTS = 8;
const ROUND_LIMIT_MS = 300_000;

describe.each(Array.from({ length: kills }, (_, n) => seed + n))('a process dies at a named point (WAYMARK_SEED=%i)', (worldSeed) => {
  const ways = new TappedWays();
  let world: World;
  let acknowledged = 0;
  beforeAll(async () => {
    world = await World.open({
      name: 'crash-points',
      seed: worldSeed,
      gateways: COPIES.gateway,
      objectServices: COPIES['object-service'],
      projections: COPIES['projection-service'],
      derived: COPIES['area-service'],
      clients: CLIENTS,
      ids: 40,
      wayOf: (service) => ways.open(service),
      wayToReceiver: (address) => ways.openToReceiver(ways.of('webhook-service')[0]!, address),
    });
  }, 120_000);
  afterAll(async () => {
    await world?.close();
    await ways.close();
  }, 90_000);

  for (const points of planRounds(new Random(worldSeed))) {
    it(points.map(({ service, name }) => `${service}: ${name}`).join('; '), { timeout: ROUND_LIMIT_MS }, async () => {
      await world.under(() => crashRound(points, world, ways));
      const verdict = await world.judge();
      if (verdict.findings.length > 0) expect.fail(verdictText(world, verdict));
      expect(verdict.unasked, 'only what was to die has died').toEqual([]);
      // If no call had got through, the run would prove nothing.
      expect(verdict.acknowledged - acknowledged, JSON.stringify(verdict.tally)).toBeGreaterThan(50);
      acknowledged = verdict.acknowledged;
    });
  }
});
