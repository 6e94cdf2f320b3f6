import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Scope, WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { TOPICS } from '#contracts/topics.js';
import type { DirectoryChange } from '#directory/directory-copy.js';
import type { Narrowing } from '#identity/caller.js';
import { createKafka, type KafkaConnection } from '#kafka/connection/connection.js';
import { ensureTopics, topicName } from '#kafka/topics/topics.js';
import { freePorts } from '#stack/processes/free-port.js';
import { createSecrets } from '#stack/services/secrets.js';
import { type Installation, serviceEnvironment, type ServiceName } from '#stack/services/service-environment.js';
import { createLogger, type Logger } from '#telemetry/logger.js';
import { publishDirectory, seededChanges } from './seeded-directory.js';
import { infrastructure } from './test-infrastructure.js';
import { createTokenKeys, mintApiToken, type TokenKeys } from './token-keys.js';

export interface TestSpaceOptions {
  /** Partitions of the object topics; default 3. */
  partitions?: number;
  /** Partitions of the outcomes topic; default 4. */
  replyPartitions?: number;
  /** Copies of each partition; default 1. */
  replicationFactor?: number;
  /** If false, topics are only created by `createTopics`. */
  topics?: boolean;
  /** With `real`, only a directory service writes to directory.state, and the space's own tokens have no access. */
  directory?: 'seeded' | 'real';
  /** Workspaces in addition to those of every space. */
  workspaces?: readonly string[];
}

export interface TokenOptions {
  workspaces: readonly string[];
  /** Default: all scopes. */
  scopes?: readonly Scope[];
  /** Default: an hour; negative for an expired token. */
  expiresInSeconds?: number;
  narrowed?: Narrowing;
}

/** A part of the shared broker and database for one test file. */
export interface TestSpace {
  /** Prefix of all topics and consumer groups. */
  prefix: string;
  brokers: string[];
  databaseUrl: string;
  schemas: Installation['schemas'];
  partitions: number;
  replyPartitions: number;
  /** A client for the test itself, without a log. */
  kafka: KafkaConnection;
  logger: Logger;
  /** The ports and secrets of the space, for tests that forge tokens or signatures. */
  installation: Installation;
  /** The environment for `startService`, always with the same port unless overridden. */
  environment(service: ServiceName, overrides?: Record<string, string>): Record<string, string>;
  token(options: TokenOptions): Promise<string>;
  /** The keys that sign the tokens of the space. */
  keys: TokenKeys;
  /** Publishes changes like a directory; gateways know them a moment later. */
  directory(changes: readonly DirectoryChange[]): Promise<void>;
  /** Passes the records of a seeded directory to a real one, which otherwise removes them from the topic. */
  handSeedsOver(): Promise<void>;
  /** Folder for files of the test. */
  folder: string;
  /** Creates missing topics. */
  createTopics(): Promise<void>;
  /** Deletes the topics, the schemas and the files. */
  close(): Promise<void>;
}

const SERVICE_PORTS = 7;

/** Creates a space with its own topics (unless `topics: false`), schemas, ports, secrets and token key. */
export async function createTestSpace(name: string, options: TestSpaceOptions = {}): Promise<TestSpace> {
  const { partitions = 3, replyPartitions = 4, topics = true } = options;
  const { brokers, databaseUrl } = infrastructure();
  const label = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 30);
  const id = `${label}_${randomBytes(4).toString('hex')}`;
  const directory = await mkdtemp(join(tmpdir(), `waymark-space-${label}-`));
  const [gateway, objects, projection, directoryPort, webhooks, report, areas] = (await freePorts(SERVICE_PORTS)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const keys = await createTokenKeys();
  const logger = createLogger({ service: 'test', instance: id, level: 'silent' });
  const kafka = createKafka({ brokers, clientId: `test-${id}`, logger });
  const installation: Installation = {
    brokers,
    topicPrefix: `${id}.`,
    objectPartitions: partitions,
    replyPartitions,
    databaseUrl,
    schemas: {
      objects: `${id}_objects`,
      projection: `${id}_projection`,
      directory: `${id}_directory`,
      webhook: `${id}_webhook`,
      report: `${id}_report`,
      area: `${id}_area`,
    },
    ports: {
      gateway,
      'object-service': objects,
      'projection-service': projection,
      'directory-service': directoryPort,
      'webhook-service': webhooks,
      'report-service': report,
      'area-service': areas,
    },
    gatewayHost: '127.0.0.1',
    appUrl: `http://localhost:${gateway}`,
    streetsFolder: join(directory, 'streets'),
    erasuresFile: '',
    logLevel: 'info',
    secrets: createSecrets(),
  };
  const createTopics = async (): Promise<void> => {
    await ensureTopics(kafka, {
      prefix: installation.topicPrefix,
      objectPartitions: partitions,
      replyPartitions,
      replicationFactor: options.replicationFactor,
    });
    if (options.directory !== 'real') await publishDirectory(kafka, installation.topicPrefix, seededChanges(keys, options.workspaces));
  };
  if (topics) await createTopics();

  return {
    prefix: installation.topicPrefix,
    brokers,
    databaseUrl,
    schemas: installation.schemas,
    partitions,
    replyPartitions,
    kafka,
    logger,
    installation,
    // Tests cause many clashes over owners.
    environment: (service, overrides = {}) => ({
      ...serviceEnvironment(service, installation),
      ...(service === 'gateway' && { MAX_FOREIGN_CLASHES: '1000000000' }),
      ...overrides,
    }),
    token: ({ workspaces, scopes = WORKSPACE_SCOPES, expiresInSeconds = 3600, narrowed }) =>
      mintApiToken(keys, { subject: `test-${label}`, workspaces, scopes, expiresInSeconds, narrowed }),
    keys,
    directory: (changes) => publishDirectory(kafka, installation.topicPrefix, changes),
    handSeedsOver: () =>
      options.directory === 'real'
        ? Promise.resolve()
        : writeSeeds(databaseUrl, installation.schemas.directory, seededChanges(keys, options.workspaces)),
    folder: directory,
    createTopics,
    async close() {
      await Promise.all([deleteTopics(kafka, installation.topicPrefix), dropSchemas(databaseUrl, Object.values(installation.schemas))]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Deletes the topics, since idle ones cost the shared broker files and memory. */
async function deleteTopics(kafka: KafkaConnection, prefix: string): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const ours = TOPICS.map((topic) => topicName(prefix, topic.name)).filter((topic) => existing.has(topic));
    if (ours.length > 0) await admin.deleteTopics({ topics: ours });
  } finally {
    await admin.disconnect();
  }
}

async function writeSeeds(connectionString: string, schema: string, seeds: readonly DirectoryChange[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // A directory that already had records of its own has removed the seeded ones from the topic, so they are published again.
    const { rows } = await client.query<{ published: boolean }>(
      `insert into ${schema}.state_record as r (key, revision, body, published) select key, revision, body, true
        from unnest($1::text[], $2::bigint[], $3::text[]) as s (key, revision, body)
        on conflict (key) do update set revision = nextval('${schema}.state_revision'), body = excluded.body, published = false
        where r.body is null returning published`,
      [seeds.map(({ key }) => key), seeds.map(({ revision }) => revision), seeds.map(({ body }) => JSON.stringify(body))],
    );
    if (rows.every(({ published }) => published)) return;
    const waits = `select 1 from ${schema}.state_record where not published limit 1`;
    for (const until = Date.now() + 30_000; (await client.query(waits)).rowCount! > 0; await sleep(50))
      if (Date.now() > until) throw new Error('The directory does not publish the records that were handed over.');
  } finally {
    await client.end();
  }
}

async function dropSchemas(connectionString: string, schemas: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const schema of schemas) await client.query(`drop schema if exists ${client.escapeIdentifier(schema)} cascade`);
  } finally {
    await client.end();
  }
}
