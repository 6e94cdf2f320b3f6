/** `npm run bench:recovery`: kills one server of `npm start` after the other under load, and measures how soon it works again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { boundedNumber } from '../bounded-number.js';
import { OwnInstallation } from './own-installation.js';
import { type Answered, Probe } from './probe.js';
import { Writers } from './writers.js';

const SERVERS = ['object-service', 'projection-service', 'gateway', 'broker', 'database'];
/** How long to wait for a server that does not come back. */
const PATIENCE_MS = 90_000;
/** Load before each kill, in which its rate is measured. */
const BETWEEN_MS = 10_000;

const {
  writers: count,
  objects,
  warmUp,
  only,
} = new Command('bench:recovery')
  .description('Kills servers of a separate installation with SIGKILL while callers post 100 elements a call and wait for their outcomes.')
  .option('--writers <n>', 'number of callers; 16 use two cores completely', boundedNumber(1, 64), 16)
  .option(
    '--objects <n>',
    'size of the fleet; all of it should have been posted by the end of the warm-up',
    boundedNumber(1, 10_000_000),
    10_000,
  )
  .option('--warm-up <n>', 'seconds of load before the first kill', boundedNumber(1, 3600), 90)
  .option('--only <servers>', `comma-separated: ${SERVERS.join(', ')}`, SERVERS.join(','))
  .parse()
  .opts<{ writers: number; objects: number; warmUp: number; only: string }>();
const wanted = only.split(',').map((name) => name.trim());
const unknown = wanted.filter((name) => !SERVERS.includes(name));
if (unknown.length > 0) throw new Error(`No server ${unknown.join(', ')}. There are: ${SERVERS.join(', ')}.`);

const seconds = (ms: number | undefined): string => (ms === undefined ? `not in ${PATIENCE_MS / 1000} s` : `${(ms / 1000).toFixed(1)} s`);
const isBack = ({ outcomeMs, readableMs }: Answered): boolean => outcomeMs !== undefined && readableMs !== undefined;

const installation = await OwnInstallation.start();
// Not `once`: execa ends the process if no listener is left.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void installation.close().finally(() => process.exit(130)));
const writers = new Writers(installation.target, count, objects);
const probe = new Probe(installation.target, objects);
try {
  await sleep(warmUp * 1000);
  console.log('| killed | elements/s before | an outcome again after | a new value readable after | calls without outcomes |');
  console.log('|---|---|---|---|---|');
  for (const name of wanted) {
    const before = writers.applied;
    await sleep(BETWEEN_MS);
    const rate = ((writers.applied - before) * 1000) / BETWEEN_MS;
    const { failed } = writers;
    installation.kill(name);
    const answered = probe.mark();
    for (const end = performance.now() + PATIENCE_MS; !isBack(answered) && performance.now() < end;) await sleep(100);
    const { outcomeMs, readableMs } = answered;
    console.log(`| ${name} | ${Math.round(rate)} | ${seconds(outcomeMs)} | ${seconds(readableMs)} | ${writers.failed - failed} |`);
  }
} finally {
  await Promise.all([writers.stop(), probe.stop()]);
  await installation.close();
}
