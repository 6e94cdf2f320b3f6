import type { TopicName } from '#contracts/topics.js';
import { partitionOf } from '#kafka/records/partition.js';
import { PLANTED_HEADER } from '#testing/oracle/collect.js';
import { type RawRecord, readTopic } from '#testing/oracle/read-topic.js';
import type { World } from '../world/world.js';
import type { Fault } from './fault.js';

interface Planted {
  partition: number;
  key: string | null;
  value: Buffer | string | null;
  headers: Record<string, string>;
}

async function produce(world: World, topic: TopicName, records: Planted[]): Promise<void> {
  if (records.length === 0) return;
  const producer = world.space.kafka.producer();
  await producer.connect();
  try {
    await producer.send({ topic: world.topic(topic), acks: -1, messages: records });
  } finally {
    await producer.disconnect();
  }
}

/** Appends some records of the topic again, oldest and newest mixed, as a producer does that lost an answer. */
async function repeat(world: World, topic: TopicName): Promise<void> {
  const records = await readTopic(world.space.kafka, world.topic(topic));
  const genuine = records.filter(({ headers }) => headers[PLANTED_HEADER] === undefined);
  const chosen: RawRecord[] = [];
  for (let n = 0; n < 40 && genuine.length > 0; n++) chosen.push(world.random.pick(genuine));
  await produce(world, topic, chosen);
}

const JUNK: (string | Buffer | null)[] = [
  'not json',
  '',
  null,
  Buffer.from([0xff, 0xfe, 0x00]),
  '{}',
  '[]',
  'null',
  '{"v":2,"operationId":"x"}',
  '{"v":1,"operationId":"not-a-uuid","workspace":"north","receivedAt":"yesterday","subject":"s","reply":null,"partitions":[0],"total":1,"elements":[[0,{}]]}',
  '{"v":1,"operationId":"01890000-0000-7000-8000-000000000000","workspace":"north","receivedAt":"2026-01-01T00:00:00.000Z","subject":"s","reply":null,"partitions":[0],"total":1,"elements":[[0,{"externalId":"poison\\u0000","locationUpdate":{"newPosition":{"lat":1,"lon":2}}}]]}',
  '{"v":1,"operationId":"01890000-0000-7000-8000-000000000001","workspace":"north","receivedAt":"2026-01-01T00:00:00.000Z","subject":"s","reply":"x","partitions":"all","total":-1,"elements":{"0":1}}',
  JSON.stringify({ v: 1, junk: 'x'.repeat(1_500_000) }),
  '['.repeat(200_000),
];

/** A well-formed record on a partition that its object does not belong to: two owners would write the object. */
function misplaced(partitions: number): Planted {
  const externalId = 'misplaced';
  const partition = (partitionOf(externalId, partitions) + 1) % partitions;
  const value = JSON.stringify({
    v: 1,
    operationId: '01890000-0000-7000-8000-000000000002',
    workspace: 'north',
    receivedAt: '2026-01-01T00:00:00.000Z',
    subject: 's',
    reply: null,
    partitions: [partition],
    total: 1,
    elements: [[0, { externalId, locationUpdate: { newPosition: { lat: 1, lon: 2 } } }]],
  });
  return { partition, key: null, value, headers: {} };
}

const planted = (partitions: number): Planted[] =>
  JUNK.map((value, at) => ({
    partition: at % partitions,
    key: null,
    value,
    headers: { [PLANTED_HEADER]: '1', ce_type: 'waymark.object.updated.v1', ce_id: 'x@1' },
  }));

export const RECORD_FAULTS: Fault[] = [
  {
    name: 'command records repeated and reordered',
    row: 'repeat/reorder',
    breaks: ['records'],
    inflict: (world) => repeat(world, 'object.commands'),
  },
  {
    name: 'event records repeated and reordered',
    row: 'repeat/reorder',
    breaks: ['records'],
    inflict: (world) => repeat(world, 'object.events'),
  },
  {
    name: 'poison on object.commands',
    row: 'poison/wrong schema/1 MB+',
    breaks: ['records'],
    inflict: (world) => produce(world, 'object.commands', [...planted(world.space.partitions), misplaced(world.space.partitions)]),
  },
  {
    name: 'poison on object.events',
    row: 'poison/wrong schema/1 MB+',
    breaks: ['records'],
    inflict: (world) => produce(world, 'object.events', planted(world.space.partitions)),
  },
];
