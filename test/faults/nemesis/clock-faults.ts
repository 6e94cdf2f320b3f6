import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world/world.js';
import type { Fault } from './fault.js';

const HOUR_MS = 3_600_000;

const jump = (name: string, shiftMs: number): Fault => ({
  name: `clocks of the services jump ${name}`,
  row: 'clock ±1 h',
  breaks: ['clocks'],
  clocksOff: true,
  inflict: async (world: World) => {
    if (world.clockFile === undefined) throw new Error('The world was opened without a clock that can be set.');
    await writeFile(world.clockFile, String(shiftMs));
    await sleep(5_000);
    await rm(world.clockFile);
    await sleep(3_000);
  },
});

export const CLOCK_FAULTS: Fault[] = [jump('an hour forward and back', HOUR_MS), jump('an hour back and forward', -HOUR_MS)];
