import { setTimeout as sleep } from 'node:timers/promises';
import { DERIVING, type Fault } from './fault.js';

/** Until everything has found everything again. */
const FOUND_AGAIN_MS = 15_000;

export const POWER_CUT: Fault = {
  name: 'power cut: every process gone at once, and of the broker what was not on its disk',
  row: 'death of the machine',
  breaks: ['gateway', 'object-service', 'projection-service', 'directory-service', ...DERIVING, 'broker', 'broker network', 'database', 'database network'],
  ownServers: true,
  blindMs: FOUND_AGAIN_MS,
  inflict: async ({ servers, fleet, random }) => {
    await sleep(random.integer(0, 2_000));
    const power = servers!.losePower(random);
    await Promise.all(fleet.members.map((member) => fleet.ended(member, 'SIGKILL', () => power)));
    // At times the next cut meets services that still repair what the last one has left.
    await sleep(random.integer(0, 4_000));
  },
};
