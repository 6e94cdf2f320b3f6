import { Random } from '#testing/workload/random.js';
import { ALL_FAULTS } from '../faults/nemesis/all.js';
import { CLUSTER_FAULTS } from '../faults/nemesis/cluster-faults.js';
import type { Fault } from '../faults/nemesis/fault.js';
import { POWER_CUT } from '../faults/nemesis/power-faults.js';
import { PROMOTION_FAULTS } from '../faults/nemesis/promotion-faults.js';
import { RECORD_FAULTS } from '../faults/nemesis/record-faults.js';
import { RESTORE_FAULTS } from '../faults/nemesis/restore-faults.js';
import { DERIVING_FAULTS, LONG_FAULTS, SERVICE_FAULTS } from '../faults/nemesis/service-faults.js';
import { hasCompiler } from '../faults/world/preloaded-library.js';
import { verdictText } from '../faults/world/verdict-text.js';
import { type Verdict, World, type WorldOptions } from '../faults/world/world.js';

/** The kind of faults that a run consists of. */
export interface Kind {
  /** Its flags on the command line. */
  flags: string;
  faults: readonly Fault[];
  world: Pick<
    WorldOptions,
    'brokers' | 'standby' | 'losesPower' | 'directories' | 'gateways' | 'objectServices' | 'projections' | 'derived'
  >;
  /** How often a fault is repeated before the round is judged. */
  times?: number;
  /** Whether a second fault sometimes runs together with the first. */
  mixed?: boolean;
}

export interface FaultRounds {
  kind: Kind;
  rounds: number;
  seed: number;
  /** Only faults whose name contains this text run. */
  fault: string;
  /** Whether a failed round ends only its world, not the run. */
  keepGoing: boolean;
}

/** Number of faults that share a world: its history stays short enough to be judged as a whole after each round. */
const FAULTS_A_WORLD = 8;

const ONE_BROKER = { brokers: 1, losesPower: hasCompiler, directories: 1 } as const;

/** If everything ends at once, second copies only slow down the restart. */
const ONE_COPY = { gateways: 1, objectServices: 1, projections: 1, derived: 1 } as const;

/** All faults, except those that take long, unless they are selected by name. */
export const randomFaults = (fault: string): Kind => ({
  flags: '',
  faults: fault === '' ? ALL_FAULTS : [...ALL_FAULTS, ...LONG_FAULTS],
  world: ONE_BROKER,
  mixed: true,
});
export const powerCuts = (times: number, brokers: 1 | 3): Kind => ({
  flags: ` --power --cuts ${times}${brokers === 3 ? ' --brokers 3' : ''}`,
  faults: [POWER_CUT],
  world: { ...ONE_BROKER, ...ONE_COPY, brokers },
  times,
});
export const RESTORED: Kind = { flags: ' --restore', faults: RESTORE_FAULTS, world: { ...ONE_BROKER, directories: 0 } };
export const THREE_BROKERS: Kind = { flags: ' --brokers 3', faults: CLUSTER_FAULTS, world: { brokers: 3, directories: 1 }, mixed: true };
export const promotions = (standby: keyof typeof PROMOTION_FAULTS): Kind => ({
  flags: ` --promote ${standby}`,
  faults: PROMOTION_FAULTS[standby],
  world: { ...ONE_BROKER, standby, directories: standby === 'asynchronous' ? 0 : 1 },
});

/** Random faults of a kind, judged after each round. @returns whether all rounds were sound */
export async function faultRounds({ kind, rounds, seed, fault, keepGoing }: FaultRounds): Promise<boolean> {
  const { flags, faults, world: own, times = 1, mixed = false } = kind;
  const pool = faults.filter(({ name }) => name.includes(fault));
  if (pool.length === 0) {
    console.error(`No fault is named like "${fault}". There are:\n${faults.map(({ name }) => `  ${name}`).join('\n')}`);
    return false;
  }
  console.log(
    `${rounds} rounds, seed ${seed}; replay with: npm run soak -- --rounds ${rounds} --seed ${seed}${fault && ` --fault "${fault}"`}${flags}`,
  );
  const random = new Random(seed);
  const totals = { rounds: 0, failed: 0, calls: 0, acknowledged: 0, events: 0 };
  const began = performance.now();
  const together = Math.ceil(FAULTS_A_WORLD / times);
  for (let done = 0; done < rounds; done += together) {
    const worldSeed = random.integer(1, 1e6);
    const plan = Array.from({ length: Math.min(together, rounds - done) }, () => chooseFaults(random, pool, mixed && fault === ''));
    const world = await World.open({
      name: `soak-${done}`,
      seed: worldSeed,
      ownServers: true,
      settableClock: true,
      gateways: 2,
      objectServices: 2,
      projections: 2,
      derived: 2,
      clients: 10,
      ids: 80,
      ...own,
    });
    try {
      for (const [at, chosen] of plan.entries()) {
        const sound = await round(world, chosen, times, `${done + at + 1}/${rounds}`);
        totals.rounds++;
        if (sound) continue;
        totals.failed++;
        if (!keepGoing) return false;
        break;
      }
      const last = await world.judge();
      for (const key of ['calls', 'acknowledged', 'events'] as const) totals[key] += last[key];
    } finally {
      await world.close();
    }
  }
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  const ofMany = times > 1 ? ` of ${times} faults` : '';
  console.log(
    `${totals.rounds} rounds${ofMany} in ${minutes} min, ${totals.failed} failed; ${totals.calls} calls, ` +
      `${totals.acknowledged} acknowledged elements, ${totals.events} event records judged.`,
  );
  return totals.failed === 0;
}

/** Chooses a fault, sometimes with a second one that can run together with it. */
function chooseFaults(random: Random, pool: readonly Fault[], mixed: boolean): Fault[] {
  const first = random.pick(pool);
  if (!mixed || !random.chance(0.3)) return [first];
  return [first, random.pick(first.ownServers ? [...SERVICE_FAULTS, ...DERIVING_FAULTS] : RECORD_FAULTS)];
}

function directoryOf({ directory }: Verdict): string {
  if (directory === undefined) return '';
  const { acknowledged, revokedProbes, suspendedProbes, slowestMs } = directory;
  return (
    `; directory: ${acknowledged} changes, ${revokedProbes} tries of revoked tokens, ${suspendedProbes} ` +
    `of suspended writes, the last one let in ${Math.round(slowestMs)} ms after its revocation`
  );
}

async function round(world: World, faults: readonly Fault[], times: number, label: string): Promise<boolean> {
  const names = faults.map(({ name }) => name).join(' + ');
  const began = performance.now();
  const sufferAll = async (): Promise<void> => {
    for (let n = 0; n < times; n++) await Promise.all(faults.map((fault) => world.suffer(fault)));
  };
  let broken: unknown;
  await world.under(sufferAll).catch((error: unknown) => (broken = error));
  const verdict = await world.judge();
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  if (broken === undefined && verdict.findings.length === 0) {
    console.log(
      `${label} ok      ${names} (${seconds} s; ${verdict.calls} calls, ${verdict.acknowledged} ` +
        `acknowledged, ${verdict.events} events${directoryOf(verdict)})`,
    );
    return true;
  }
  console.log(
    `${label} FAILED  ${names} (${seconds} s)${broken === undefined ? '' : `: ${String(broken)}`}\n${verdictText(world, verdict)}`,
  );
  return false;
}
