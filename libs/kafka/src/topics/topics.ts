import { setTimeout as sleep } from 'node:timers/promises';
import { type TopicDefinition, type TopicName, TOPICS } from '#contracts/topics.js';
import type { Admin, ITopicConfig } from '#kafka-client';
import type { KafkaConnection } from '../connection/connection.js';

/** The name on the broker, with a prefix, so that several installations can share one. */
export function topicName(prefix: string, name: TopicName): string {
  return prefix + name;
}

export interface TopicPlan {
  prefix: string;
  objectPartitions: number;
  replyPartitions: number;
  /** Copies of each partition; 1 on a single broker. */
  replicationFactor?: number | undefined;
}

/** Topics on the broker differ from the settings; the message lists the differences and the remedy. */
export class TopicMismatchError extends Error {
  override readonly name = 'TopicMismatchError';

  /** @param onlyMissing whether the only fault is that topics do not exist (yet) */
  constructor(
    message: string,
    readonly onlyMissing: boolean,
  ) {
    super(message);
  }
}

function partitionsOf(definition: TopicDefinition, plan: TopicPlan): number {
  if (definition.partitions === 'objects') return plan.objectPartitions;
  return definition.partitions === 'replies' ? plan.replyPartitions : 1;
}

/** Creates missing topics; existing ones stay as they are (see `checkTopics`). */
export async function ensureTopics(kafka: KafkaConnection, plan: TopicPlan): Promise<void> {
  await withAdmin(kafka, async (admin) => {
    const existing = new Set(await admin.listTopics());
    const missing = TOPICS.filter(({ name }) => !existing.has(topicName(plan.prefix, name)));
    if (missing.length === 0) return;
    // Records are only acknowledged once a second broker has them, so that the loss of one broker loses nothing.
    const copies = (plan.replicationFactor ?? 1) >= 3 ? { 'min.insync.replicas': '2' } : {};
    await createLedTopics(
      admin,
      missing.map((definition) => ({
        topic: topicName(plan.prefix, definition.name),
        numPartitions: partitionsOf(definition, plan),
        replicationFactor: plan.replicationFactor ?? 1,
        configEntries: Object.entries({ ...definition.config, ...copies }).map(([name, value]) => ({ name, value })),
      })),
    );
  });
}

const LEADER_TRIES = 100;
const LEADER_POLL_MS = 50;

/**
 * Creates topics and returns when each of their partitions has a working leader (within 5 s): a busy broker reports itself as the leader
 * slightly before it acts as one (NOT_LEADER_OR_FOLLOWER). The client's own `waitForLeaders` throws while the broker does not know the new
 * topic yet (UNKNOWN_TOPIC_OR_PARTITION).
 */
export async function createLedTopics(admin: Admin, topics: ITopicConfig[]): Promise<void> {
  await admin.createTopics({ waitForLeaders: false, topics });
  await awaitLeaders(
    admin,
    topics.map(({ topic }) => topic),
  );
}

async function awaitLeaders(admin: Admin, topics: string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const metadata = await admin.fetchTopicMetadata({ topics });
      if (metadata.topics.every((topic) => topic.partitions.every((partition) => partition.leader >= 0))) {
        for (const topic of topics) await admin.fetchTopicOffsets(topic);
        return;
      }
    } catch (error) {
      if (tries >= LEADER_TRIES) throw error;
    }
    if (tries >= LEADER_TRIES)
      throw new Error(`The new topics ${topics.join(', ')} had no leader after ${(LEADER_TRIES * LEADER_POLL_MS) / 1000} s.`);
    await sleep(LEADER_POLL_MS);
  }
}

const CONFIG_RESOURCE_TOPIC = 2;

/**
 * Checks that topics have the number of partitions (on which the partition of a key depends), compression and clean-up policy of the
 * contract.
 * @throws TopicMismatchError with all differences
 */
export async function checkTopics(
  kafka: KafkaConnection,
  plan: TopicPlan,
  names: readonly TopicName[] = TOPICS.map(({ name }) => name),
): Promise<void> {
  const wanted = TOPICS.filter(({ name }) => names.includes(name));
  const { missing, different } = await withAdmin(kafka, (admin) => differences(admin, plan, wanted));
  const problems = [...missing, ...different];
  if (problems.length > 0) throw new TopicMismatchError(problems.join('\n'), different.length === 0);
}

async function differences(
  admin: Admin,
  plan: TopicPlan,
  wanted: readonly TopicDefinition[],
): Promise<{ missing: string[]; different: string[] }> {
  const existing = new Set(await admin.listTopics());
  const present = wanted.filter(({ name }) => existing.has(topicName(plan.prefix, name)));
  const missing = wanted
    .filter((definition) => !present.includes(definition))
    .map(({ name }) => `Topic ${topicName(plan.prefix, name)} does not exist: create the topics first.`);
  if (present.length === 0) return { missing, different: [] };
  return {
    missing,
    different: [...(await partitionDifferences(admin, plan, present)), ...(await configDifferences(admin, plan, present))],
  };
}

async function partitionDifferences(admin: Admin, plan: TopicPlan, present: readonly TopicDefinition[]): Promise<string[]> {
  const { topics } = await admin.fetchTopicMetadata({ topics: present.map(({ name }) => topicName(plan.prefix, name)) });
  return present.flatMap((definition) => {
    const name = topicName(plan.prefix, definition.name);
    const wanted = partitionsOf(definition, plan);
    const found = topics.find((topic) => topic.name === name)?.partitions.length ?? 0;
    if (found === wanted) return [];
    return [`Topic ${name} has ${found} partitions, the settings say ${wanted}: set the number it has, or start with a new TOPIC_PREFIX.`];
  });
}

const CHECKED_CONFIG = ['compression.type', 'cleanup.policy'];

async function configDifferences(admin: Admin, plan: TopicPlan, present: readonly TopicDefinition[]): Promise<string[]> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: present.map(({ name }) => ({
      type: CONFIG_RESOURCE_TOPIC,
      name: topicName(plan.prefix, name),
      configNames: CHECKED_CONFIG,
    })),
  });
  return present.flatMap((definition) => {
    const name = topicName(plan.prefix, definition.name);
    const entries = resources.find((resource) => resource.resourceName === name)?.configEntries ?? [];
    return CHECKED_CONFIG.flatMap((key) => {
      const found = entries.find((entry) => entry.configName === key)?.configValue;
      const wanted = definition.config[key];
      return found === wanted ? [] : [`Topic ${name} has ${key}=${found}, it must be ${wanted}: change it with kafka-configs.`];
    });
  });
}

async function withAdmin<T>(kafka: KafkaConnection, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
