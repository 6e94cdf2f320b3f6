import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { brokerAccess } from '#kafka/broker-settings.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka } from '#kafka/connection.js';
import { DeadLetterWriter } from '#kafka/dead-letter.js';
import { topicName } from '#kafka/topics.js';
import { UnitTransport } from '#kafka/unit-transport.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { checkedSchemaName } from '#postgres/schema-name.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import type { Logger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import type { Config } from '../config.js';
import { holdsMark, markOf } from '../erasing/holds-mark.js';
import { shortestDays, shortHistories } from '../erasing/history-of-plans.js';
import { AreaProjector } from '../projecting/area-projector.js';
import { createEventsTransport, type EventsSource } from '../projecting/events-transport.js';
import { logBounds, logStarts } from '../projecting/log-bounds.js';
import { indexAll } from '../indexing/index-upkeep.js';
import { projectionMetrics } from '../projecting/projection-metrics.js';
import { Projector } from '../projecting/projector.js';
import { PieceKeeper } from '../tables/piece-keeper.js';
import { createProjectionDataSource } from '../tables/projection-data-source.js';
import { DAY_MS, partitionedTables } from '../tables/time-partitions.js';
import { BaseStates, CONSUMER as BASE } from './base-states.js';
import { findDifferences, type Difference, type Leaving } from './differences.js';
import { directoryNow, type HeardDirectory } from './directory-now.js';
import { rebuildLock, RebuildRuns } from './rebuild-runs.js';
import { carryHeldHistory, noteHoldsOfStates } from './held-history-carried.js';
import { beginLike, behind, formerOf, nextOf, swapSchemas } from './swap-schemas.js';

export interface RebuildOptions {
  config: Config;
  logger: Logger;
  /** True: build and compare, then throw the new one away. */
  checkOnly: boolean;
  /** Told what it is doing, a line at a time. */
  say: (line: string) => void;
  /** Given when it is to give up. */
  signal?: AbortSignal;
}

interface BuildOptions extends RebuildOptions {
  schema: string;
  next: string;
  admin: pg.Pool;
}

const HOUR_MS = 3_600_000;
const POLL_MS = 250;
const SAY_EVERY_MS = 2_000;
const GROUP = 'projection-rebuild';

/**
 * Builds the projection anew from the topics in a schema of its own while reads go on from the old one, compares them row by
 * row, and lets the new one take its place. Cursors stay valid: they are offsets of the log.
 * @returns the differences
 */
export async function rebuild(options: RebuildOptions): Promise<Difference[]> {
  const { config } = options;
  const schema = checkedSchemaName(config.databaseSchema);
  const next = checkedSchemaName(nextOf(schema));
  const admin = createPool({ url: config.databaseUrl, schema, max: 2, applicationName: 'waymark-rebuild', statementTimeoutMs: HOUR_MS });
  const lock = await admin.connect();
  try {
    await takeTurn(lock, schema);
    // Only behind the lock: what is there without it is another's.
    return await noted(new RebuildRuns(admin, schema), options, (say) => buildAnew({ ...options, say, schema, next, admin })).finally(() => admin.query(`drop schema if exists ${next} cascade`).catch(() => undefined));
  } finally {
    lock.release(true);
    await admin.end();
  }
}

/** Lets any instance of the service say what became of it. */
async function noted(runs: RebuildRuns, { checkOnly, say }: RebuildOptions, work: (say: RebuildOptions['say']) => Promise<Difference[]>): Promise<Difference[]> {
  const id = await runs.begin(checkOnly);
  let last = '';
  const tell = (line: string): void => {
    say((last = line));
    void runs.say(id, line).catch(() => undefined);
  };
  try {
    const differences = await work(tell);
    await runs.end(id, differences.length, last);
    return differences;
  } catch (error) {
    await runs.end(id, undefined, error instanceof Error ? error.message : String(error)).catch(() => undefined);
    throw error;
  }
}

async function buildAnew(options: BuildOptions): Promise<Difference[]> {
  const { config, schema, next, admin } = options;
  await admin.query(`drop schema if exists ${next} cascade`);
  await admin.query(`drop schema if exists ${formerOf(schema)} cascade`);
  await createTables(config, schema, next, admin);
  return buildBeside(options);
}

/** @throws Error when another rebuild is at work; its session holds the lock */
async function takeTurn(client: pg.PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtext($1)) as taken', [rebuildLock(schema)]);
  if (!rows[0]!.taken) throw new Error('Another rebuild is at work on this projection; wait until it has ended.');
}

async function createTables(config: Config, schema: string, next: string, admin: pg.Pool): Promise<void> {
  const dataSource = createProjectionDataSource(config.databaseUrl, next);
  try {
    await migrate(dataSource);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
  // The log is the same one, so cursors are good for both.
  await admin.query(`update ${next}.feed_epoch set epoch = (select epoch from ${schema}.feed_epoch)`);
}

async function buildBeside(options: BuildOptions): Promise<Difference[]> {
  const { config, logger, say, schema, next, admin } = options;
  const since = new Date().toISOString();
  const kafka = createKafka({ ...brokerAccess(config), clientId: `${config.instanceId}-rebuild`, logger });
  const source: EventsSource = { kafka, topicPrefix: config.topicPrefix, objectPartitions: config.objectPartitions };
  const registry = createMetrics('projection-rebuild');
  const pool = createPool({ url: config.databaseUrl, schema: next, max: 3, applicationName: 'waymark-rebuild', plansByKey: true });
  const producer = new CoalescingProducer({ kafka, maxQueuedBytes: 32 * 1024 * 1024, logger });
  const pieces = new PieceKeeper(pool, partitionedTables({ historyDays: config.historyRetentionDays, feedDays: config.feedRetentionDays }), logger);
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);
  const stop = (): void => fail(new Error('The rebuild was stopped; nothing was swapped.'));
  options.signal?.addEventListener('abort', stop, { once: true });
  const bases = new BaseStates(pool);
  let directory: HeardDirectory | undefined;
  const transports: UnitTransport[] = [];
  const stopping = new AbortController();
  const halt = async (): Promise<void> => {
    stopping.abort();
    await Promise.all(transports.map((transport) => transport.close()));
  };
  try {
    await pieces.start();
    await bases.prepare();
    await beginLike(admin, schema);
    await producer.connect();
    const truncated = [...(await logStarts(source)).values()].some((start) => start > 0);
    if (truncated) await Promise.race([failed, readBases({ ...options, source, bases, registry, producer, fail })]);
    const objects = new Projector({
      pool,
      schema: next,
      pieces,
      logStarts: () => logStarts(source),
      stateCacheObjects: config.stateCacheObjects,
      metrics: projectionMetrics(registry),
      logger,
      basesOf: truncated ? (externalIds) => bases.basesOf(externalIds) : undefined,
    });
    const areas = new AreaProjector({
      pool,
      schema: next,
      pieces,
      first: config.objectPartitions,
      source,
      registry,
      logger,
      stopping: stopping.signal,
    });
    const given = { ...source, pool, producer, unitRecords: config.unitRecords, unitBytes: config.unitBytes, logger, metrics: registry, onFatal: fail };
    transports.push(createEventsTransport({ ...given, topic: 'object.events', groupId: GROUP, processor: objects }), createEventsTransport({ ...given, topic: 'area.events', groupId: `${GROUP}-areas`, processor: areas }));
    for (const transport of transports) transport.listen(() => undefined);
    await Promise.race([failed, caughtUp(() => behind(admin, schema), 'events behind the old projection', say)]);
    if (truncated) say(`${await bases.writeUntouched()} objects came from object.state alone; ${bases.unreadable} of its records were no states.`);
    say('Summing up numbers by cell and taking up searched words …');
    await Promise.race([failed, indexed(config, next, logger)]);
    // Tables just filled have no statistics: the comparison, and the first reads after the swap, would be planned blindly.
    for (const table of ['object_state', 'erased_object', 'history', 'presence', 'feed_chunk', 'cell_count', 'cell_category_count', 'object_text']) await admin.query(`analyze ${next}.${table}`);
    say('Comparing row by row …');
    directory = await directoryNow({ kafka, topicPrefix: config.topicPrefix, clientId: `${config.instanceId}-rebuild-directory`, logger });
    const { copy } = directory;
    options.signal?.throwIfAborted();
    const differences = await findDifferences(admin, schema, next, since, { ...leavingNow(copy, config), truncated });
    if (options.checkOnly) return differences;
    options.signal?.throwIfAborted();
    say('Swapping …');
    await bases.remove();
    if (truncated) await noteHoldsOfStates(admin, next);
    const holds = `${next}.held_object`;
    const before = { workspaces: copy.heldWorkspaces, objects: await holdsMark(admin, holds) };
    await carryHeldHistory(admin, { schema, next, ...before });
    await pieces.stop();
    await swapSchemas(admin, schema, async (client) => {
      await halt();
      await carryHeldHistory(client, { schema, next, workspaces: copy.heldWorkspaces, objects: await markOf(client, holds) }, before);
    });
    say('The new projection has taken the place of the old one.');
    await admin.query(`drop schema if exists ${formerOf(schema)} cascade`);
    return differences;
  } finally {
    await directory?.close();
    await pieces.stop();
    await halt();
    await producer.close();
    await pool.end();
  }
}

/** Making the index of words takes longer than a statement of the projection may. */
async function indexed(config: Config, next: string, logger: Logger): Promise<void> {
  const pool = createPool({ url: config.databaseUrl, schema: next, max: 1, applicationName: 'waymark-rebuild-index', statementTimeoutMs: HOUR_MS });
  try {
    await indexAll(pool, logger);
  } finally {
    await pool.end();
  }
}

function leavingNow(copy: DirectoryCopy, { historyRetentionDays }: Config): Omit<Leaving, 'truncated'> {
  const histories = shortHistories(copy, historyRetentionDays).map((short) => ({ workspace: short.workspace, before: new Date(Date.now() - shortestDays(short) * DAY_MS).toISOString() }));
  return { deleted: [...copy.deletedWorkspaces.keys()], histories };
}

interface BaseReading {
  config: Config;
  logger: Logger;
  say: (line: string) => void;
  source: EventsSource;
  bases: BaseStates;
  registry: ReturnType<typeof createMetrics>;
  producer: CoalescingProducer;
  fail: (error: Error) => void;
}

/** The log of events no longer has its beginning: older objects begin from their newest states. */
async function readBases({ config, logger, say, source, bases, producer, fail }: BaseReading): Promise<void> {
  say('The log of events no longer has its beginning: reading object.state first.');
  const transport = new UnitTransport({
    kafka: source.kafka,
    groupId: `${config.topicPrefix}${GROUP}-base`,
    topic: topicName(config.topicPrefix, 'object.state'),
    partitions: config.objectPartitions,
    processor: bases,
    places: new StoredPlaces(bases.pool, BASE),
    maxUnitRecords: config.unitRecords,
    maxUnitBytes: config.unitBytes,
    deadLetters: new DeadLetterWriter(producer),
    fromBeginning: true,
    compacted: true,
    logger,
    // Its series would meet those of the events' consumer.
    metrics: createMetrics('projection-rebuild-base'),
    onFatal: fail,
  });
  try {
    transport.listen(() => undefined);
    const ends = await logBounds(source, 'object.state');
    const left = async (): Promise<number> => {
      const position = await bases.position();
      return [...ends].reduce((sum, [partition, { low, high }]) => sum + (high > low ? Math.max(0, high - Math.max(low, position.get(partition) ?? 0)) : 0), 0);
    };
    await caughtUp(left, 'states to read', say);
  } finally {
    await transport.close();
  }
}

async function caughtUp(left: () => Promise<number>, what: string, say: (line: string) => void): Promise<void> {
  for (let said = 0; ; await sleep(POLL_MS)) {
    const now = await left();
    if (now === 0) return;
    if (performance.now() - said < SAY_EVERY_MS && said > 0) continue;
    said = performance.now();
    say(`${now} ${what}`);
  }
}
