import type { Random } from '#testing/workload/random.js';
import type { World } from '../world/world.js';
import { crashAt, type Crashed } from './crash.js';
import { CRASH_POINTS, type CrashPoint } from './points.js';
import type { TappedWays } from './tapped-ways.js';

/** Number of running copies of each service. */
export const COPIES: Readonly<Record<CrashPoint['service'], number>> = {
  gateway: 2,
  'object-service': 2,
  'projection-service': 1,
  'area-service': 1,
  'report-service': 1,
  'webhook-service': 1,
};
/** How many of them a round kills: one gateway stays, as all load goes through the gateways. */
const KILLED: Readonly<Record<CrashPoint['service'], number>> = { ...COPIES, gateway: 1 };

/** Every point once, in as few rounds as the number of processes allows; chance decides which points share a round. */
export function planRounds(random: Random): CrashPoint[][] {
  const rounds: CrashPoint[][] = [];
  for (const service of Object.keys(COPIES) as CrashPoint['service'][]) {
    const points = CRASH_POINTS.filter((point) => point.service === service);
    for (let at = 0; points.length > 0; at++) {
      const chosen = points.splice(Math.floor(random.next() * points.length), 1);
      (rounds[Math.floor(at / KILLED[service])] ??= []).push(...chosen);
    }
  }
  return rounds;
}

/**
 * Kills each process of a round at its point, and waits until all are back. A process that reaches its point only by
 * the work of another one is killed before that one, so the object services come last.
 */
export async function crashRound(points: readonly CrashPoint[], world: World, ways: TappedWays): Promise<void> {
  const at = (service: CrashPoint['service']): Promise<Crashed[]> => {
    const chosen = points.filter((point) => point.service === service);
    return Promise.all(chosen.map((point, copy) => crashAt(point, world, world.fleet.of(service)[copy]!, ways.of(service)[copy]!)));
  };
  const crashed = [
    ...(await at('report-service')),
    ...(await at('webhook-service')),
    ...(await at('area-service')),
    ...(await at('gateway')),
    ...(await at('projection-service')),
    ...(await at('object-service')),
  ];
  await Promise.all(crashed.map(({ back }) => back));
}
