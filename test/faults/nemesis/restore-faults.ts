import { setTimeout as sleep } from 'node:timers/promises';
import { consumerOffsets } from '#stack/kept-records/consumer-offsets.js';
import type { ServiceName } from '#stack/services/service-environment.js';
import { SavedSchema } from '#testing/saved-schema.js';
import type { World } from '../world/world.js';
import { DERIVING, type Fault } from './fault.js';

/** The time that all services need to reconnect, and to read again what they had read before. */
const FOUND_AGAIN_MS = 15_000;
const MOST_AGE_MS = 6_000;
const APPLIED_WITHIN_MS = 30_000;
const ARRIVES_WITHIN_MS = 1_000;
const READY_WITHIN_MS = 45_000;
/** Number of consecutive checks that must find all services ready. */
const LOOKS = 4;
export const EVERYTHING: Fault['breaks'] = [
  'gateway',
  'object-service',
  'projection-service',
  'directory-service',
  ...DERIVING,
  'broker',
  'broker network',
  'database',
  'database network',
];
/**
 * A webhook continues from an older cursor, and the service no longer knows what its receiver got. A repeated call
 * gets a different operation if it is sent before the first one was read again.
 */
export const FORGOTTEN = ['webhook-feed-twice', 'key-other-operation'];
const row = 'a store is restored from a backup';

/** The services with their own data, derived from events or commands. */
const SCHEMAS: readonly [ServiceName, 'objects' | 'projection' | 'report' | 'area'][] = [
  ['object-service', 'objects'],
  ['projection-service', 'projection'],
  ['report-service', 'report'],
  ['area-service', 'area'],
];

export const RESTORE_FAULTS: readonly Fault[] = [
  {
    name: 'the database of all services is restored from a backup, next to a newer broker',
    row,
    breaks: EVERYTHING,
    ownServers: true,
    blindMs: FOUND_AGAIN_MS,
    excuses: FORGOTTEN,
    inflict: async ({ servers, fleet, random }) => {
      await sleep(random.integer(0, 1_000));
      const backup = await servers!.backUpDatabase();
      await sleep(random.integer(500, MOST_AGE_MS));
      const restored = Promise.withResolvers<void>();
      const ended = fleet.members.map((member) => fleet.ended(member, 'SIGKILL', () => restored.promise));
      await Promise.all(fleet.members.map(({ exited }) => exited));
      await backup.restore().then(restored.resolve, restored.reject);
      await Promise.all(ended);
      await sleep(2_000);
    },
  },
  {
    name: 'the broker is restored from a backup, next to a newer database',
    row,
    breaks: EVERYTHING,
    ownServers: true,
    blindMs: FOUND_AGAIN_MS,
    // The report has counted calls that cannot be counted again, as the restored log no longer has them.
    excuses: ['report-usage'],
    inflict: async (world) => {
      const { servers, fleet, random } = world;
      const backup = await servers!.backUpBroker();
      await sleep(random.integer(2_000, 2_000 + MOST_AGE_MS));
      // Elements that are accepted but not applied would be lost with the broker, so there must be none.
      for (const gateway of fleet.of('gateway')) gateway.signal('SIGSTOP');
      try {
        await allApplied(world);
        await backup.restore();
      } finally {
        for (const gateway of fleet.of('gateway')) gateway.signal('SIGCONT');
      }
      await sleep(3_000);
      await allReady(world);
    },
  },
  {
    name: 'the database of one service is restored from a backup, next to newer ones of the others',
    row,
    breaks: EVERYTHING,
    ownServers: true,
    blindMs: FOUND_AGAIN_MS,
    excuses: FORGOTTEN,
    inflict: async (world) => {
      const { fleet, random, space } = world;
      const [service, schema] = random.pick(SCHEMAS.filter(([each]) => fleet.of(each).length > 0));
      const stopped = (work: () => Promise<void>): Promise<void> => whileStopped(world, service, work);
      await world.database(async (client) => {
        let saved: SavedSchema | undefined;
        await stopped(async () => void (saved = await SavedSchema.save(client, space.schemas[schema])));
        await sleep(random.integer(500, MOST_AGE_MS));
        await stopped(async () => {
          await saved!.restore();
          await saved!.forget();
        });
      });
      await sleep(2_000);
    },
  },
];

/** Kills all copies of a service, runs the work, and starts the copies again. */
async function whileStopped({ fleet }: World, service: ServiceName, work: () => Promise<void>): Promise<void> {
  const done = Promise.withResolvers<void>();
  const members = fleet.of(service);
  const ended = members.map((member) => fleet.ended(member, 'SIGKILL', () => done.promise));
  await Promise.all(members.map(({ exited }) => exited));
  await work().then(done.resolve, done.reject);
  await Promise.all(ended);
}

/**
 * Resolves when readers have found the restored log. A database backup made before that would put clients' cursors into
 * a gap of numbers that no service knows: these clients get 410 then, which a follower of the world counts as a loss.
 */
async function allReady({ fleet }: World): Promise<void> {
  const isReady = ({ url }: { url: string }): Promise<boolean> =>
    fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const deadline = performance.now() + READY_WITHIN_MS;
  for (let looks = 0; looks < LOOKS; await sleep(ARRIVES_WITHIN_MS)) {
    looks = (await Promise.all(fleet.members.map(isReady))).every(Boolean) ? looks + 1 : 0;
    if (performance.now() > deadline) throw new Error('Not every service was ready again after the broker was restored.');
  }
}

/** Resolves when all commands are applied. Commands that the frozen gateways had sent may still be on their way to the broker. */
async function allApplied(world: World): Promise<void> {
  const admin = world.space.kafka.admin();
  await admin.connect();
  try {
    let before = '';
    for (const deadline = performance.now() + APPLIED_WITHIN_MS; ; await sleep(ARRIVES_WITHIN_MS)) {
      const ends = await admin.fetchTopicOffsets(world.topic('object.commands'));
      const next = (await world.database((client) => consumerOffsets(client, world.space.schemas, world.space.partitions))).get(
        'object.commands',
      );
      const now = JSON.stringify(ends);
      if (now === before && ends.every(({ partition, high }) => (next?.get(partition) ?? 0) >= Number(high))) return;
      before = now;
      if (performance.now() > deadline) throw new Error('What was accepted was not applied in time.');
    }
  } finally {
    await admin.disconnect();
  }
}
