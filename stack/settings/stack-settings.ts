import { join, resolve } from 'node:path';
import { choice, flag, integer, readSettings, type SettingsOf, text } from '#settings/settings.js';
import { LOG_LEVELS } from '#telemetry/logger.js';
import { CHECKPOINT_S } from '../database/database-settings.js';
import { probeAddress } from './probe-address.js';
import { repositoryRoot } from './repository-root.js';

const port = (env: string, doc: string, number: number) => integer(env, doc, { default: number, min: 1, max: 65_535 });

/** All ports of an installation; they must be listed here, so that starting, stopping and tests know them. */
const ports = {
  port: port('WAYMARK_PORT', 'port of the gateway', 8080),
  objectServicePort: port('WAYMARK_OBJECT_SERVICE_PORT', 'port of the object service (loopback)', 8081),
  projectionPort: port('WAYMARK_PROJECTION_PORT', 'port of the projection service (loopback)', 8082),
  directoryPort: port('WAYMARK_DIRECTORY_PORT', 'port of the directory service (loopback)', 8083),
  webhookPort: port('WAYMARK_WEBHOOK_PORT', 'port of the webhook service (loopback)', 8084),
  reportPort: port('WAYMARK_REPORT_PORT', 'port of the report service (loopback)', 8086),
  areaServicePort: port('WAYMARK_AREA_SERVICE_PORT', 'port of the area service (loopback)', 8085),
  databasePort: port('WAYMARK_DATABASE_PORT', 'port of the embedded PostgreSQL (loopback)', 54_329),
  brokerPort: port('WAYMARK_KAFKA_PORT', 'port of the embedded Kafka (loopback)', 19_092),
  controllerPort: port('WAYMARK_KAFKA_CONTROLLER_PORT', "port of the embedded Kafka's controller (loopback)", 19_093),
};

/** The settings of `npm start` and related commands. */
export const settings = {
  data: text('WAYMARK_DATA', 'folder for all data, logs and secrets; relative to the checkout', '.waymark'),
  streets: text('WAYMARK_STREETS', 'folder for the street maps that npx waymark basemap adds; empty: streets in the data folder', ''),
  host: text('WAYMARK_HOST', 'address that the gateway listens on', '127.0.0.1'),
  ...ports,
  brokerFsync: flag(
    'WAYMARK_KAFKA_FSYNC',
    'true: Kafka writes every record to disk before acknowledging it, so that it survives a power ' +
      'failure. false: within a second, which is faster',
    true,
  ),
  erasures: text(
    'WAYMARK_ERASURES',
    'file that lists erased objects and deleted workspaces, for restores (waymark restore); ideally on another disk. ' +
      'Empty: erasures.ndjson in the data folder',
    '',
  ),
  walArchive: text(
    'WAYMARK_WAL_ARCHIVE',
    'folder to which PostgreSQL copies its write-ahead log, for restores to a chosen second; empty: none',
    '',
  ),
  checkpointSeconds: integer(
    'WAYMARK_CHECKPOINT_SECONDS',
    'time between two checkpoints of PostgreSQL; after a crash it reads its log of up to 1.5 times this time. More seconds mean less ' +
      'writing, mainly with hundreds of thousands of objects',
    { default: CHECKPOINT_S, min: 30, max: 3600 },
  ),
  objectPartitions: integer('WAYMARK_OBJECT_PARTITIONS', 'partitions of the object topics; fixed at the first start', {
    default: 6,
    min: 1,
    max: 256,
  }),
  replyPartitions: integer('WAYMARK_REPLY_PARTITIONS', 'partitions of the outcomes topic; fixed at the first start', {
    default: 16,
    min: 1,
    max: 256,
  }),
  watch: flag(
    'WAYMARK_WATCH',
    'true: restart a service when one of its compiled files in dist changes. Set by `npm run dev`, for work on Waymark itself',
    false,
  ),
  logLevel: choice('WAYMARK_LOG_LEVEL', 'log level of the services', LOG_LEVELS, 'info'),
};

export type StackSettings = SettingsOf<typeof settings>;

/** @throws SettingsError with all wrong settings */
export function readStackSettings(environment: NodeJS.ProcessEnv = process.env): StackSettings {
  const values = readSettings(settings, environment);
  return { ...values, data: resolve(repositoryRoot, values.data) };
}

/** Folder of the installation's street maps. */
export const streetsFolder = ({ data, streets }: Pick<StackSettings, 'data' | 'streets'>): string =>
  streets === '' ? join(data, 'streets') : resolve(repositoryRoot, streets);

/** The ports of an installation, each with the setting that changes it. */
export function portsOf(values: StackSettings): { port: number; host: string; env: string }[] {
  return (Object.keys(ports) as (keyof typeof ports)[]).map((name) => ({
    port: values[name],
    host: name === 'port' ? values.host : '127.0.0.1',
    env: ports[name].env,
  }));
}

/** URL of the gateway for people on this machine. */
export function addressOf(values: Pick<StackSettings, 'host' | 'port'>): string {
  const everywhere = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'];
  return probeAddress(everywhere.includes(values.host) ? 'localhost' : values.host, values.port);
}

/** Jars are a cache, which all data folders of the checkout share and `npm run reset` keeps. */
export const JARS_FOLDER = join(repositoryRoot, '.waymark/kafka-jars');
