import { randomBytes } from 'node:crypto';
import type { AccessNames } from '#kafka/connection/broker-access.js';
import { connectionAdvice } from '#kafka/connection/connection-advice.js';
import { createKafka, type KafkaConnection } from '#kafka/connection/connection.js';
import { readForeignTopic } from '#kafka/reading/foreign-topic-reader.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { type Bounds, topicBounds } from '#kafka/topics/partition-bounds.js';
import { pause } from '#lifecycle/abortable-pause.js';
import type { Logger } from '#telemetry/logger.js';
import type { SourceContext, SourceKind } from '../../reading/source.js';
import { errorLine } from '../connecting/error-text.js';
import { reconnecting } from '../connecting/reconnecting.js';
import { readTlsFiles } from '../connecting/tls-files.js';
import { KAFKA_EXAMPLE, KAFKA_SCHEMA, type KafkaOptions } from './options.js';
import { readRecord } from './read-record.js';

/** The next offset of each partition: the source's place. */
type Offsets = Readonly<Record<string, number>>;

const OPTIONS: AccessNames = {
  brokers: 'brokers',
  tls: 'tls',
  ca: 'tls.caFile',
  cert: 'tls.certFile',
  key: 'tls.keyFile',
  mechanism: 'sasl.mechanism',
  username: 'sasl.username',
  password: 'sasl.password',
};

/**
 * All partitions of a topic in a customer's cluster. The offsets are stored only on the agent's disk, in one transaction with the messages,
 * so each record enters the queue exactly once.
 */
export const KAFKA_SOURCE: SourceKind<KafkaOptions> = {
  kind: 'kafka',
  summary: 'A topic of a Kafka cluster with JSON values.',
  options: KAFKA_SCHEMA,
  example: KAFKA_EXAMPLE,
  needsMap: () => true,
  async check(options, { name, log }) {
    let kafka: KafkaConnection | undefined;
    try {
      // The check has only ten seconds.
      kafka = connect(options, name, log).derive({ retries: 1 });
      const bounds = await topicBounds(kafka, options.topic);
      const records = [...bounds.values()].reduce((sum, { low, high }) => sum + high - low, 0);
      return {
        findings: [
          {
            level: records > 0 ? 'fine' : 'warning',
            text: `${options.topic} has ${bounds.size} partitions with at most ${records} records.`,
          },
        ],
        samples: [],
      };
    } catch (error) {
      return {
        findings: [
          {
            level: 'fault',
            text:
              `${options.brokers.join(', ')}: ${errorLine(error)}. ` +
              `${connectionAdvice(error, OPTIONS, kafka?.settings) ?? 'Check brokers, topic, sasl and tls.'}`,
          },
        ],
        samples: [],
      };
    } finally {
      kafka?.destroySockets();
    }
  },
  async run(options, context) {
    const offsets = samePlace(context.place, options.topic) ? offsetsOf(context.place) : new Map<number, number>();
    const kafka = connect(options, context.name, context.log);
    // Sequential, even if a reader was given up while its records were being written to disk, because the resulting offsets decide which
    // records are new.
    let inHand = Promise.resolve();
    const keep = async (partition: number, records: readonly ConsumedRecord[], next: number): Promise<void> => {
      const from = offsets.get(partition) ?? 0;
      if (next <= from) return;
      await context.deliver(
        records.filter(({ offset }) => offset >= from).map(readRecord),
        placeOf(options.topic, new Map(offsets).set(partition, next)),
      );
      offsets.set(partition, next);
    };
    const attempt = async (connected: (detail: string) => void): Promise<void> => {
      const bounds = await Promise.race([topicBounds(kafka, options.topic), pause(2 ** 31 - 1, context.signal)]);
      if (bounds === undefined) return;
      forgetLost(bounds, offsets, context);
      if (options.begin === 'latest' && offsets.size === 0) await beginAtEnd(bounds, options.topic, offsets, context);
      await readForeignTopic({
        kafka,
        topic: options.topic,
        // In the running agent's group, it would take partitions away from it.
        groupId: `${options.groupId ?? `waymark-agent-${context.name}`}${context.lookOnly ? `-look-${randomBytes(4).toString('hex')}` : ''}`,
        nextOffset: (partition) => offsets.get(partition),
        onRecords(partition, records, next) {
          const kept = inHand.then(() => keep(partition, records, next));
          inHand = kept.catch(() => undefined);
          return kept;
        },
        onJoined: (partitions) => connected(`Reading ${partitions.length} partitions of ${options.topic}.`),
        logger: context.log,
        signal: context.signal,
      });
    };
    await reconnecting(context, (connected) =>
      attempt(connected).catch((error: unknown) => {
        const advice = connectionAdvice(error, OPTIONS);
        // Without its cause, which would lead to different advice.
        throw advice === undefined ? error : new Error(`${errorLine(error)}. ${advice}`);
      }),
    );
    kafka.destroySockets();
  },
};

function samePlace(place: unknown, topic: string): boolean {
  return (place as { topic?: unknown } | undefined)?.topic === topic;
}

/** Records that the cluster no longer has can't be read: this is logged, and reading continues with the existing ones. */
function forgetLost(bounds: ReadonlyMap<number, Bounds>, offsets: Map<number, number>, { log }: SourceContext): void {
  for (const [partition, offset] of offsets) {
    const { low, high } = bounds.get(partition) ?? { low: 0, high: 0 };
    if (offset < low)
      log.warn(
        { partition, lost: low - offset },
        'Records that were not read yet are no longer in the topic: it keeps them for too short a time.',
      );
    // The log was created again; all its records are new.
    else if (offset > high) {
      log.warn(
        { partition, offset, end: high },
        'The partition ends before the place that was read: the topic was created again, and is read from its beginning.',
      );
      offsets.delete(partition);
    }
  }
}

/** Sets an offset for every partition; a partition that is added later is read from its beginning. */
async function beginAtEnd(
  bounds: ReadonlyMap<number, Bounds>,
  topic: string,
  offsets: Map<number, number>,
  context: SourceContext,
): Promise<void> {
  const place = new Map([...bounds].map(([partition, { high }]) => [partition, high]));
  await context.deliver([], placeOf(topic, place));
  for (const [partition, offset] of place) offsets.set(partition, offset);
}

function connect({ brokers, sasl, tls }: KafkaOptions, name: string, logger: Logger): KafkaConnection {
  return createKafka({
    brokers: [...brokers],
    clientId: `waymark-agent-${name}`,
    logger,
    names: OPTIONS,
    ...(tls && { ssl: readTlsFiles(tls) }),
    ...(sasl && { sasl: { ...sasl } }),
  });
}

/** The valid offsets of a place. */
function offsetsOf(place: unknown): Map<number, number> {
  const { offsets } = (typeof place === 'object' && place !== null ? place : {}) as { offsets?: unknown };
  return new Map(
    Object.entries(typeof offsets === 'object' && offsets !== null ? offsets : {})
      .map(([partition, offset]) => [Number(partition), offset as unknown] as const)
      .filter((entry): entry is [number, number] => Number.isSafeInteger(entry[0]) && Number.isSafeInteger(entry[1])),
  );
}

/** A place with these offsets. */
function placeOf(topic: string, offsets: ReadonlyMap<number, number>): { topic: string; offsets: Offsets } {
  return { topic, offsets: Object.fromEntries(offsets) };
}
