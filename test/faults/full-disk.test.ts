import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Fault } from './nemesis/fault.js';
import { faultSuite } from './world/fault-suite.js';
import { postOnce, type ProbeAnswer, readOnce, slownessWhile } from './world/probes.js';
import { SmallDisk } from './world/small-disk.js';
import type { World } from './world/world.js';

/** Small enough to be filled in a second, large enough for a cluster and its log. */
const DATABASE_MIB = 512;
const BROKER_MIB = 96;

/** reliability.md, section 3: 503 in less than 6 s; a read may also wait for a connection of the pool. */
const ANSWER_MS = 6_000;
const READ_MS = 10_000;

function expectTryAgain(answer: ProbeAnswer, withinMs: number, what: string): void {
  expect([what, answer.status]).toEqual([what, 503]);
  expect(answer.headers.get('retry-after'), what).toMatch(/^\d+$/);
  expect(answer.milliseconds, what).toBeLessThan(withinMs);
}

/** Expects that the processes are the same as before, all alive: none was restarted. */
async function expectAlive({ fleet }: World, before: readonly number[]): Promise<void> {
  expect(fleet.members.map(({ pid }) => pid)).toEqual(before);
  for (const { service, url } of fleet.members) expect([service, (await fetch(`${url}/health/live`)).status]).toEqual([service, 200]);
}

/** Expects that a write is accepted by the broker; its outcome comes later. */
async function expectTaken(world: World): Promise<void> {
  const write = await postOnce(world, 'database-full');
  expect([200, 202]).toContain(write.status);
  if (write.status === 202) expect(write.headers.get('location')).toContain('/operations/');
}

const databaseAnswers = (world: World): Promise<boolean> =>
  world
    .database((client) => client.query('select 1'))
    .then(
      () => true,
      () => false,
    );

/** Makes Postgres write its log until there is no room for that either, so that it ends; kills it if a restart found room again. */
async function endForWantOfRoom(world: World): Promise<void> {
  const write = `select pg_logical_emit_message(true, 'filler', repeat('x', 1000000)) from generate_series(1, 500)`;
  await world.database((client) => client.query(write)).catch(() => undefined);
  await sleep(2_000);
  if (!world.servers!.database.hasEnded) await world.servers!.database.kill();
}

const databaseFull: Fault = {
  name: 'the database has no room',
  row: 'disk full K/D',
  breaks: ['database', 'broker'],
  ownServers: true,
  inflict: async (world) => {
    const { servers } = world;
    const pids = world.fleet.members.map(({ pid }) => pid);
    await servers!.databaseDisk!.fill();
    await expect(
      world.database((client) =>
        client.query('create table no_room as select repeat(n::text, 100) as filler from generate_series(1, 500000) as n'),
      ),
    ).rejects.toThrow();
    try {
      await expectTaken(world);
      const before = await databaseAnswers(world);
      const reads = await readOnce(world);
      // The load may have ended Postgres already.
      if (before && (await databaseAnswers(world))) for (const read of reads) expect(read.status).toBe(200);
      await endForWantOfRoom(world);
      await expectTaken(world);
      for (const read of await readOnce(world)) expectTryAgain(read, READ_MS, 'a read');
      // The key has to be stored before anything is accepted.
      expectTryAgain(await postOnce(world, 'database-full', 'database-full'), READ_MS, 'a write with a key');
      await expectAlive(world, pids);
    } finally {
      await servers!.databaseDisk!.free();
      // Without room for its log Postgres ends; an operator starts it again.
      await servers!.database.stop();
      await servers!.database.start();
    }
    await sleep(3_000);
  },
};

const brokerFull: Fault = {
  name: 'the broker has no room',
  row: 'disk full K/D',
  breaks: ['database', 'broker'],
  ownServers: true,
  inflict: async (world) => {
    const { servers } = world;
    const pids = world.fleet.members.map(({ pid }) => pid);
    await servers!.brokerDisk!.fill();
    await expect
      .poll(() => servers!.broker.hasEnded, { timeout: 60_000, message: 'a broker without room gives up its only log directory and ends' })
      .toBe(true);
    try {
      let write: ProbeAnswer | undefined;
      const machine = await slownessWhile(`${world.fleet.of('gateway')[0]!.url}/health/live`, async () => {
        write = await postOnce(world, 'broker-full');
      });
      expectTryAgain(write!, ANSWER_MS + machine, 'a write');
      for (const read of await readOnce(world)) expect(read.status).toBe(200);
      await expectAlive(world, pids);
    } finally {
      await servers!.brokerDisk!.free();
      // Kafka abandons a log directory that failed, until an operator starts the broker again.
      await servers!.broker.kill();
      await servers!.broker.start();
    }
    await sleep(3_000);
  },
};

if (await SmallDisk.possible()) {
  faultSuite(
    'a disk is full',
    { name: 'faults-disk', ownServers: true, smallDisks: { broker: BROKER_MIB, database: DATABASE_MIB }, clients: 4 },
    [databaseFull, brokerFull],
  );
} else {
  it.skip('a disk is full: this machine allows no mount namespace (root and `unshare -m` are needed)', () => undefined);
}
