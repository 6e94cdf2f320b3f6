import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Fault } from './nemesis/fault.js';
import { faultSuite } from './world/fault-suite.js';
import { SmallDisk } from './world/small-disk.js';

/** Small enough to fill in a second, large enough for a cluster and its log. */
const DATABASE_MIB = 512;
const BROKER_MIB = 96;

const databaseFull: Fault = {
  name: 'the database has no room',
  row: 'disk full K/D',
  ownServers: true,
  inflict: async (world) => {
    const { servers } = world;
    await servers!.databaseDisk!.fill();
    await expect(world.database((client) => client.query('create table no_room as select repeat(n::text, 100) as filler from generate_series(1, 500000) as n'))).rejects.toThrow();
    await sleep(6_000);
    await servers!.databaseDisk!.free();
    // Without room for its log Postgres ends; an operator starts it again.
    await servers!.database.stop();
    await servers!.database.start();
    await sleep(3_000);
  },
};

const brokerFull: Fault = {
  name: 'the broker has no room',
  row: 'disk full K/D',
  ownServers: true,
  inflict: async ({ servers }) => {
    await servers!.brokerDisk!.fill();
    await sleep(6_000);
    expect(servers!.broker.hasEnded, 'a broker without room gives up its only log directory and ends').toBe(true);
    await servers!.brokerDisk!.free();
    // Kafka gives up a log directory that failed; an operator starts it again.
    await servers!.broker.kill();
    await servers!.broker.start();
    await sleep(3_000);
  },
};

if (await SmallDisk.possible()) {
  faultSuite('a disk is full', { name: 'faults-disk', ownServers: true, smallDisks: { broker: BROKER_MIB, database: DATABASE_MIB }, clients: 4 }, [databaseFull, brokerFull]);
} else {
  it.skip('a disk is full: this machine allows no mount namespace (root and `unshare -m` are needed)', () => undefined);
}
