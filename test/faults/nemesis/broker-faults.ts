import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '#testing/tcp-proxy.js';
import type { Fault } from './fault.js';

const own = true;
/** The time that readers need to find a broker again that was away. */
const FOUND_AGAIN_MS = 15_000;

const BROKER_AND_NETWORK: Fault[] = [
  {
    name: 'broker killed and started again',
    row: 'kill -9 each; leader loss',
    breaks: ['broker'],
    ownServers: own,
    inflict: async ({ servers, random }) => {
      await servers!.broker.kill();
      await sleep(random.integer(0, 3_000));
      await servers!.broker.start();
      await sleep(3_000);
    },
  },
  {
    name: 'broker stopped in order and started again',
    row: 'restart, any order',
    breaks: ['broker'],
    ownServers: own,
    inflict: async ({ servers }) => {
      await servers!.broker.stop();
      await servers!.broker.start();
      await sleep(3_000);
    },
  },
  {
    name: 'broker frozen and thawed',
    row: 'STOP 60 s, CONT (K)',
    breaks: ['broker'],
    ownServers: own,
    inflict: async ({ servers, random }) => {
      servers!.broker.signal('SIGSTOP');
      await sleep(random.integer(3_000, 12_000));
      servers!.broker.signal('SIGCONT');
      await sleep(3_000);
    },
  },
  {
    name: 'network to the broker cut',
    row: 'cut/200 ms/half-open',
    breaks: ['broker network'],
    ownServers: own,
    inflict: async ({ brokerProxies, random }) => {
      for (const proxy of brokerProxies) proxy.cut();
      await sleep(random.integer(500, 4_000));
      for (const proxy of brokerProxies) proxy.restore();
      await sleep(2_000);
    },
  },
  {
    name: 'connections to the broker reset, again and again',
    row: 'cut/200 ms/half-open',
    breaks: ['broker network'],
    ownServers: own,
    inflict: async ({ brokerProxies, random }) => {
      for (let n = 0; n < 5; n++) {
        for (const proxy of brokerProxies) proxy.reset();
        await sleep(random.integer(100, 800));
      }
      await sleep(2_000);
    },
  },
  {
    name: '200 ms to the broker',
    row: 'cut/200 ms/half-open',
    breaks: ['broker network'],
    ownServers: own,
    inflict: async ({ brokerProxies }) => {
      for (const proxy of brokerProxies) proxy.latencyMs = 200;
      await sleep(4_000);
      for (const proxy of brokerProxies) proxy.latencyMs = 0;
    },
  },
  {
    name: 'black hole to the broker, packets late',
    row: 'cut/200 ms/half-open',
    breaks: ['broker network'],
    ownServers: own,
    inflict: async ({ brokerProxies, random }) => {
      for (const proxy of brokerProxies) proxy.freeze();
      await sleep(random.integer(4_000, 9_000));
      for (const proxy of brokerProxies) proxy.thaw();
      await sleep(2_000);
    },
  },
  {
    name: 'answers to produce requests lost',
    row: 'cut/200 ms/half-open; kafkajs rules 1 to 3',
    breaks: ['broker', 'broker network'],
    ownServers: own,
    inflict: async ({ brokerProxies, random }) => {
      for (let n = 0; n < 4; n++) {
        random
          .pick(brokerProxies)
          .inject({ apiKey: API.produce, after: random.integer(0, 10), effect: random.pick(['drop', 'reset'] as const) });
        await sleep(1_200);
      }
      await sleep(5_000);
    },
  },
  {
    name: 'answers to heartbeats and fetches late',
    row: 'cut/200 ms/half-open',
    breaks: ['broker', 'broker network'],
    ownServers: own,
    inflict: async ({ brokerProxies }) => {
      for (const proxy of brokerProxies) {
        proxy.inject({ apiKey: API.heartbeat, count: 2, effect: 4_000 });
        proxy.inject({ apiKey: API.fetch, count: 4, effect: 2_500 });
      }
      await sleep(6_000);
    },
  },
  {
    name: 'object services killed with committed, unpublished work',
    row: 'kill -9 each; outbox',
    breaks: ['broker', 'broker network', 'object-service'],
    ownServers: own,
    inflict: async ({ servers, fleet }) => {
      // Later commits need a second to reach the broker, and die on the way.
      servers!.objectBrokerProxy.latencyMs = 1_000;
      await sleep(3_500);
      await Promise.all(
        fleet
          .of('object-service')
          .map((member) => fleet.ended(member, 'SIGKILL', async () => void (servers!.objectBrokerProxy.latencyMs = 0))),
      );
    },
  },
];

export const BROKER_FAULTS: Fault[] = BROKER_AND_NETWORK.map((fault) => ({ ...fault, blindMs: FOUND_AGAIN_MS }));
