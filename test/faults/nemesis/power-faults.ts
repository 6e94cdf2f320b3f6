import { setTimeout as sleep } from 'node:timers/promises';
import { DERIVING, type Fault } from './fault.js';

/** The time that all services need to reconnect. */
const FOUND_AGAIN_MS = 15_000;

export const POWER_CUT: Fault = {
  name: 'power cut: every process gone at once, and of broker and database what was not on their disks',
  row: 'death of the machine',
  breaks: [
    'gateway',
    'object-service',
    'projection-service',
    'directory-service',
    ...DERIVING,
    'broker',
    'broker network',
    'database',
    'database network',
  ],
  ownServers: true,
  blindMs: FOUND_AGAIN_MS,
  inflict: async ({ servers, fleet, random }) => {
    await sleep(random.integer(0, 2_000));
    const power = servers!.losePower(random).then(({ broker, database }) => {
      process.stdout.write(
        `power cut: ${broker} bytes of the broker are gone, and ${database.undone} of ${database.unsynced} ` +
          `that the database had not synced\n`,
      );
    });
    await Promise.all(fleet.members.map((member) => fleet.ended(member, 'SIGKILL', () => power)));
    // Sometimes the next cut hits services that are still repairing the damage of the last one.
    await sleep(random.integer(0, 4_000));
  },
};
