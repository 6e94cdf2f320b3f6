import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Finding } from '#contracts/directory/diagnosis.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import { topicName } from '#kafka/topics/topics.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { type OwnServers, startOwnServers } from './world/own-servers.js';

const WORKSPACE = 'north';
const PARTITIONS = 3;
const CALLS = 4;
const IDS = Array.from({ length: 24 }, (_, n) => `rotten-${n}`);
/** Three attempts take 3 s; a stalled partition is checked every 10 s. */
const NOTICED_MS = 60_000;
const PAGE_BYTES = 8192;

let servers: OwnServers;
let space: TestSpace;
let objects: RunningService;
let gateway: RunningService;
let projection: RunningService;
let headers: Record<string, string>;

beforeAll(async () => {
  servers = await startOwnServers();
  space = await createTestSpace('bit-rot', { partitions: PARTITIONS });
  objects = await startService('object-service', space.environment('object-service'));
  gateway = await startService('gateway', space.environment('gateway'));
  headers = { authorization: `Bearer ${await space.token({ workspaces: [WORKSPACE] })}`, 'content-type': 'application/json' };
}, 120_000);
afterAll(async () => {
  await Promise.all([projection, gateway, objects].map((service) => service?.stop()));
  await servers?.close();
});

/** Posts all objects, with the number of the call as the value of their field. */
async function post(call: number): Promise<void> {
  const elements = IDS.map((externalId) => ({
    externalId,
    locationUpdate: { newPosition: { lat: call, lon: 2 } },
    fieldValues: [{ type: 'Number', field: 'call', value: call }],
  }));
  const answer = await fetch(`${gateway.url}/groups/${WORKSPACE}/externalObjects`, {
    method: 'POST',
    headers,
    body: JSON.stringify(elements),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
}

const readList = (): Promise<Response> => fetch(`${gateway.url}/groups/${WORKSPACE}/externalObjects?limit=100`, { headers });

/** By object id: the number of the call whose position and field are served. */
async function served(): Promise<Record<string, number>> {
  const { objects: items } = (await (await readList()).json()) as {
    objects: { externalId: string; position: { lat: number }; fields: Record<string, { value: number }> }[];
  };
  return Object.fromEntries(items.map((item) => [item.externalId, item.position.lat]));
}

async function findings(): Promise<Finding[]> {
  const answer = await fetch(`${projection.url}/operator/diagnosis`, {
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken },
  });
  return ((await answer.json()) as { findings: Finding[] }).findings;
}

const broken = async (about: string): Promise<Finding[]> =>
  (await findings()).filter((each) => each.about === `projection-service.${about}` && each.state === 'broken');

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${projection.url}/metrics`)).text();
  return Number(new RegExp(`^${name}\\{topic="[^"]*object\\.events"\\S* (\\S+)`, 'm').exec(text)?.[1] ?? 0);
}

const events = (): string => topicName(space.prefix, 'object.events');

interface DiskBatch {
  partition: number;
  file: string;
  /** The offset of its first byte in the file. */
  at: number;
  bytes: number;
  first: number;
  last: number;
}

/** The batches in the first segment of a partition of object.events, as they are on disk. */
async function batchesOf(partition: number): Promise<DiskBatch[]> {
  const [name] = (await readdir(servers.brokerFolder, { recursive: true }))
    .filter((each) => each.includes(`${events()}-${partition}/`) && each.endsWith('.log'))
    .sort();
  const file = join(servers.brokerFolder, name!);
  const log = await readFile(file);
  const batches: DiskBatch[] = [];
  for (let at = 0; at + 61 <= log.length;) {
    const bytes = 12 + log.readInt32BE(at + 8);
    const first = Number(log.readBigInt64BE(at));
    batches.push({ partition, file, at, bytes, first, last: first + log.readInt32BE(at + 23) });
    at += bytes;
  }
  return batches;
}

/** Flips one bit; a second call undoes the first. */
async function flipBit(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, at);
    byte[0]! ^= 0x10;
    await handle.write(byte, 0, 1, at);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const flipIn = (batch: DiskBatch): Promise<void> => flipBit(batch.file, batch.at + Math.floor((61 + batch.bytes) / 2));

it(
  "a batch of events that changed on the broker's disk is never applied: its partition stands still and " +
    'is named, the others continue; repaired or given up it continues too',
  { timeout: 300_000 },
  async () => {
    for (let call = 1; call <= CALLS; call++) await post(call);
    const partitionOf = new Map<string, number>();
    for (let partition = 0; partition < PARTITIONS; partition++) {
      await readPartition({
        kafka: space.kafka,
        topic: events(),
        partition,
        logger: space.logger,
        onRecord: ({ key }) => partitionOf.set(key!.toString(), partition),
      });
    }
    const idsOf = (partition: number): string[] => IDS.filter((id) => partitionOf.get(id) === partition);

    await servers.broker.stop();
    const damaged = [(await batchesOf(0))[1]!, (await batchesOf(1))[1]!] as const;
    for (const batch of damaged) await flipIn(batch);
    await servers.broker.start();
    projection = await startService('projection-service', space.environment('projection-service'));

    await expect.poll(() => metric('waymark_kafka_damaged_partitions'), { timeout: NOTICED_MS }).toBe(2);
    await expect.poll(async () => (await post(CALLS + 1).then(served))[idsOf(2)[0]!], { timeout: NOTICED_MS }).toBe(CALLS + 1);
    // Events before the damage are applied; neither the damaged one nor any after it.
    const expected = Object.fromEntries(IDS.map((id) => [id, partitionOf.get(id) === 2 ? CALLS + 1 : 1]));
    expect(await served()).toEqual(expected);
    expect(await metric('waymark_kafka_damaged_batches_total')).toBe(2);
    const found = await broken('logs');
    for (const { partition, first } of damaged) {
      expect(found.map((each) => each.found)).toContainEqual(
        expect.stringMatching(new RegExp(`^partition ${partition} of ${events()} is not read .* from offset ${first} are damaged`)),
      );
    }
    expect(found.find((each) => each.found.startsWith('partition 0'))!.remedy).toContain(
      `KAFKA_SKIP_DAMAGED=${events()}/0/${damaged[0].first}-${damaged[0].last}`,
    );
    expect((await fetch(`${projection.url}/health/ready`)).status).toBe(200);
    const lines = projection
      .log()
      .split('\n')
      .filter((line) => line.includes('records are damaged on the broker'));
    expect(lines.length).toBe(2);

    // The damaged batch is replaced by a sound copy.
    await servers.broker.stop();
    await flipIn(damaged[0]);
    await servers.broker.start();
    await expect.poll(async () => (await served())[idsOf(0)[0]!], { timeout: NOTICED_MS }).toBe(CALLS + 1);
    await expect
      .poll(async () => (await broken('logs')).map((each) => each.found), { timeout: NOTICED_MS })
      .toEqual([expect.stringContaining('partition 1 of')]);
    expect((await served())[idsOf(1)[0]!]).toBe(1);

    // The other damaged batch has no sound copy.
    await projection.stop();
    const { first, last } = damaged[1];
    projection = await startService(
      'projection-service',
      space.environment('projection-service', { KAFKA_SKIP_DAMAGED: `${events()}/1/${first}-${last}` }),
    );
    await expect.poll(served, { timeout: NOTICED_MS }).toEqual(Object.fromEntries(IDS.map((id) => [id, CALLS + 1])));
    expect(await metric('waymark_kafka_missing_records_total')).toBe(last - first + 1);
    expect(await broken('logs')).toEqual([]);
  },
);

it(
  "a page of a table that changed on the database's disk is an error and is named; no row of it is " +
    'served, the service lives and works again with a whole page',
  { timeout: 300_000 },
  async () => {
    const client = new pg.Client({ connectionString: servers.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ file: string; checksums: string }>(
      `select current_setting('data_directory') || '/' || pg_relation_filepath(to_regclass($1)) as file,
        current_setting('data_checksums') as checksums`,
      [`${space.schemas.projection}.object_state`],
    );
    await client.end();
    const { file, checksums } = rows[0]!;
    expect(checksums).toBe('on');
    const { pid } = projection;
    await servers.database.stop();
    await flipBit(file, PAGE_BYTES - 40);
    await servers.database.start();

    await expect.poll(async () => (await readList()).status, { timeout: NOTICED_MS }).toBe(500);
    const answer = await readList();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
    expect(await answer.text()).not.toContain('rotten-');
    await expect.poll(async () => (await broken('database-checksums')).length, { timeout: NOTICED_MS }).toBe(1);
    // Objects are still accepted; events that cannot be applied are tried again, with pauses.
    const before = projection.log().length;
    await post(CALLS + 2);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(projection.log().slice(before).split('a unit of work failed').length - 1).toBeLessThan(10);
    expect([projection.pid, (await fetch(`${projection.url}/health/live`)).status]).toEqual([pid, 200]);

    await servers.database.stop();
    await flipBit(file, PAGE_BYTES - 40);
    await servers.database.start();
    await expect.poll(served, { timeout: NOTICED_MS }).toEqual(Object.fromEntries(IDS.map((id) => [id, CALLS + 2])));
  },
);
