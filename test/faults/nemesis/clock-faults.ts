import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world/world.js';
import type { Fault } from './fault.js';

const HOUR_MS = 3_600_000;

/** @param clock the ending of the name of the file with the shift; none: the file of all services */
const clockOff = (name: string, shiftMs: number, clock = ''): Fault => ({
  name,
  row: 'clock ±1 h',
  breaks: ['clocks'],
  clocksOff: true,
  inflict: async (world: World) => {
    if (world.clockFile === undefined) throw new Error('The world was opened without a clock that can be set.');
    const file = world.clockFile + clock;
    await writeFile(file, String(shiftMs));
    await sleep(5_000);
    await rm(file);
    await sleep(3_000);
  },
});

const jump = (name: string, shiftMs: number): Fault => clockOff(`clocks of the services jump ${name}`, shiftMs);
const gatewayOff = (name: string, shiftMs: number): Fault => clockOff(`the clock of one gateway ${name}`, shiftMs, '-gateway-0');

/** None of these may make a report without a time stale; the oracle checks that for every call. */
const ONE_GATEWAY = [
  gatewayOff('two seconds ahead', 2_000),
  gatewayOff('two seconds behind', -2_000),
  gatewayOff('an hour ahead', HOUR_MS),
  gatewayOff('an hour behind', -HOUR_MS),
];

export const CLOCK_FAULTS: Fault[] = [
  ...ONE_GATEWAY,
  jump('an hour forward and back', HOUR_MS),
  jump('an hour back and forward', -HOUR_MS),
];
