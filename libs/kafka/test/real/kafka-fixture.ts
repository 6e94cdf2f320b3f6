import { setTimeout as sleep } from 'node:timers/promises';
import { createKafka, type KafkaConnection } from '#kafka/connection/connection.js';
import { createLogger } from '#telemetry/logger.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

export const silent = createLogger({
  service: 'test',
  instance: 'kafka',
  level: (process.env['TEST_LOG'] as 'debug' | undefined) ?? 'silent',
});

/** A space, and a client that reaches its broker through a proxy. */
export interface ProxiedSpace {
  space: TestSpace;
  proxy: TcpProxy;
  /** Connects through the proxy; `space.kafka` connects directly. */
  kafka: KafkaConnection;
  close(): Promise<void>;
}

export async function proxiedSpace(name: string, partitions = 3): Promise<ProxiedSpace> {
  const space = await createTestSpace(name, { partitions });
  const proxy = await TcpProxy.start(space.brokers[0]!, { kafka: true });
  const kafka = createKafka({ brokers: [proxy.address], clientId: 'proxied', logger: silent });
  return {
    space,
    proxy,
    kafka,
    async close() {
      await proxy.close();
      await space.close();
    },
  };
}

/** All present records of a partition, in offset order. */
export async function logOf(kafka: KafkaConnection, topic: string, partition: number): Promise<string[]> {
  const admin = kafka.admin();
  await admin.connect();
  const end = Number((await admin.fetchTopicOffsets(topic)).find((each) => each.partition === partition)!.high);
  await admin.disconnect();
  const { PartitionReader } = await import('#kafka/reading/partition-reader.js');
  const values: string[] = [];
  const reader = new PartitionReader({
    kafka,
    topic,
    partition,
    groupId: `log-of-${topic}`,
    from: 0,
    logger: silent,
    onFatal: () => undefined,
    onRecords: (records) => {
      for (const { value } of records) values.push(value?.toString() ?? '');
    },
  });
  reader.start();
  await until(() => end === 0 || (reader.nextOffset ?? 0) >= end, 20_000);
  await reader.close();
  return values;
}

export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 15_000): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Did not hold within ${milliseconds} ms: ${holds.toString()}`);
    await sleep(10);
  }
}
