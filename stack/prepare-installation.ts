/**
 * Prepares an installation whose broker is there already (docker-compose.yml): the topics, the key that signs tokens
 * in WAYMARK_DATA, and its public half in TOKEN_KEYS_FILE. Does nothing twice.
 */
import { copyFileSync } from 'node:fs';
import { createKafka } from '#kafka/connection.js';
import { checkTopics, ensureTopics } from '#kafka/topics.js';
import { integer, list, readSettings, text } from '#settings/settings.js';
import { createLogger } from '#telemetry/logger.js';
import { signingKey } from './credentials/installation-credentials.js';
import { createDataFolder, dataFolder } from './data-folder.js';

/** What it reads from the environment; the topics' settings are those of the services. */
const settings = {
  data: text('WAYMARK_DATA', 'folder of the signing key'),
  tokenKeysFile: text('TOKEN_KEYS_FILE', 'where the public keys are written'),
  kafkaBrokers: list('KAFKA_BROKERS', 'host:port of the brokers, comma-separated'),
  topicPrefix: text('TOPIC_PREFIX', 'put before every topic name', ''),
  objectPartitions: integer('OBJECT_PARTITIONS', 'partitions of the object topics', { default: 6, min: 1, max: 10_000 }),
  replyPartitions: integer('REPLY_PARTITIONS', 'partitions of object.outcomes', { default: 16, min: 1, max: 10_000 }),
  replicationFactor: integer('REPLICATION_FACTOR', 'copies of each partition', { default: 1, min: 1, max: 10 }),
};

const { data, tokenKeysFile, kafkaBrokers, topicPrefix: prefix, ...plan } = readSettings(settings);
const folder = dataFolder(data);
createDataFolder(folder);
await signingKey(folder);
copyFileSync(folder.tokenKeysFile, tokenKeysFile);
const kafka = createKafka({ brokers: [...kafkaBrokers], clientId: 'prepare', logger: createLogger({ service: 'prepare', instance: 'prepare', level: 'warn' }) });
await ensureTopics(kafka, { prefix, ...plan });
await checkTopics(kafka, { prefix, ...plan });
console.log('topics and keys are ready');
