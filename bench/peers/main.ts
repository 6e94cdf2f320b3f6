/** `npm run bench:peers`: measures Waymark and other servers for positions with the same fleet, one after the other. */
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { boundedNumber } from '../bounded-number.js';
import { machine } from '../report/machine.js';
import { commitName } from '../report/write-report.js';
import { frost } from './frost/frost.js';
import { measurePeer, type PeerFigures } from './measure/measure-peer.js';
import type { RunningPeer } from './peer.js';
import { peersMarkdown, type PeersReport, writePeersReport } from './report.js';
import { tile38 } from './tile38/tile38.js';
import { waymark } from './waymark/waymark.js';

const MAX_OBJECTS = 100_000;
const MAX_SECONDS = 120;
const TRACCAR_REASON =
  'Its server is not on Maven Central (org.traccar:traccar), and this benchmark has no code for an installation of your own.';

const options = new Command('bench:peers')
  .description('Measures Waymark and its peers with the same fleet. A peer that is not installed is skipped.')
  .option('--only <servers>', 'comma-separated: tile38, frost, traccar, waymark')
  .option('--tile38 <file>', 'the program tile38-server')
  .option('--frost <file>', 'the war of FROST-Server.HTTP')
  .option('--tomcat <folder>', 'an unpacked Tomcat 10.1 with the PostgreSQL and PostGIS drivers in lib')
  .option('--postgres <folder>', 'the programs of a PostgreSQL with PostGIS, for FROST', '/usr/lib/postgresql/15/bin')
  .option('--seconds <n>', 'of one run', boundedNumber(1, MAX_SECONDS), 15)
  .option('--warm-up <n>', 'seconds of load before each run', boundedNumber(1, MAX_SECONDS), 20)
  .option('--objects <n>', 'size of the fleet', boundedNumber(1000, MAX_OBJECTS), 10_000)
  .parse()
  .opts<{
    only?: string;
    tile38?: string;
    frost?: string;
    tomcat?: string;
    postgres: string;
    seconds: number;
    warmUp: number;
    objects: number;
  }>();

const peers = {
  tile38: tile38(options.tile38),
  frost: frost({ war: options.frost, tomcat: options.tomcat, postgres: options.postgres }),
  traccar: undefined,
  waymark,
};
const wanted = options.only?.split(',').map((id) => id.trim()) ?? Object.keys(peers);
const unknown = wanted.filter((id) => !(id in peers));
if (unknown.length > 0) throw new Error(`No server ${unknown.join(', ')}. There are: ${Object.keys(peers).join(', ')}.`);

const { seconds, warmUp, objects } = options;
const place = machine();
const figures: PeerFigures[] = [];
const skipped: { name: string; reason: string }[] = [];
const root = await mkdtemp(join(tmpdir(), 'waymark-peers-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));
let current: Promise<RunningPeer> | undefined;
// A peer that is starting is closed when it has started. Not `once`: execa ends the process if no listener is left.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void Promise.resolve(current?.then((peer) => peer.close())).finally(() => process.exit(130)));

for (const [id, peer] of Object.entries(peers)) {
  if (!wanted.includes(id)) continue;
  const name = peer?.name ?? 'Traccar';
  const reason = peer ? peer.missing() : TRACCAR_REASON;
  if (reason !== undefined || !peer) {
    console.log(`${name}: skipped. ${reason}`);
    skipped.push({ name, reason: reason ?? '' });
    continue;
  }
  console.log(`${name}: starting`);
  const folder = join(root, id);
  await mkdir(folder);
  current = peer.start(objects, folder);
  const running = await current;
  try {
    figures.push(await measurePeer(name, running, { run: seconds, warmUp }));
  } finally {
    await running.close();
    current = undefined;
  }
}

const report: PeersReport = {
  at: new Date().toISOString(),
  commit: commitName(),
  machine: place,
  seconds,
  warmUp,
  objects,
  peers: figures,
  skipped,
};
console.log(`\n${peersMarkdown(report)}\n\n${await writePeersReport(report)}`);
