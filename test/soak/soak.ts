import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { agentDay } from './agent-day.js';
import { agentLoad } from './agent-load.js';
import { agentRounds } from './agent-rounds.js';
import { locks } from './locks.js';
import { ALL_FAULTS } from '../faults/nemesis/all.js';
import { hasCompiler } from '../faults/world/unsynced-disk.js';
import type { Fault } from '../faults/nemesis/fault.js';
import { CLUSTER_FAULTS } from '../faults/nemesis/cluster-faults.js';
import { PROMOTION_FAULTS } from '../faults/nemesis/promotion-faults.js';
import { RECORD_FAULTS } from '../faults/nemesis/record-faults.js';
import { RESTORE_FAULTS } from '../faults/nemesis/restore-faults.js';
import { DERIVING_FAULTS, LONG_FAULTS, SERVICE_FAULTS } from '../faults/nemesis/service-faults.js';
import { verdictText } from '../faults/world/verdict-text.js';
import { years } from './years.js';
import { type Verdict, World } from '../faults/world/world.js';
import { Random } from '#testing/workload/random.js';

/** So many rounds share a world: the history stays short enough to be judged whole after each. */
const ROUNDS_A_WORLD = 8;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    /** Only faults whose name contains this. */
    fault: { type: 'string', default: '' },
    /** 3: a cluster of three brokers, and what happens to one of them; 1: a single one. */
    brokers: { type: 'string', default: '1' },
    /** Only stores that are restored from backups. */
    restore: { type: 'boolean', default: false },
    /** `asynchronous` or `synchronous`: only what happens to a database with such a standby. */
    promote: { type: 'string' },
    'keep-going': { type: 'boolean', default: false },
    /** Nothing else: a site whose agent, hub, gateway and broker are killed. */
    agent: { type: 'boolean', default: false },
    /** Nothing else: a day's positions through the agent's queue. */
    'agent-day': { type: 'boolean', default: false },
    positions: { type: 'string', default: '1800000' },
    /** Nothing else: a hub of so many positions a second through the agent into the history, thinned by `shape.seconds` where it is given. */
    'agent-load': { type: 'boolean', default: false },
    rate: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    shape: { type: 'string', default: '0' },
    /** Nothing else: how long readers and writers of large tables wait for locks of upkeep and migrations. */
    locks: { type: 'boolean', default: false },
    rows: { type: 'string', default: '20000000' },
    /** Only tables whose name contains one of these, separated by commas. */
    table: { type: 'string', default: '' },
    'week-rows': { type: 'string', default: '20000' },
    /** Nothing else: so many years of weeks, by a clock of its own; 0: not. */
    years: { type: 'string', default: '0' },
    /** Folder for a CPU profile of the agent. */
    profile: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const standby = values.promote as keyof typeof PROMOTION_FAULTS | undefined;
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed) || (standby !== undefined && !(standby in PROMOTION_FAULTS))) {
  console.error('Usage: npm run soak -- [--rounds N] [--seed S] [--fault TEXT] [--brokers 3 | --restore | --promote asynchronous | --promote synchronous] [--keep-going], or: npm run soak -- --agent [--rounds N] [--seed S], or: npm run soak -- --agent-day [--positions N], or: npm run soak -- --agent-load [--rate N] [--seconds S] [--shape S] [--profile FOLDER], or: npm run soak -- --locks [--rows N] [--table TEXT], or: npm run soak -- --years N [--week-rows N]');
  process.exit(2);
}
if (values.agent) process.exit((await agentRounds(rounds, seed)) ? 0 : 1);
if (values.locks) process.exit((await locks(Math.min(1e9, Math.max(1000, Number(values.rows) || 0)), values.table)) ? 0 : 1);
if (Number(values.years) > 0) process.exit((await years(Math.min(20, Number(values.years)), Math.min(1e7, Math.max(1000, Number(values['week-rows']) || 0)))) ? 0 : 1);
if (values['agent-day']) process.exit((await agentDay(Math.min(1e7, Math.max(1, Number(values.positions) || 0)))) ? 0 : 1);
if (values['agent-load']) {
  const bounded = (text: string, least: number, most: number): number => Math.min(most, Math.max(least, Number(text) || 0));
  const options = { rate: bounded(values.rate, 1_000, 100_000), seconds: bounded(values.seconds, 1, 600), shapeSeconds: bounded(values.shape, 0, 3600), profile: values.profile && resolve(values.profile) };
  process.exit((await agentLoad(options)) ? 0 : 1);
}
/** Those that take long come only when they are asked for. */
const brokers = values.brokers === '3' ? 3 : 1;
const known = standby ? PROMOTION_FAULTS[standby] : values.restore ? RESTORE_FAULTS : brokers === 3 ? CLUSTER_FAULTS : values.fault === '' ? ALL_FAULTS : [...ALL_FAULTS, ...LONG_FAULTS];
const pool = known.filter(({ name }) => name.includes(values.fault));
if (pool.length === 0) {
  console.error(`No fault is named like "${values.fault}". There are:\n${known.map(({ name }) => `  ${name}`).join('\n')}`);
  process.exit(2);
}
process.exitCode = await soak();

async function soak(): Promise<number> {
  console.log(`${rounds} rounds, seed ${seed}; replay with: npm run soak -- --rounds ${rounds} --seed ${seed}${values.fault && ` --fault "${values.fault}"`}${brokers === 3 ? ' --brokers 3' : ''}${values.restore ? ' --restore' : ''}${standby ? ` --promote ${standby}` : ''}`);
  const random = new Random(seed);
  const totals = { rounds: 0, failed: 0, calls: 0, acknowledged: 0, events: 0 };
  const began = performance.now();
  for (let done = 0; done < rounds; done += ROUNDS_A_WORLD) {
    const worldSeed = random.integer(1, 1e6);
    const plan = Array.from({ length: Math.min(ROUNDS_A_WORLD, rounds - done) }, () => chooseFaults(random));
    const world = await World.open({ name: `soak-${done}`, seed: worldSeed, ownServers: true, brokers, ...(standby && { standby }), losesPower: hasCompiler && brokers === 1, settableClock: true, gateways: 2, objectServices: 2, projections: 2, directories: values.restore || standby === 'asynchronous' ? 0 : 1, derived: 2, clients: 10, ids: 80 });
    try {
      for (const [at, faults] of plan.entries()) {
        const sound = await round(world, faults, `${done + at + 1}/${rounds}`);
        totals.rounds++;
        if (sound) continue;
        totals.failed++;
        if (!values['keep-going']) return 1;
        break;
      }
      const last = await world.judge();
      for (const key of ['calls', 'acknowledged', 'events'] as const) totals[key] += last[key];
    } finally {
      await world.close();
    }
  }
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`${totals.rounds} rounds in ${minutes} min, ${totals.failed} failed; ${totals.calls} calls, ${totals.acknowledged} acknowledged elements, ${totals.events} event records judged.`);
  return totals.failed === 0 ? 0 : 1;
}

/** One fault, now and then with a second one that can go on beside it. */
function chooseFaults(random: Random): Fault[] {
  const first = random.pick(pool);
  if (values.fault !== '' || values.restore || standby || !random.chance(0.3)) return [first];
  return [first, random.pick(first.ownServers ? [...SERVICE_FAULTS, ...DERIVING_FAULTS] : RECORD_FAULTS)];
}

function directoryOf({ directory }: Verdict): string {
  if (directory === undefined) return '';
  const { acknowledged, revokedProbes, suspendedProbes, slowestMs } = directory;
  return `; directory: ${acknowledged} changes, ${revokedProbes} tries of revoked tokens, ${suspendedProbes} of suspended writes, the last one let in ${Math.round(slowestMs)} ms after its revocation`;
}

async function round(world: World, faults: readonly Fault[], label: string): Promise<boolean> {
  const names = faults.map(({ name }) => name).join(' + ');
  const began = performance.now();
  let broken: unknown;
  await world.under(() => Promise.all(faults.map((fault) => world.suffer(fault))).then(() => undefined)).catch((error: unknown) => (broken = error));
  const verdict = await world.judge();
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  if (broken === undefined && verdict.findings.length === 0) {
    console.log(`${label} ok      ${names} (${seconds} s; ${verdict.calls} calls, ${verdict.acknowledged} acknowledged, ${verdict.events} events${directoryOf(verdict)})`);
    return true;
  }
  console.log(`${label} FAILED  ${names} (${seconds} s)${broken === undefined ? '' : `: ${String(broken)}`}\n${verdictText(world, verdict)}`);
  return false;
}
