import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.js';

/** Longer than a gateway waits for an answer from the directory. */
const FROZEN_MS = 12_000;

/** Faults for a world with a separate directory. */
export const DIRECTORY_FAULTS: Fault[] = [
  {
    name: 'kill -9 directory-service, again and again',
    row: 'kill -9 each',
    breaks: ['directory-service'],
    inflict: async ({ fleet, random }) => {
      for (let kills = 0; kills < 2; kills++) {
        // The kill comes while changes are under way, before the last ones are published.
        await sleep(random.integer(600, 2_500));
        await fleet.ended(random.pick(fleet.of('directory-service')), 'SIGKILL');
      }
      await sleep(3_000);
    },
  },
  {
    name: 'SIGTERM directory-service under load',
    row: 'TERM under load',
    breaks: ['directory-service'],
    inflict: async ({ fleet, random }) => {
      const code = await fleet.ended(random.pick(fleet.of('directory-service')), 'SIGTERM');
      if (code !== 0) throw new Error(`directory-service ended with ${code} after SIGTERM`);
      await sleep(3_000);
    },
  },
  {
    name: 'SIGSTOP directory-service, then SIGCONT',
    row: 'STOP 60 s, CONT; zombie copy',
    breaks: ['directory-service'],
    inflict: async ({ fleet, random }) => {
      const member = random.pick(fleet.of('directory-service'));
      member.signal('SIGSTOP');
      await sleep(FROZEN_MS);
      member.signal('SIGCONT');
      await sleep(4_000);
    },
  },
  {
    name: 'a gateway starts while the directory is away',
    row: 'kill -9 each; directory away',
    breaks: ['directory-service', 'gateway'],
    inflict: async ({ fleet, random }) => {
      await fleet.ended(random.pick(fleet.of('directory-service')), 'SIGKILL', () =>
        fleet.ended(random.pick(fleet.of('gateway')), 'SIGKILL'),
      );
      await sleep(3_000);
    },
  },
];

/** The directory is away for longer; the fault of a gateway that starts meanwhile covers a part of this. */
export const DIRECTORY_AWAY: Fault = {
  name: 'directory-service away',
  row: 'kill -9 each; directory away',
  breaks: ['directory-service'],
  inflict: async ({ fleet, random }) => {
    await fleet.ended(random.pick(fleet.of('directory-service')), 'SIGKILL', () => sleep(random.integer(4_000, 8_000)));
    await sleep(3_000);
  },
};
