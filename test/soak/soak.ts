import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { agentDay } from './agent-day.js';
import { agentLoad } from './agent-load.js';
import { agentRounds } from './agent-rounds.js';
import { drill } from './drill.js';
import { faultRounds, type Kind, powerCuts, promotions, randomFaults, RESTORED, THREE_BROKERS } from './fault-rounds.js';
import { locks } from './locks.js';
import { years } from './years.js';

const USAGE = `Usage: npm run soak -- OPTIONS

Random faults under load, judged after each round (--rounds N, --seed S, --keep-going):
  [--fault TEXT]              all of them, or those whose name contains TEXT
  --power [--cuts N]          losses of power, N in each round (4); with --brokers 3 of three brokers and the database at once
  --brokers 3                 one of three brokers
  --restore                   stores that are restored from backups
  --promote STANDBY           a database with a standby, asynchronous or synchronous
  --agent                     a site whose agent, hub, gateway and broker are killed
  --drill                     backups of an installation, each restored into another one
Other runs:
  --agent-day [--positions N]                                     a day's positions through the agent's queue
  --agent-load [--rate N] [--seconds S] [--shape S] [--profile F] a hub through the agent into the history, thinned by --shape seconds
  --locks [--rows N] [--table TEXT]                               how long readers and writers of large tables wait for upkeep and migrations
  --years N [--week-rows N]                                       years of data, by a clock of their own`;

const { values } = parsed();
const rounds = whole(values.rounds, 1, 1e6);
const seed = whole(values.seed, 0, Number.MAX_SAFE_INTEGER);
process.exit((await chosen()()) ? 0 : 1);

function parsed() {
  try {
    return parseArgs({
      options: {
        rounds: { type: 'string', default: '20' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
        fault: { type: 'string', default: '' },
        brokers: { type: 'string', default: '1' },
        power: { type: 'boolean', default: false },
        cuts: { type: 'string', default: '4' },
        restore: { type: 'boolean', default: false },
        promote: { type: 'string' },
        'keep-going': { type: 'boolean', default: false },
        agent: { type: 'boolean', default: false },
        'agent-day': { type: 'boolean', default: false },
        positions: { type: 'string', default: '1800000' },
        'agent-load': { type: 'boolean', default: false },
        rate: { type: 'string', default: '10000' },
        seconds: { type: 'string', default: '60' },
        shape: { type: 'string', default: '0' },
        drill: { type: 'boolean', default: false },
        locks: { type: 'boolean', default: false },
        rows: { type: 'string', default: '20000000' },
        table: { type: 'string', default: '' },
        years: { type: 'string' },
        'week-rows': { type: 'string', default: '20000' },
        profile: { type: 'string' },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(what: string): never {
  console.error(`${what}\n\n${USAGE}`);
  process.exit(2);
}

function whole(text: string, least: number, most: number): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= least && number <= most
    ? number
    : refuse(`"${text}" must be a whole number from ${least} to ${most}.`);
}

function chosen(): () => Promise<boolean> {
  const { years: howMany } = values;
  if (howMany !== undefined) return () => years(whole(howMany, 1, 20), whole(values['week-rows'], 1000, 1e7));
  if (values.agent) return () => agentRounds(rounds, seed);
  if (values.drill) return () => drill(rounds, seed);
  if (values.locks) return () => locks(whole(values.rows, 1000, 1e9), values.table);
  if (values['agent-day']) return () => agentDay(whole(values.positions, 1, 1e7));
  if (values['agent-load']) {
    const options = {
      rate: whole(values.rate, 1_000, 100_000),
      seconds: whole(values.seconds, 1, 600),
      shapeSeconds: whole(values.shape, 0, 3600),
      profile: values.profile && resolve(values.profile),
    };
    return () => agentLoad(options);
  }
  return () => faultRounds({ kind: kindOfFaults(), rounds, seed, fault: values.fault, keepGoing: values['keep-going'] });
}

function kindOfFaults(): Kind {
  const { promote } = values;
  if (promote === 'asynchronous' || promote === 'synchronous') return promotions(promote);
  if (promote !== undefined) return refuse(`--promote ${promote}: it must be asynchronous or synchronous.`);
  if (values.power) return powerCuts(whole(values.cuts, 1, 10), values.brokers === '3' ? 3 : 1);
  if (values.restore) return RESTORED;
  return values.brokers === '3' ? THREE_BROKERS : randomFaults(values.fault);
}
