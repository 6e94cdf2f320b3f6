import { expect, it } from 'vitest';
import { DATABASE_FAULTS, setReadOnly } from './nemesis/database-faults.js';
import { faultSuite } from './world/fault-suite.js';
import { postOnce, readOnce } from './world/probes.js';

faultSuite(
  'the database or the network to it fails',
  { name: 'faults-database', ownServers: true, objectServices: 2, projections: 2, clients: 4 },
  DATABASE_FAULTS,
  (world) => {
    it(
      'takes writes as pending, or says 503, while the database is read-only; reads; and continues without a restart',
      { timeout: 120_000 },
      async () => {
        const { fleet } = world();
        const pids = fleet.members.map(({ pid }) => pid);
        await expect.poll(() => postOnce(world(), 'read-only').then(({ status }) => status), { timeout: 20_000 }).toBe(200);
        await setReadOnly(world(), true);
        try {
          // Sessions adopt a changed setting when they are next idle.
          await expect.poll(() => postOnce(world(), 'read-only').then(({ status }) => status), { timeout: 20_000 }).not.toBe(200);
          for (const key of [undefined, 'read-only']) {
            const write = await postOnce(world(), 'read-only', key);
            expect([202, 503]).toContain(write.status);
            if (write.status === 202) expect(write.headers.get('location')).toContain('/operations/');
            else expect(write.headers.get('retry-after')).toMatch(/^\d+$/);
          }
          for (const read of await readOnce(world())) expect(read.status).toBe(200);
        } finally {
          await setReadOnly(world(), false);
        }
        await expect.poll(() => postOnce(world(), 'read-only').then(({ status }) => status), { timeout: 20_000, interval: 500 }).toBe(200);
        expect(fleet.members.map(({ pid }) => pid)).toEqual(pids);
      },
    );
  },
);
