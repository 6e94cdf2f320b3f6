import { setTimeout as sleep } from 'node:timers/promises';
import type { BrokerCluster } from '../world/broker-cluster.js';
import type { World } from '../world/world.js';
import type { Fault } from './fault.js';

const own = true;
/** The time that readers need to find the new leaders. */
const FOUND_AGAIN_MS = 20_000;

/** A fault of one of three brokers. It ends when all copies are complete again, which an operator also waits for before the next step. */
const toOne = (
  happens: (cluster: BrokerCluster, index: number, world: World) => Promise<void>,
): Pick<Fault, 'breaks' | 'ownServers' | 'blindMs' | 'inflict'> => ({
  breaks: ['broker', 'broker network'],
  ownServers: own,
  blindMs: FOUND_AGAIN_MS,
  inflict: async (world) => {
    const { cluster } = world.servers!;
    await happens(cluster!, world.random.integer(0, cluster!.brokers.length - 1), world);
    await cluster!.whole();
    await sleep(1_000);
  },
});

export const CLUSTER_FAULTS: Fault[] = [
  {
    name: 'one of three brokers killed and started again',
    row: 'leader loss',
    ...toOne(async ({ brokers }, index, { random }) => {
      await brokers[index]!.kill();
      await sleep(random.integer(1_000, 8_000));
      await brokers[index]!.start();
    }),
  },
  {
    name: 'one of three brokers frozen and thawed',
    row: 'STOP 60 s, CONT (K)',
    ...toOne(async ({ brokers }, index, { random }) => {
      brokers[index]!.signal('SIGSTOP');
      await sleep(random.integer(5_000, 15_000));
      brokers[index]!.signal('SIGCONT');
    }),
  },
  {
    name: 'one of three brokers reached by nobody',
    row: 'cut/200 ms/half-open',
    ...toOne(async ({ proxies }, index, { random }) => {
      proxies[index]!.cut();
      await sleep(random.integer(3_000, 12_000));
      proxies[index]!.restore();
    }),
  },
  {
    name: 'the disk of one of three brokers lost',
    row: 'leader loss',
    ...toOne((cluster, index) => cluster.loseDisk(index)),
  },
  {
    name: 'rolling restart of three brokers',
    row: 'restart, any order',
    ...toOne(async (cluster) => {
      for (const broker of cluster.brokers) {
        await broker.stop();
        await broker.start();
        await cluster.whole();
      }
    }),
  },
];
