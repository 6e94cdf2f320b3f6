import { setTimeout as sleep } from 'node:timers/promises';
import type { StandbyKind } from '../world/database-pair.js';
import type { World } from '../world/world.js';
import type { Fault } from './fault.js';
import { EVERYTHING, FORGOTTEN } from './restore-faults.js';

/** The time that all services need to reconnect, and to read again what they had read before. */
const FOUND_AGAIN_MS = 15_000;
/** From the moment at which the new primary can be reached until every service has noticed that it is a different server. */
const NOTICED_WITHIN_MS = 40_000;
const row = 'D read-only/failover';
const of = { row, breaks: EVERYTHING, ownServers: true, blindMs: FOUND_AGAIN_MS };

/** How many commands are applied: the sum of the stored offsets of all partitions. */
async function applied(world: World): Promise<number> {
  const rows = await world.servers!.databasePair!.ask(
    `select coalesce(sum(next_offset), 0)::float8 as applied from ${world.space.schemas.objects}.partition_offset
      where consumer = 'object-service'`,
  );
  return rows[0]!.applied;
}

/**
 * Kills the primary, whose disk is lost; the standby takes its place and gets a new standby. Services continue to run,
 * and end themselves when they find a different history.
 * @param heldMs for how long before the kill nothing reaches the standby
 * @returns how many applied commands the new primary lacks
 */
async function promoted(world: World, heldMs: number): Promise<number> {
  const { servers, fleet, random } = world;
  const pair = servers!.databasePair!;
  await sleep(random.integer(300, 1_500));
  if (heldMs > 0) pair.holdReplication();
  await sleep(heldMs);
  const before = await applied(world);
  let lost = 0;
  const withDatabase = fleet.members.filter(({ service }) => service !== 'gateway');
  const promote = (): Promise<void> => pair.promote(async () => void (lost = before - (await applied(world))));
  await fleet.endedByThemselves(withDatabase, promote, NOTICED_WITHIN_MS);
  await pair.follow();
  await sleep(2_000);
  return lost;
}

const ASYNCHRONOUS: Fault[] = [
  {
    ...of,
    name: 'an asynchronous standby that is seconds behind is promoted',
    excuses: FORGOTTEN,
    inflict: async (world) => {
      const lost = await promoted(world, world.random.integer(800, 4_000));
      if (lost <= 0) throw new Error('Nothing that was committed was lost: this round shows nothing.');
    },
  },
  {
    ...of,
    name: 'an asynchronous standby is promoted as it is',
    excuses: FORGOTTEN,
    inflict: async (world) => void (await promoted(world, 0)),
  },
];

const SYNCHRONOUS: Fault[] = [
  {
    ...of,
    name: 'a synchronous standby is promoted',
    inflict: async (world) => keptAll(await promoted(world, 0)),
  },
  {
    ...of,
    name: 'a synchronous standby is promoted that nothing had reached for a while',
    inflict: async (world) => keptAll(await promoted(world, world.random.integer(800, 3_000))),
  },
  {
    ...of,
    name: 'a synchronous standby stands still for a while',
    inflict: async (world) => {
      const { servers, random, fleet } = world;
      const pair = servers!.databasePair!;
      const running = fleet.members.map(({ pid }) => pid);
      pair.holdReplication();
      try {
        await sleep(1_000);
        const before = await applied(world);
        await sleep(random.integer(2_000, 8_000));
        if ((await applied(world)) !== before) throw new Error('Commits did not wait for the standby.');
      } finally {
        pair.releaseReplication();
      }
      await sleep(3_000);
      const ended = fleet.members.filter(({ pid }, at) => pid !== running[at]);
      if (ended.length > 0) throw new Error(`These did not live through it: ${ended.map(({ service }) => service).join(', ')}`);
    },
  },
];

/** The faults of a database with each kind of standby. */
export const PROMOTION_FAULTS: Record<StandbyKind, readonly Fault[]> = { asynchronous: ASYNCHRONOUS, synchronous: SYNCHRONOUS };

function keptAll(lost: number): void {
  if (lost > 0) throw new Error(`${lost} commands that were applied and committed are not on the promoted standby.`);
}
