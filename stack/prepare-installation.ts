/** Creates the topics of an installation with an existing broker (docker-compose.yml). Can be repeated. */
import { brokerAccess, brokerSettings } from '#kafka/connection/broker-settings.js';
import { createKafka } from '#kafka/connection/connection.js';
import { checkTopics, ensureTopics } from '#kafka/topics/topics.js';
import { integer, readSettings, text } from '#settings/settings.js';
import { createLogger } from '#telemetry/logger.js';

/** Settings from the environment; those of the topics are the same as for the services. */
const settings = {
  ...brokerSettings,
  topicPrefix: text('TOPIC_PREFIX', 'put before every topic name', ''),
  objectPartitions: integer('OBJECT_PARTITIONS', 'partitions of the object topics', { default: 6, min: 1, max: 10_000 }),
  replyPartitions: integer('REPLY_PARTITIONS', 'partitions of object.outcomes', { default: 16, min: 1, max: 10_000 }),
  replicationFactor: integer('REPLICATION_FACTOR', 'copies of each partition', { default: 1, min: 1, max: 10 }),
};

const config = readSettings(settings);
const { topicPrefix: prefix, objectPartitions, replyPartitions, replicationFactor } = config;
const plan = { prefix, objectPartitions, replyPartitions, replicationFactor };
const kafka = createKafka({
  ...brokerAccess(config),
  clientId: 'prepare',
  logger: createLogger({ service: 'prepare', instance: 'prepare', level: 'warn' }),
});
await ensureTopics(kafka, plan);
await checkTopics(kafka, plan);
console.log('the topics are ready');
