/**
 * The simulated hub as a separate process, for tests that kill it. Its settings are JSON in the first argument. It prints `ready <url>`,
 * and `read` once all of a limited number of positions have been sent and read.
 */
import { ForkliftHall, HALL_FENCES, HALL_ZONES, hallTrackables } from './forklift-hall.js';
import { OmloxHub, type OmloxHubSettings } from './omlox-hub.js';

interface ProcessSettings extends OmloxHubSettings {
  /** Number of forklifts in a hall; their site is used if no other is given. */
  readonly forklifts: number;
  /** Positions per second, for all things together. */
  readonly rate: number;
  readonly seed: number;
  /** Number of positions to send, from the first one that a client receives; omitted: unlimited. */
  readonly positions?: number;
}

const TICK_MS = 20;

const settings = JSON.parse(process.argv[2] ?? '') as ProcessSettings;
const hub = await OmloxHub.start({ zones: HALL_ZONES, fences: HALL_FENCES, trackables: hallTrackables(settings.forklifts), ...settings });
const hall = new ForkliftHall(hub, settings.forklifts, settings.seed);
process.stdout.write(`ready ${hub.url}\n`);

let owed = 0;
let sent = 0;
let last = performance.now();
let at = Date.now();
const most = settings.positions ?? Infinity;
const hasSubscriber = (): boolean =>
  [...hub.sockets].some((socket) => socket.isSubscribed('trackable_motions') || socket.isSubscribed('location_updates'));
const timer = setInterval(() => {
  const now = performance.now();
  if (most < Infinity && sent === 0 && !hasSubscriber()) return void (last = now);
  if (sent >= most) {
    if (![...hub.sockets].every((socket) => socket.hasReadAll)) return;
    clearInterval(timer);
    return void process.stdout.write('read\n');
  }
  // A process that was suspended must not catch up for an hour.
  owed += (Math.min(1000, now - last) / 1000) * (settings.rate / settings.forklifts);
  last = now;
  const steps = Math.floor(owed);
  owed -= steps;
  for (let step = 0; step < steps && sent < most; step++, sent += settings.forklifts) {
    // Each position of a thing needs a distinct time.
    at = Math.max(at + 1, Date.now());
    hall.step(settings.forklifts / settings.rate, at);
  }
}, TICK_MS);

process.once('SIGTERM', () => {
  clearInterval(timer);
  void hub.stop();
});
