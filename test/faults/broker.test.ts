import { expect, it } from 'vitest';
import { BROKER_FAULTS } from './nemesis/broker-faults.js';
import { CLOCK_FAULTS } from './nemesis/clock-faults.js';
import { faultSuite } from './world/fault-suite.js';
import { postOnce, type ProbeAnswer, residentBytes, slownessWhile } from './world/probes.js';

/** reliability.md, section 3: 503 in less than 6 s, and memory that does not grow. */
const ANSWER_MS = 6_000;
const RESIDENT_LIMIT = 350 * 1024 * 1024;

faultSuite(
  'the broker or the network to it fails',
  { name: 'faults-broker', ownServers: true, settableClock: true, gateways: 2, objectServices: 2, clients: 4 },
  [...BROKER_FAULTS, ...CLOCK_FAULTS],
  (world) => {
    it('answers 503 within 6 s in a black hole, with Retry-After, and keeps its memory', { timeout: 60_000 }, async () => {
      const { brokerProxies, fleet } = world();
      const live = `${fleet.of('gateway')[0]!.url}/health/live`;
      let answers: ProbeAnswer[] = [];
      for (const proxy of brokerProxies) proxy.freeze();
      try {
        const machine = await slownessWhile(live, async () => {
          answers = await Promise.all(Array.from({ length: 30 }, (_, n) => postOnce(world(), `probe-${n}`)));
        });
        for (const answer of answers) {
          expect(answer.status).toBe(503);
          expect(answer.milliseconds).toBeLessThan(ANSWER_MS + machine);
          expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
        }
        expect((await fetch(`${fleet.of('gateway')[0]!.url}/health/ready`)).status, 'readiness is correct').toBe(503);
        expect((await fetch(live)).status).toBe(200);
      } finally {
        for (const proxy of brokerProxies) proxy.thaw();
      }
      for (const member of fleet.members) expect(await residentBytes(member), member.service).toBeLessThan(RESIDENT_LIMIT);
    });
  },
);
