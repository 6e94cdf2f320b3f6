import { setTimeout as sleep } from 'node:timers/promises';
import { DERIVING, type Fault } from './fault.js';

const INNER = ['object-service', 'projection-service'] as const;
type Member = 'gateway' | (typeof INNER)[number] | (typeof DERIVING)[number];
/** Longer than the consumers' session time-out of 10 s, so that the group has given its partitions to others. */
const ZOMBIE_MS = 14_000;
const LONG_ZOMBIE_MS = 60_000;
/** The time in which a gateway answers the calls that were sent while it was frozen; it answers them by what it knew then. */
const CAUGHT_UP_MS = 3_000;
const DRAIN_LIMIT_MS = 25_000;

const kill = (service: Member): Fault => ({
  name: `kill -9 ${service}`,
  row: 'kill -9 each',
  breaks: [service],
  inflict: async (world) => {
    const code = await world.fleet.ended(world.random.pick(world.fleet.of(service)), 'SIGKILL', () =>
      sleep(world.random.integer(0, 1_500)),
    );
    if (code !== 137) throw new Error(`${service} was to die of SIGKILL and ended with ${code}`);
  },
});

const terminate = (service: Member): Fault => ({
  name: `SIGTERM ${service} under load`,
  row: 'TERM under load',
  breaks: [service],
  inflict: async (world) => {
    const began = performance.now();
    let drained = 0;
    const code = await world.fleet.ended(
      world.random.pick(world.fleet.of(service)),
      'SIGTERM',
      async () => void (drained = performance.now() - began),
    );
    if (code !== 0) throw new Error(`${service} ended with ${code} after SIGTERM`);
    if (drained > DRAIN_LIMIT_MS) throw new Error(`${service} took ${Math.round(drained)} ms to end after SIGTERM`);
  },
});

const zombie = (service: Member, forMs: number, howLong = 'past its session'): Fault => ({
  name: `SIGSTOP ${service} ${howLong}, then SIGCONT`,
  row: 'STOP 60 s, CONT; zombie copy',
  breaks: [service],
  ...(service === 'gateway' && { blindMs: CAUGHT_UP_MS }),
  inflict: async (world) => {
    const member = world.random.pick(world.fleet.of(service));
    member.signal('SIGSTOP');
    await sleep(forMs);
    member.signal('SIGCONT');
    await sleep(2_000);
  },
});

const joinAndLeave = (service: Member): Fault => ({
  name: `${service} joins and leaves`,
  row: 'two copies joining and leaving',
  breaks: [service],
  inflict: async (world) => {
    const guest = await world.fleet.join(service);
    await sleep(world.random.integer(1_000, 3_000));
    const code = await world.fleet.leave(guest);
    if (code !== 0) throw new Error(`${service} ended with ${code} when it left`);
  },
});

const restartAll: Fault = {
  name: 'every service restarted, in random order',
  row: 'restart, any order',
  breaks: ['gateway', ...INNER, ...DERIVING],
  inflict: async (world) => {
    const members = [...world.fleet.members].sort(() => world.random.next() - 0.5);
    await Promise.all(members.map((member) => world.fleet.ended(member, 'SIGKILL', () => sleep(world.random.integer(0, 2_000)))));
  },
};

/** Faults of the services that read the log. */
const INNER_SERVICE_FAULTS: Fault[] = [
  ...INNER.map(kill),
  ...INNER.map(terminate),
  ...INNER.map((service) => zombie(service, ZOMBIE_MS)),
  joinAndLeave('object-service'),
  joinAndLeave('projection-service'),
  restartAll,
];

export const SERVICE_FAULTS: Fault[] = [kill('gateway'), terminate('gateway'), zombie('gateway', 5_000), ...INNER_SERVICE_FAULTS];

/** Faults of the services that derive data from events. */
export const DERIVING_FAULTS: Fault[] = [
  ...DERIVING.map(kill),
  ...DERIVING.map(terminate),
  ...DERIVING.map((service) => zombie(service, ZOMBIE_MS)),
];

const frozenBroker: Fault = {
  name: 'SIGSTOP broker for 60 s, then SIGCONT',
  row: 'STOP 60 s, CONT (K)',
  breaks: ['broker'],
  blindMs: 15_000,
  ownServers: true,
  inflict: async ({ servers }) => {
    servers!.broker.signal('SIGSTOP');
    await sleep(LONG_ZOMBIE_MS);
    servers!.broker.signal('SIGCONT');
    await sleep(5_000);
  },
};

/** Faults as long as the plan of faults requires; too long for random rounds. */
export const LONG_FAULTS: Fault[] = [
  ...(['gateway', ...INNER, ...DERIVING] as const).map((service) => zombie(service, LONG_ZOMBIE_MS, 'for 60 s')),
  frozenBroker,
];
