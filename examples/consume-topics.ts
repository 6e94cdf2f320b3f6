// Reads a topic of Waymark with kafkajs and prints each new revision as one line of JSON. See docs/consuming-the-topics.md.
//   KAFKA_BROKERS=127.0.0.1:19092 npx tsx examples/consume-topics.ts
import { Kafka, logLevel } from 'kafkajs';

const {
  KAFKA_BROKERS = '127.0.0.1:19092',
  KAFKA_USERNAME,
  KAFKA_PASSWORD = '',
  TOPIC = 'object.events',
  GROUP = 'example-typescript',
  WORKSPACE,
} = process.env;

const kafka = new Kafka({
  clientId: 'waymark-example',
  brokers: KAFKA_BROKERS.split(','),
  logLevel: logLevel.ERROR,
  ...(KAFKA_USERNAME && { ssl: true, sasl: { mechanism: 'scram-sha-256' as const, username: KAFKA_USERNAME, password: KAFKA_PASSWORD } }),
});
const consumer = kafka.consumer({ groupId: GROUP });

// Keep this next to your own data: a restart repeats records after the last committed offset.
const revisions = new Map<string, number>();

await consumer.connect();
await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
await consumer.run({
  // One record after the other: kafkajs commits an offset when this function has returned.
  eachMessage: async ({ partition, message }) => {
    const externalId = String(message.key);
    const header = (name: string): string => String(message.headers?.[name]);
    const revision = Number(header('ce_revision'));
    if (WORKSPACE !== undefined && header('ce_workspace') !== WORKSPACE) return;
    if (revision <= (revisions.get(externalId) ?? 0)) return; // seen before
    revisions.set(externalId, revision);
    const data = message.value === null ? null : (JSON.parse(String(message.value)) as object); // null: a tombstone
    const line = { type: header('ce_type'), workspace: header('ce_workspace'), externalId, revision, partition, data };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void consumer.disconnect());
