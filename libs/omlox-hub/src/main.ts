/**
 * The hub double as a separate process, for tests that kill it. Its settings are JSON in the first argument; it
 * prints `ready <url>`, and `read` when all of a bounded number of positions was sent and read.
 */
import { ForkliftHall, HALL_FENCES, HALL_ZONES, hallTrackables } from './forklift-hall.js';
import { OmloxHub, type OmloxHubSettings } from './omlox-hub.js';

interface ProcessSettings extends OmloxHubSettings {
  /** Forklifts in a hall; the site is theirs where no other is given. */
  readonly forklifts: number;
  /** Positions a second, of all together. */
  readonly rate: number;
  readonly seed: number;
  /** The number of positions to send, counted from the first one that a client receives; left out: unbounded. */
  readonly positions?: number;
}

const TICK_MS = 20;

const settings = JSON.parse(process.argv[2] ?? '') as ProcessSettings;
const hub = await OmloxHub.start({ zones: HALL_ZONES, fences: HALL_FENCES, trackables: hallTrackables(settings.forklifts), ...settings });
const hall = new ForkliftHall(hub, settings.forklifts, settings.seed);
process.stdout.write(`ready ${hub.url}\n`);

let owed = 0;
let told = 0;
let last = performance.now();
let at = Date.now();
const most = settings.positions ?? Infinity;
const isHeard = (): boolean => [...hub.sockets].some((socket) => socket.hears('trackable_motions') || socket.hears('location_updates'));
const timer = setInterval(() => {
  const now = performance.now();
  if (most < Infinity && told === 0 && !isHeard()) return void (last = now);
  if (told >= most) {
    if (![...hub.sockets].every((socket) => socket.hasReadAll)) return;
    clearInterval(timer);
    return void process.stdout.write('read\n');
  }
  // A machine that was asleep does not catch up on an hour.
  owed += (Math.min(1000, now - last) / 1000) * (settings.rate / settings.forklifts);
  last = now;
  const steps = Math.floor(owed);
  owed -= steps;
  for (let step = 0; step < steps && told < most; step++, told += settings.forklifts) {
    // Each position of a thing has a distinct time.
    at = Math.max(at + 1, Date.now());
    hall.step(settings.forklifts / settings.rate, at);
  }
}, TICK_MS);

process.once('SIGTERM', () => {
  clearInterval(timer);
  void hub.stop();
});
